// Waits until the conditions of a machine hold, after the machine runs.
import { formatDuration } from '../../../core/values/duration';
import { nameAndId } from '../../checks/messages';
import { hasEnded, isReady } from '../machine';
import type { Collection } from '../../polling/collection';
import type { Call } from '../../run/call';
import { DEADLINE_ADVICE } from '../../run/call';
import type { Run } from '../../run/run';
import type { Attempt } from './attempt';
import { Turns } from './turns';
import { ConditionFailedError, tryHttp, tryPort } from './attempt';
import type { SshCondition, WaitCondition } from './schema';
import type { SshTarget } from './ssh';
import { trySsh } from './ssh';

/** The time between two attempts, in ms: short at first, because most machines answer soon. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
/** How often a wait looks whether the machine still runs, in ms. A list of that age serves all waits. */
const WATCH_MS = 10_000;
/** How many connections may be open at once. */
const MOST_CONNECTIONS = 100;

/** The machine, as far as a wait needs it. */
export interface Reachable {
  readonly id: string;
  readonly hostname: string;
  readonly status: string;
  readonly ip: string | null;
  readonly private_ip?: string | null | undefined;
  readonly is_spot?: boolean | undefined;
}

/** Whose conditions are awaited. */
export interface Awaited<T extends Reachable> {
  readonly noun: string;
  readonly collectionOf: (run: Run) => Collection<T>;
  readonly machine: T;
  /** The host key in state. */
  readonly hostKey?: string | undefined;
  /** Shows the progress. Default: as the progress line of the resource. */
  readonly show?: (line: string) => void;
}

/**
 * Waits until all conditions hold, one after the other.
 *
 * @throws ConditionFailedError with what is wrong, and the two ways on. The machine stays as it is.
 */
export async function awaitConditions<T extends Reachable>(
  call: Call,
  awaited: Awaited<T>,
  conditions: readonly WaitCondition[],
): Promise<void> {
  const { machine } = awaited;
  for (const condition of conditions) {
    try {
      await awaitCondition(call, awaited, condition);
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      throw new ConditionFailedError(
        `${nameAndId(machine)}: ${error.message}\nThe ${awaited.noun} stays as it is, ` +
          'billed, and the next `pulumi up` waits again. If it can never hold, take the condition out of waitFor, or make ' +
          `a new ${awaited.noun} with \`pulumi up --replace '${call.run.things.urnOf(machine.id) ?? call.urn}'\`.`,
        { cause: error },
      );
    }
  }
}

async function awaitCondition<T extends Reachable>(
  call: Call,
  awaited: Awaited<T>,
  condition: WaitCondition,
): Promise<void> {
  const wait = new Wait(call, awaited, condition);
  const ended = new AbortController();
  const signal = AbortSignal.any([call.signal, ended.signal]);
  const watching = wait.watch(signal).catch((reason: unknown) => {
    ended.abort(reason);
  });
  try {
    await wait.untilItHolds(signal);
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    ended.abort();
    await watching;
  }
}

/** The wait for one condition. */
class Wait<T extends Reachable> {
  private readonly started: number;
  private readonly what: string;
  private last = 'no attempt has ended yet';

  constructor(
    private readonly call: Call,
    private readonly awaited: Awaited<T>,
    private readonly condition: WaitCondition,
  ) {
    this.started = call.run.clock.now();
    this.what = nameOf(condition);
  }

