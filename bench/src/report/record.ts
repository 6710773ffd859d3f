import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Bench, Row } from '../bench';
import { draw } from './plot';
import { table } from './table';

const docs = path.resolve(__dirname, '..', '..', '..', 'docs');

/** Writes the rows into docs/performance.md, between the comments of the bench, and draws the plot. */
export async function record(bench: Bench, rows: readonly Row[]): Promise<void> {
  const folder = path.join(docs, 'performance');
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, `${bench.name}.json`),
    `${JSON.stringify({ bench: bench.name, rows }, undefined, 2)}\n`,
  );
  if (bench.plot) await writeFile(path.join(folder, `${bench.name}.svg`), await draw(bench.plot, rows));
  const page = path.join(docs, 'performance.md');
  await writeFile(page, withTable(await readFile(page, 'utf8'), bench, rows));
}

function withTable(page: string, bench: Bench, rows: readonly Row[]): string {
  const [begin, end] = [`<!-- ${bench.name}: measured -->`, `<!-- ${bench.name}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md lacks the lines "${begin}" and "${end}".`);
  const picture = bench.plot ? `\n![${bench.plot.title}](performance/${bench.name}.svg)\n` : '';
  return `${page.slice(0, from + begin.length)}\n\n${table(rows)}\n${picture}\n${page.slice(to)}`;
}
