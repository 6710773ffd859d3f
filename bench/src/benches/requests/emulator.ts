import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EmulatorProcess } from '../../../../tools/dist/testing/emulatorProcess';
import type { Bench, Row } from '../../bench';
import { median, rounded } from '../../bench';
import { requestsPerSecond } from '../../load';

const ROUNDS = 15;
const ROUND_MS = 600;

// Measures the requests a second of the emulator, with rate limits counted, and compares them with a bare Fastify
// route that sends the same body. Both servers are processes of their own, measured in turns within one run with as
// many connections, and the figure is the median of the rounds' ratios. Rounds are short and many, so that other
// load affects both alike. The limits stay on; their windows are so short that no request is refused, and each request
// begins new windows. The bare route sends no limit headers: the emulator's two headers are part of its cost. The goal
// is at least 0.7 for the single read; there is none for the list.
export const emulator: Bench = {
  name: 'emulator',
  about:
    'requests a second of the emulator over those of a bare Fastify route (at least 0.7 for one instance)',
  sizes: [500],

  async run({ sizes, progress }) {
    const rows: Row[] = [];
    for (const n of sizes) {
      const started = performance.now();
      const cloud = await EmulatorProcess.start([
        ...[
          '--port',
          '0',
          '--time-scale',
          '1000',
          '--balance',
          '1000000000',
          '--rate-limit-window',
          '0.0001',
        ],
      ]);
      const startUp = performance.now() - started;
      const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-emulator-'));
      try {
        progress(`deploys ${n} instances`);
        const ids: unknown[] = [];
        for (let index = 0; index < n; index += 1)
          ids.push(await cloud.post('/v1/instances', machine(index)));
        const headers = await cloud.authorization();
        for (const route of [`/v1/instances/${String(ids[0])}`, '/v1/instances']) {
          const body = JSON.stringify(await cloud.get(route));
          const file = path.join(folder, 'replies.json');
          await writeFile(file, JSON.stringify({ [route]: body }));
          const bare = await EmulatorProcess.start(
            [file],
            path.resolve(__dirname, '../../../peer/bareRoute.js'),
          );
          try {
            progress(`asks both for ${route}`);
            rows.push({
              ...(await compare(cloud.url + route, bare.url + route, headers)),
              n,
              startUp: rounded(startUp, 0),
            });
          } finally {
            await bare.stop();
          }
        }
      } finally {
        await cloud.stop();
        await rm(folder, { recursive: true, force: true });
      }
    }
    return rows;
  },
};

async function compare(
  ours: string,
  bare: string,
  headers: Record<string, string>,
): Promise<Omit<Row, 'n'> & { ratio: number; goal: null }> {
  const figures: { ours: number; bare: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const figure = {
      bare: await requestsPerSecond(bare, headers, ROUND_MS),
      ours: await requestsPerSecond(ours, headers, ROUND_MS),
    };
    // The first round warms up both servers.
    if (round > 0) figures.push(figure);
  }
  return {
    ratio: rounded(median(figures.map((figure) => figure.ours / figure.bare))),
    goal: null,
    path: new URL(ours).pathname.replace(/[0-9a-f]{8}-.*/, '{id}'),
    emulator: rounded(median(figures.map((figure) => figure.ours)), 0),
    bare: rounded(median(figures.map((figure) => figure.bare)), 0),
  };
}

const machine = (index: number) => ({
  hostname: `machine-${index}`,
  description: 'measured',
  instance_type: 'CPU.4V.16G',
  image: 'ubuntu-24.04',
  location_code: index % 2 ? 'FIN-01' : 'FIN-02',
});
