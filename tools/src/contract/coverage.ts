import type { Operation } from './document';

/** The result of a call of an operation. */
export interface Called {
  status: number;
  /** The problem of the reply; undefined if the reply matches the contract. */
  complaint: string | undefined;
}

export interface Coverage {
  /** One line for each operation. */
  table: string[];
  /** `operations N/M`. */
  summary: string;
  isComplete: boolean;
}

/** An operation counts if it is served, was called, and every reply matched the contract. */
export function coverageOf(
  operations: readonly Operation[],
  served: ReadonlySet<string>,
  calls: ReadonlyMap<string, readonly Called[]>,
): Coverage {
  const rows = operations.map((operation) => {
    const called = calls.get(operation.id) ?? [];
    const result = resultOf(served.has(operation.id), called);
    const status = called[0]?.status.toString() ?? '-';
    return { cells: [operation.id, `${operation.method} ${operation.path}`, status], result };
  });
  const covered = rows.filter(({ result }) => result === 'ok').length;
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map(({ cells }) => cells[column]?.length ?? 0)));
  return {
    table: rows.map(({ cells, result }) =>
      [...cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)), result].join('  '),
    ),
    summary: `operations ${covered}/${operations.length}`,
    isComplete: covered === operations.length,
  };
}

function resultOf(isServed: boolean, called: readonly Called[]): string {
  if (!isServed) return 'not served';
  if (called.length === 0) return 'not called';
  return called.find(({ complaint }) => complaint !== undefined)?.complaint ?? 'ok';
}
