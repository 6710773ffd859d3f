/** A wait took longer than its timeout. The object still exists and may still become ready. */
export class DeadlineError<T = unknown> extends Error {
  override readonly name = 'DeadlineError';
  /** The last status seen; undefined when the object was never seen. */
  readonly lastStatus: string | undefined;
  /** How long the wait took, in ms. */
  readonly elapsedMs: number;
  /** The object as last seen. */
  readonly last: T | undefined;

  /** @param seen the object as last seen; `cause` is the error that prevented later reads, if any. */
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
    const failure = cause ? `, and later requests failed: ${cause.message}` : '.';
    const seconds = String(Math.round(elapsedMs / 1_000));
    super(
      `${id} (${collection}) did not finish within ${seconds} s: ${status}${failure}`,
      cause && { cause },
    );
    this.lastStatus = lastStatus;
    this.elapsedMs = elapsedMs;
    this.last = last;
  }
}
