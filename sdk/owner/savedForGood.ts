import net from 'node:net';
import * as pulumi from '@pulumi/pulumi';
import type { IntentLog } from '../../core/orphans/intentLog';
import { intentLogIn } from '../../core/orphans/intentLog';
import { endsWithEngine } from '../pulumi/endOfRun';
import { addressOf } from '../pulumi/undeclared';

/**
 * How long a tag stays after its resource has an id, in ms. After a second Ctrl-C the engine hands out ids without
 * writing the state, but it ends itself and the program within half of this time.
 */
export const DELAY_MS = 1_000;

/** The same for an inline program, which the engine does not end. */
const DELAY_INLINE_MS = 2_000;

/** The same without an engine that could be interrupted: one list serves the resources of this time. */
const DELAY_ON_MOCKS_MS = 50;

/** How long to wait for a connection to an engine, in ms. An engine that does not answer counts as running. */
const ANSWER_MS = 1_000;

/** Why the tags of a run stay. */
export type Doubt = 'the engine has ended' | 'another run is under way';

/** When results of the engine are in state, and whether they stay there. */
export interface Saving {
  /** How long to wait after an id is known, in ms. */
  readonly delayMs: number;
  /** Why it may not stay in state; undefined if it does. */
  findDoubt(): Promise<Doubt | undefined>;
}

/**
 * Whether what the engine has returned stays in state. An engine that was interrupted twice returns ids that it does not
 * save, and an inline program lives longer than its engine. If `pulumi cancel` has unlocked the stack, another run may
 * have read an older state, which it stores over the state of this run.
 */
export class SavedForGood implements Saving {
  readonly delayMs: number;
  private sawOtherRun = false;
  private readonly log: IntentLog;
  private owner = '';

  constructor(
    private readonly stackHash: string,
    private readonly engine = addressOf(pulumi.runtime.getMonitor()),
  ) {
    const { pid, ppid, env } = process;
    // A program may end long before its engine has stored the last results; its parent, the language host, does not.
    this.log = intentLogIn(env, endsWithEngine() ? ppid : pid);
    this.delayMs = engine === undefined ? DELAY_ON_MOCKS_MS : endsWithEngine() ? DELAY_MS : DELAY_INLINE_MS;
    this.note();
  }

  /** The id of the stack's owner, once it is known. */
  ownedBy(owner: string): void {
    this.owner = owner;
    this.note();
  }

  async findDoubt(): Promise<Doubt | undefined> {
    const { stackHash, log, engine, owner } = this;
    if (engine === undefined) return undefined;
    if (!(await answers(engine))) return 'the engine has ended';
    log.removeEndedRuns(stackHash);
    for (const other of log.runningEngines(stackHash, owner).filter((address) => address !== engine))
      if (await answers(other)) this.sawOtherRun = true;
      else log.removeRun(stackHash, other);
    return this.sawOtherRun ? 'another run is under way' : undefined;
  }

  /** The engine may go on for long after the program, so a later run removes the note. */
  private note(): void {
    if (this.engine !== undefined) this.log.addRun(this.stackHash, this.engine, this.owner);
  }
}

/** Whether a server accepts connections at an address of this computer; true if that cannot be found out. */
const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const [, host, port] = /^\[?(.+?)\]?:(\d{1,5})$/.exec(address) ?? [];
    if (host === undefined || Number(port) > 65_535) {
      resolve(true);
      return;
    }
    const socket = net.connect({ host, port: Number(port), timeout: ANSWER_MS });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => {
      end(true);
    });
    socket.once('timeout', () => {
      end(true);
    });
    socket.once('error', () => {
      end(false);
    });
  });
