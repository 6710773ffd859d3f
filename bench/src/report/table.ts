import type { Row } from '../bench';

/** The rows as a Markdown table that reads well in a terminal too. */
export function table(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => text(row[column])))];
  const widths = columns.map((_, index) => Math.max(3, ...lines.map((line) => line[index]?.length ?? 0)));
  const isNumeric = columns.map((column) => rows.every((row) => typeof row[column] !== 'string'));
  const print = (cells: readonly string[]) =>
    `| ${cells
      .map((cell, index) =>
        isNumeric[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join(' | ')} |`;
  const [head = [], ...body] = lines;
  const rule = `| ${widths.map((width, index) => (isNumeric[index] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [print(head), rule, ...body.map(print)].join('\n');
}

const text = (cell: Row[string] | undefined): string =>
  cell === undefined || cell === null ? '' : String(cell);
