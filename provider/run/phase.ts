import type { Identity } from '../../core/pendingTag';

/** The answer to a create. */
export interface Answer {
  readonly creator: Identity;
  /** The ids of what it has created. */
  readonly ids: readonly string[];
  readonly at: number;
}

/** What kind of run this is, and how it ends. Written by the doors, checks, and calls that fail or have work at the end; read by all. */
export class Phase {
  /** Whether the checks are for a preview, as the program has said; undefined where no check says it. */
  isPreview: boolean | undefined;
  /** How many resources the engine creates at once, in a preview whose program knows it. */
  parallel: number | undefined;
  /** The subject of the sum of prices, where the door knows it. */
  pricedScope: string | undefined;
  /** Whether a call has failed. The engine then ends the run, or goes on with `--continue-on-error`. */
  hasFailed = false;
  /** The answers to creates since the last call began: a run that a Ctrl-C has interrupted begins no steps. */
  readonly answers: Answer[] = [];
  /** The answers to creates that the engine has certainly saved. */
  readonly savedAnswers: Answer[] = [];
  /** The work at the end of the run, even if it ends early. */
  readonly atEnd: (() => Promise<void>)[] = [];
  /** Whether the engine is gone, so that nobody receives the answers of calls; false after a Ctrl-C. */
  engineIsGone = false;
  /** Why writes are stopped, as the end of a sentence. */
  whyStopped = 'the Pulumi engine is gone';

  private readonly stopping = new AbortController();
  private upIsKnown = false;
  private readonly whenUp: (() => void)[] = [];
  private readonly unfinished = new Set<Promise<void>>();

  /** Whether the program runs for an `up`: previews and refreshes write nothing. */
  get isUp(): boolean {
    return this.upIsKnown;
  }

  /** Records that the program runs for an `up`. */
  recordUp(): void {
    this.upIsKnown = true;
    for (const work of this.whenUp.splice(0)) work();
  }

  /** Does this now, or once it is known that the program runs for an `up`; never in a preview or a refresh. */
  onceUp(work: () => void): void {
    if (this.upIsKnown) work();
    else this.whenUp.push(work);
  }

  /** Aborts when the engine has exited, or after a Ctrl-C: from then on nothing is written to the cloud. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  /** Ends all waits, and from now on no write is sent. */
  stop(reason: Error, why: string): void {
    this.whyStopped = why;
    this.stopping.abort(reason);
  }

  /** Adds work that the process finishes before it ends, and returns when it is done. */
  async mustFinish(task: Promise<void>): Promise<void> {
    const done = task.catch(() => undefined);
    this.unfinished.add(done);
    try {
      await task;
    } finally {
      this.unfinished.delete(done);
    }
  }

  /** Returns when all work given to `mustFinish` is done, or has failed. */
  async allFinished(): Promise<void> {
    await Promise.all(this.unfinished);
  }

  /** Does the work at the end of the run. */
  async finish(): Promise<void> {
    await Promise.all(this.atEnd.splice(0).map((task) => task()));
  }
}