  /** Tries again and again. */
  async untilItHolds(signal: AbortSignal): Promise<void> {
    const { call, awaited, what } = this;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(1.5 * pause, LONGEST_PAUSE_MS)) {
      this.show();
      const attempt = await tryOnce(call, awaited, this.condition, signal);
      if (attempt.holds) {
        if (attempt.warning !== undefined) call.warn(`${nameAndId(awaited.machine)}: ${attempt.warning}`);
        if (attempt.note !== undefined) this.report(`${what} answers; ${attempt.note}`);
        return;
      }
      this.last = attempt.reason;
      this.show();
      await call.run.clock.sleep(pause, signal);
    }
  }

  /** Throws at the deadline, or if the machine does not run any more: also while a command runs there. */
  async watch(signal: AbortSignal): Promise<never> {
    const { clock } = this.call.run;
    for (;;) {
      const left = this.call.deadline - clock.now();
      if (left <= 0)
        throw new ConditionFailedError(
          `${this.what} did not answer within ${this.passed()}: ${this.last}. ${DEADLINE_ADVICE}.`,
        );
      await clock.sleep(Math.min(WATCH_MS, left), signal);
      await mustRun(this.call, this.awaited);
      this.show();
    }
  }

  private passed(): string {
    return formatDuration(this.call.run.clock.now() - this.started);
  }

  private show(): void {
    this.report(`waiting for ${this.what}, ${this.passed()}; last: ${this.last}`);
  }

  private report(line: string): void {
    if (this.awaited.show) this.awaited.show(line);
    else this.call.status(line);
  }
}

/** A condition in words, for messages. A command may be long, so it is not repeated. */
const nameOf = ({ port, http, ssh, address }: WaitCondition): string => {
  const at = address === 'private' ? ' of the private address' : '';
  if (port !== undefined) return `port ${String(port)}${at}`;
  if (http) return `${http.scheme ?? 'http'} port ${String(http.port)} ${http.path ?? '/'}${at}`;
  return ssh?.command === undefined ? `the startup script, by SSH${at}` : `the SSH command${at}`;
};

/** One attempt, which holds one of the connections. */
async function tryOnce<T extends Reachable>(
  call: Call,
  awaited: Awaited<T>,
  { port, http, ssh, address = 'public' }: WaitCondition,
  signal: AbortSignal,
): Promise<Attempt> {
  const { run } = call;
  const { machine } = awaited;
  const host = address === 'public' ? machine.ip : machine.private_ip;
  if (!host) {
    throw new ConditionFailedError(
      `the machine has no ${address} address: ${address === 'public' ? 'ip' : 'privateIp'} is null. ` +
        `Set address: "${address === 'public' ? 'private' : 'public'}", if that one can be reached from here.`,
    );
  }
  const release = await connections(call).take(signal);
  try {
    const attempt = await (port !== undefined
      ? tryPort(host, port, signal)
      : http
        ? tryHttp(host, http, signal)
        : trySsh(ssh ?? {}, targetOf(call, awaited, host, ssh ?? {}), signal));
    if (attempt.holds && attempt.hostKey !== undefined) run.things.showHostKey(machine.id, attempt.hostKey);
    return attempt;
  } finally {
    release();
  }
}

/** A host key that the program pins goes before the key that the machine has shown. */
const targetOf = <T extends Reachable>(
  { run }: Call,
  { machine, hostKey }: Awaited<T>,
  host: string,
  ssh: SshCondition,
): SshTarget => ({
  host,
  hostKey: ssh.hostKey ?? run.things.hostKeyOf(machine.id) ?? hostKey,
  redact: (output, secrets) => run.client.redact(output, secrets),
});

/** The connections that are open at once; the others wait for their turn. */
const connections = ({ run }: Call): Turns => run.once('connections', () => new Turns(MOST_CONNECTIONS));

/** The machine does not run any more: the next `up` starts it or makes another. */
class NotRunningError extends Error {
  override readonly name = 'NotRunningError';
}

/** Throws if the machine does not run any more: then nothing will answer. */
async function mustRun<T extends Reachable>(
  call: Call,
  { noun, collectionOf, machine }: Awaited<T>,
): Promise<void> {
  const all = await collectionOf(call.run).list({ startedAfter: call.run.clock.now() - WATCH_MS });
  const now = all.find(({ id }) => id === machine.id);
  if (now && isReady(now) && now.status === 'running') return;
  const status = now ? `is ${now.status}` : 'is gone';
  const isEviction = machine.is_spot && (!now || hasEnded(now));
  throw new NotRunningError(
    `${nameAndId(machine)}: the ${noun} ${status}${isEviction ? ', as a spot machine is after an eviction,' : ''} while its answer was awaited. Run \`pulumi up\` again.`,
  );
}
