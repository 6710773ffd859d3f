/** What stands in one place of a table. */
export type Cell = number | string | null;

/** One line of a bench's table and of its JSON. */
export interface Row {
  /** The size it was measured at. */
  readonly n: number;
  /** The figure that the goal speaks of. */
  readonly ratio: number;
  /** What the figure must not exceed; null where nothing was promised. */
  readonly goal: number | null;
  readonly [column: string]: Cell;
}

/** What is drawn of the rows: a line for each of `lines`, over n. */
export interface Plot {
  readonly title: string;
  readonly unit: string;
  /** Columns, and what they are called in the legend. */
  readonly lines: Readonly<Record<string, string>>;
  /** A column whose values tell series of rows apart. */
  readonly by?: string;
  /** Whether both axes grow by factors. */
  readonly logarithmic?: boolean;
}

/** What a bench is given. */
export interface Run {
  readonly sizes: readonly number[];
  /** Tells whoever waits what is under way; never on standard output. */
  readonly progress: (line: string) => void;
}

/** One measurement; everything that a ratio compares is measured within one call of `run`. */
export interface Bench {
  readonly name: string;
  /** What is measured, in a line. */
  readonly about: string;
  /** The sizes unless others are asked for. */
  readonly sizes: readonly number[];
  readonly plot?: Plot;
  readonly run: (run: Run) => Promise<Row[]>;
}

/** As many digits as say something. */
export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));

/** The value in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  if (low === undefined || high === undefined) throw new Error('Nothing was measured.');
  return (low + high) / 2;
}
