import net from 'node:net';
import * as pulumi from '@pulumi/pulumi';
import type { IntentLog } from '../../core/orphans/intentLog';
import { endsWithEngine } from '../pulumi/endOfRun';
import { addressOf } from '../pulumi/undeclared';

/**
 * How long a tag stays after its resource has an id, in ms. After a second Ctrl-C the engine hands out ids without
 * writing the state, but it ends the program within a fraction of this time.
 */
export const DELAY_MS = 500;

/** The same for an inline program, which the engine does not end: by then, such an engine has ended itself. */
const DELAY_INLINE_MS = 2_000;

/** Why the tags of a run stay. */
export type Doubt = 'the engine has ended' | 'another run is under way';

/** When what the engine has returned is in state, and stays there. */
export interface Saving {
  /** How long to wait after an id is known, in ms. */
  readonly delayMs: number;
  /** Why it may not stay in state; undefined if it does. */
  doubt(): Promise<Doubt | undefined>;
}

/**
 * Whether what the engine has returned stays in state. An engine that was interrupted twice returns ids that it does not
 * save, and an inline program lives longer than its engine. If `pulumi cancel` has unlocked the stack, another run may
 * have read an older state, which it stores over the state of this run.
 */
export class SavedForGood implements Saving {
  readonly delayMs: number;
  private sawOtherRun = false;

  constructor(
    private readonly stackHash: string,
    private readonly log: IntentLog,
    private readonly engine = addressOf(pulumi.runtime.getMonitor()),
  ) {
    this.delayMs = engine === undefined || endsWithEngine() ? DELAY_MS : DELAY_INLINE_MS;
    if (engine !== undefined) log.addRun(stackHash, engine);
  }

  async doubt(): Promise<Doubt | undefined> {
    const { stackHash, log, engine } = this;
    if (engine === undefined) return undefined;
    if (!(await answers(engine))) return 'the engine has ended';
    for (const other of log.enginesOf(stackHash).filter((address) => address !== engine))
      if (log.hasProgram(stackHash, other) && (await answers(other))) this.sawOtherRun = true;
      else log.removeRun(stackHash, other);
    return this.sawOtherRun ? 'another run is under way' : undefined;
  }

  /** Notes that the run is over. */
  end(): void {
    if (this.engine !== undefined) this.log.removeRun(this.stackHash, this.engine);
  }
}

/** Whether a server accepts connections at an address of this computer. */
const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const colon = address.lastIndexOf(':');
    const socket = net.connect({ host: address.slice(0, colon), port: Number(address.slice(colon + 1)) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
