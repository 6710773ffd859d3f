/** How often the cloud looks for rows to forget, in milliseconds of its clock. */
const interval = 60_000;

/** Forgets what can no longer be read, so that a cloud that runs for long does not grow. */
export class Retention {
  private readonly sweeps: ((now: number) => void)[] = [];
  private next = -Infinity;

  /** Adds a table whose rows are removed once they are forgotten. */
  limit<Row>(table: Map<string, Row>, isForgotten: (row: Row, now: number) => boolean): void {
    this.sweeps.push((now) => {
      for (const [id, row] of table) if (isForgotten(row, now)) table.delete(id);
    });
  }

  /** Adds a table whose rows are forgotten in their order: the search ends at the first row that is kept. */
  limitQueue<Row>(table: Map<string, Row>, isForgotten: (row: Row, now: number) => boolean): void {
    this.sweeps.push((now) => {
      for (const [id, row] of table) {
        if (!isForgotten(row, now)) return;
        table.delete(id);
      }
    });
  }

  /** Removes forgotten rows, at most once in an interval. Returns whether rows may have been removed. */
  apply(now: number): boolean {
    if (now < this.next) return false;
    this.next = now + interval;
    for (const sweep of this.sweeps) sweep(now);
    return true;
  }

  /** Looks again soon, after the rows were replaced. */
  reload(): void {
    this.next = -Infinity;
  }
}
