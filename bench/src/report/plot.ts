import type { Plot, Row } from '../bench';

/** A drawing of the rows as SVG; the same rows always give the same text. */
export async function draw(plot: Plot, rows: readonly Row[]): Promise<string> {
  const vega = await import('vega');
  const { compile } = await import('vega-lite');
  const { by, lines } = plot;
  const values = rows.flatMap((row) =>
    Object.entries(lines).flatMap(([column, label]) => {
      const value = row[column];
      if (typeof value !== 'number') return [];
      return [{ n: row.n, value, line: by === undefined ? label : `${label}, ${String(row[by])}` }];
    }),
  );
  const scale = { zero: true };
  const { spec } = compile({
    title: plot.title,
    width: 520,
    height: 260,
    background: 'white',
    padding: 12,
    data: { values },
    mark: { type: 'line', point: true },
    encoding: {
      x: { field: 'n', type: 'quantitative', title: 'resources', scale },
      y: { field: 'value', type: 'quantitative', title: plot.unit, scale },
      color: { field: 'line', type: 'nominal', title: null, sort: null },
      strokeDash: { field: 'line', type: 'nominal', title: null, sort: null },
    },
  });
  const view = new vega.View(vega.parse(spec), { renderer: 'none' });
  try {
    return `${await view.toSVG()}\n`;
  } finally {
    view.finalize();
  }
}
