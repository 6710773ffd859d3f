import type { ClientHttp2Session } from 'node:http2';
import { connect } from 'node:http2';
import type { Readable } from 'node:stream';

/** The address of the engine that started this plugin: the plugin's first argument. Undefined outside of a plugin. */
export function engineAddress(argv: readonly string[] = process.argv): string | undefined {
  const address = argv[2];
  return address !== undefined && /^(\[[\da-f:]+\]|[\w.-]+):\d+$/i.test(address) ? address : undefined;
}

/** The address and the input to watch; by default the address and input that the engine gave this process. */
export interface EngineWatch {
  readonly address?: string | undefined;
  /** The plugin's standard input, whose other end belongs to the engine. */
  readonly stdin?: Readable & { unref?(): unknown };
}

/**
 * Calls back once, a few milliseconds after the engine that started this plugin has exited, even if it was killed.
 * Does not keep the process alive. Does nothing outside of a plugin.
 *
 * It watches an idle HTTP/2 connection to the engine, because the system closes it however the engine ends. A bare TCP
 * socket does not work: the engine closes it after two minutes without HTTP/2. A closed connection is no proof yet; a
 * failed reconnection is. If no connection was ever possible, the end of standard input counts instead.
 *
 * @returns a function that stops watching.
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
  const reportGone = () => {
    if (stopped) return;
    stop();
    onGone();
  };
  const watchConnection = () => {
    let answers = false;
    session = connect(`http://${address}`);
    session.unref();
    session.once('remoteSettings', () => {
      answers = hasAnswered = true;
    });
    session.on('error', () => undefined); // 'close' always follows.
    session.once('close', () => {
      session = undefined;
      if (stopped) return;
      if (answers) watchConnection();
      else if (hasAnswered || inputEnded) reportGone();
    });
  };
  const onInputEnd = () => {
    inputEnded = true;
    if (!session) reportGone();
  };

  watchConnection();
  stdin.on('end', onInputEnd).on('close', onInputEnd);
  stdin.resume(); // Only a stream that is read reports its end.
  stdin.unref?.();
  return stop;
}

/** How long the work at the end of a run may take: the engine kills a plugin five seconds after the interrupt. */
export const END_OF_RUN_MS = 4_000;

/**
 * The engine ends a plugin with an interrupt, and kills it five seconds later: time to finish. Does nothing outside of
 * a plugin, where interrupts are not for this package.
 *
 * The process also runs providers of other packages. So the listener does not end the process: it removes itself and
 * raises the signal again, for the listeners of others and for what Node.js does without any.
 *
 * @param beforeExit runs before the process ends.
 */
export function onInterrupt(
  beforeExit: () => Promise<unknown>,
  address: string | undefined = engineAddress(),
): void {
  if (address === undefined) return;
  let isEnding = false;
  const onSignal = () => {
    if (isEnding) return;
    isEnding = true;
    void beforeExit().finally(() => {
      process.off('SIGINT', onSignal);
      process.kill(process.pid, 'SIGINT');
    });
  };
  process.on('SIGINT', onSignal);
}
