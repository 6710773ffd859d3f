import type { ClientHttp2Session } from 'node:http2';
import { connect } from 'node:http2';
import type { Readable } from 'node:stream';

/** Where the engine that started this plugin listens: its first argument. Undefined outside of a plugin. */
export function engineAddress(argv: readonly string[] = process.argv): string | undefined {
  const address = argv[2];
  return address !== undefined && /^(\[[\da-f:]+\]|[\w.-]+):\d+$/i.test(address) ? address : undefined;
}

/** What to watch; by default what the engine gave this process. */
export interface EngineWatch {
  readonly address?: string | undefined;
  /** The plugin's standard input, whose other end the engine holds. */
  readonly stdin?: Readable & { unref?(): unknown };
}

/**
 * Calls back once, a few milliseconds after the engine that started this plugin is gone, even if it was killed.
 * Does not keep the process alive. Does nothing outside of a plugin.
 *
 * What is watched is an idle HTTP/2 connection to the engine, because the system closes it whatever kills the
 * engine. A bare TCP socket will not do: the engine hangs up on one that does not speak HTTP/2 within two
 * minutes. A connection that closes is not proof yet, one that cannot be made again is. Where none could ever be
 * made, the end of standard input counts instead.
 *
 * @returns stops watching.
 */
export function watchEngine(
  onGone: () => void,
  { address = engineAddress(), stdin = process.stdin }: EngineWatch = {},
): () => void {
  if (address === undefined) return () => undefined;
  let session: ClientHttp2Session | undefined;
  let hasAnswered = false;
  let inputEnded = false;
  let stopped = false;

  const stop = () => {
    stopped = true;
    session?.destroy();
    stdin.off('end', onInputEnd).off('close', onInputEnd);
  };
  const gone = () => {
    if (stopped) return;
    stop();
    onGone();
  };
  const look = () => {
    let answers = false;
    session = connect(`http://${address}`);
    session.unref();
    session.once('remoteSettings', () => {
      answers = hasAnswered = true;
    });
    session.on('error', () => undefined); // 'close' follows and tells all there is to know.
    session.once('close', () => {
      session = undefined;
      if (stopped) return;
      if (answers) look();
      else if (hasAnswered || inputEnded) gone();
    });
  };
  const onInputEnd = () => {
    inputEnded = true;
    if (!session) gone();
  };

  look();
  stdin.on('end', onInputEnd).on('close', onInputEnd);
  stdin.resume(); // The end is told only to those who read.
  stdin.unref?.();
  return stop;
}

/**
 * The engine ends a plugin by an interrupt, and kills it five seconds later: time for last deeds. Does nothing
 * outside of a plugin, where an interrupt is not ours.
 *
 * @param lastDeeds what is to be done before the process ends.
 */
export function onInterrupt(
  lastDeeds: () => Promise<unknown>,
  address: string | undefined = engineAddress(),
): void {
  if (address === undefined) return;
  process.once('SIGINT', () => {
    void lastDeeds().finally(() => process.exit(INTERRUPTED));
  });
}

/** What a shell calls the end by an interrupt: 128 and the number of the signal. */
const INTERRUPTED = 130;
