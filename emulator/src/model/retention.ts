/** Milliseconds of the cloud's clock between two searches for rows to remove. */
const interval = 60_000;

/** Removes rows that can no longer be read, so that a long-running cloud needs no more and more memory. */
export class Retention {
  private readonly sweeps: ((now: number) => void)[] = [];
  private next = -Infinity;

  /** Adds a table from which the rows for which `isForgotten` is true are removed. */
  limit<Row>(table: Map<string, Row>, isForgotten: (row: Row, now: number) => boolean): void {
    this.sweeps.push((now) => {
      for (const [id, row] of table) if (isForgotten(row, now)) table.delete(id);
    });
  }

  /** The same for a table whose oldest rows come first: the search ends at the first row that is kept. */
  limitQueue<Row>(table: Map<string, Row>, isForgotten: (row: Row, now: number) => boolean): void {
    this.sweeps.push((now) => {
      for (const [id, row] of table) {
        if (!isForgotten(row, now)) return;
        table.delete(id);
      }
    });
  }

  /** Adds other work that frees memory. */
  also(sweep: (now: number) => void): void {
    this.sweeps.push(sweep);
  }

  /** Removes forgotten rows, at most once in an interval. Returns whether rows may have been removed. */
  apply(now: number): boolean {
    if (now < this.next) return false;
    this.next = now + interval;
    for (const sweep of this.sweeps) sweep(now);
    return true;
  }

  /** Searches at the next call of `apply`, because the rows were replaced. */
  reload(): void {
    this.next = -Infinity;
  }
}
