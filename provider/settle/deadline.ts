/** The time that a wait was given is over. What it waited for exists on and may still settle. */
export class DeadlineError<T = unknown> extends Error {
  override readonly name = 'DeadlineError';
  /** The status it was seen in last; undefined when it was never seen. */
  readonly lastStatus: string | undefined;
  /** How long was waited, in ms. */
  readonly elapsedMs: number;
  /** What it was when it was seen last. */
  readonly last: T | undefined;

  constructor(
    collection: string,
    id: string,
    seen: { lastStatus?: string | undefined; elapsedMs: number; last?: T | undefined },
  ) {
    const status =
      seen.lastStatus === undefined ? 'it was never seen' : `it was ${seen.lastStatus} when last seen`;
    const seconds = Math.round(seen.elapsedMs / 1_000);
    super(
      `${id} (${collection}) did not settle within ${String(seconds)} s: ${status}. Run the same command again to go on waiting.`,
    );
    this.lastStatus = seen.lastStatus;
    this.elapsedMs = seen.elapsedMs;
    this.last = seen.last;
  }
}
