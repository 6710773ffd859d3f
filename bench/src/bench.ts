/** A value in a table. */
export type Cell = number | string | null;

/** One line of a bench's table and of its JSON. */
export interface Row {
  /** The size it was measured at. */
  readonly n: number;
  /** The figure that the goal limits. */
  readonly ratio: number;
  /** The largest allowed ratio; null if there is no goal. */
  readonly goal: number | null;
  readonly [column: string]: Cell;
}

/** The drawing of the rows: a line for each of `lines`, over n. */
export interface Plot {
  readonly title: string;
  readonly unit: string;
  /** Columns, and their names in the legend. */
  readonly lines: Readonly<Record<string, string>>;
  /** A column: the rows with the same value in it are one series. */
  readonly by?: string;
}

/** The arguments of a bench. */
export interface Run {
  readonly sizes: readonly number[];
  /** Reports the work in progress; never on standard output. */
  readonly progress: (line: string) => void;
}

/** One measurement; everything that a ratio compares is measured within one call of `run`. */
export interface Bench {
  readonly name: string;
  /** The measured quantity, in one line. */
  readonly about: string;
  /** The default sizes. */
  readonly sizes: readonly number[];
  readonly plot?: Plot;
  readonly run: (run: Run) => Promise<Row[]>;
}

/** The value with few decimal places. */
export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  if (low === undefined || high === undefined) throw new Error('Nothing was measured.');
  return (low + high) / 2;
}
