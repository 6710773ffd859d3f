/** The time that a wait was given is over. What it waited for exists on and may still settle. */
export class DeadlineError<T = unknown> extends Error {
  override readonly name = 'DeadlineError';
  /** The status it was seen in last; undefined when it was never seen. */
  readonly lastStatus: string | undefined;
  /** How long was waited, in ms. */
  readonly elapsedMs: number;
  /** What it was when it was seen last. */
  readonly last: T | undefined;

  /** @param seen what was seen of it; `cause` is why it could not be seen any more, where that is so. */
  constructor(
    collection: string,
    id: string,
    seen: {
      lastStatus?: string | undefined;
      elapsedMs: number;
      last?: T | undefined;
      cause?: Error | undefined;
    },
  ) {
    const { lastStatus, elapsedMs, last, cause } = seen;
    const status = lastStatus === undefined ? 'it was never seen' : `it was ${lastStatus} when last seen`;
    const trouble = cause ? `, and since then the cloud could not be asked: ${cause.message}` : '.';
    const seconds = String(Math.round(elapsedMs / 1_000));
    super(
      `${id} (${collection}) did not settle within ${seconds} s: ${status}${trouble}`,
      cause && { cause },
    );
    this.lastStatus = lastStatus;
    this.elapsedMs = elapsedMs;
    this.last = last;
  }
}
