import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmulator } from 'cloud-compute-emulator';
import type { Emulator } from 'cloud-compute-emulator';
import type { Bench, Row } from '../../bench';
import { median, rounded } from '../../bench';

const CLIENT = { id: 'bench', secret: 'bench' };
const JUMP_MS = 15 * 60 * 1000;
/** Milliseconds of the cloud's clock between the same changes of two machines, so that no two are at one instant. */
const APART_MS = 0.1;
/** The CPU time may grow by this factor more than the size. */
const GOAL = 1.2;
const TURNS = 5;

const jumps = ['start', 'delete'] as const;
type Jump = (typeof jumps)[number];

// Measures the CPU time of this process for one jump of the emulator's clock by fifteen minutes, up to the reply of the
// request that applies it: "start" with N machines that have just been deployed, "delete" with N machines that have
// just been deleted; each has an OS volume. The emulator starts from a snapshot: one machine is made by requests, and
// its rows are copied with other ids and instants, since N deploys take minutes. The snapshot is written in the jump
// too. The sizes are measured in turns, five times. The ratio is the median of the CPU times divided by those of the
// first size; the goal allows 1.2 times the growth of the size.
export const clock: Bench = {
  name: 'clock',
  about: 'the CPU time of a jump of the emulator’s clock with N machines',
  sizes: [2000, 10_000],
  plot: {
    title: 'A jump of the emulator’s clock with N machines',
    unit: 'CPU milliseconds',
    lines: { cpuMs: 'jump' },
    by: 'jump',
  },

  async run({ sizes, progress }) {
    const folder = await mkdtemp(path.join(tmpdir(), 'bench-clock-'));
    try {
      const rows: Row[] = [];
      for (const jump of jumps) {
        const one = await oneMachine(path.join(folder, 'one.json'), jump);
        const times: number[][] = sizes.map(() => []);
        for (let turn = 1; turn <= TURNS; turn += 1) {
          progress(`${jump}, ${turn} of ${TURNS}`);
          for (const [index, n] of sizes.entries()) {
            const file = path.join(folder, `${n}.json`);
            await writeFile(file, JSON.stringify(copies(one, n)));
            times[index]?.push(await cpuMs(file));
          }
        }
        const [first = []] = times;
        for (const [index, n] of sizes.entries()) {
          const own = times[index] ?? [];
          rows.push({
            n,
            ratio: rounded(median(own.map((time, turn) => time / (first[turn] ?? NaN))), 2),
            goal: rounded((GOAL * n) / (sizes[0] ?? n), 2),
            jump,
            cpuMs: rounded(median(own), 0),
          });
        }
      }
      return rows;
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

interface Changing {
  phases: { at: number }[];
  entered: number;
}

interface Snapshot {
  tables: Record<string, { id: string }[]>;
}

/** The snapshot of a cloud whose clock stands, with one machine before the jump. */
async function oneMachine(file: string, jump: Jump): Promise<Snapshot> {
  const emulator = await start(file);
  try {
    emulator.clock.freeze();
    const token = await login(emulator);
    const id = await send(emulator, token, 'POST', '/v1/instances', {
      hostname: 'machine',
      description: 'a machine of a bench',
      instance_type: 'CPU.4V.16G',
      image: 'ubuntu-24.04',
      location_code: 'FIN-01',
    });
    if (jump === 'delete') {
      emulator.clock.advance(JUMP_MS);
      await send(emulator, token, 'PUT', '/v1/instances', { action: 'delete', id: JSON.parse(id) as string });
    }
  } finally {
    await emulator.close();
  }
  const snapshot = JSON.parse(await readFile(file, 'utf8')) as Snapshot;
  await rm(file);
  return snapshot;
}

/** The snapshot with N machines and their volumes in place of one. */
function copies(one: Snapshot, n: number): Snapshot {
  const { instances = [], volumes = [] } = one.tables;
  const text = JSON.stringify({ instances, volumes });
  const ids = [...instances, ...volumes].map(({ id }) => id);
  const tables: Snapshot['tables'] = { ...one.tables, instances: [], volumes: [] };
  for (let index = 0; index < n; index += 1) {
    const copy = ids.reduce((rows, id) => rows.replaceAll(id, randomUUID()), text);
    for (const [name, rows] of Object.entries(JSON.parse(copy) as Snapshot['tables'])) {
      for (const row of rows as ({ id: string } & Changing)[]) {
        for (const phase of row.phases.slice(row.entered)) phase.at += index * APART_MS;
        tables[name]?.push(row);
      }
    }
  }
  return { ...one, tables };
}

/** The CPU milliseconds of the jump from this snapshot. */
async function cpuMs(file: string): Promise<number> {
  const emulator = await start(file);
  try {
    const token = await login(emulator);
    const before = process.cpuUsage();
    emulator.clock.advance(JUMP_MS);
    await send(emulator, token, 'GET', '/v1/balance');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  } finally {
    await emulator.close();
  }
}

const start = (snapshot: string): Promise<Emulator> =>
  startEmulator({ clients: [CLIENT], rateLimits: false, balance: 1_000_000_000, snapshot });

async function login(emulator: Emulator): Promise<string> {
  const reply = await send(emulator, undefined, 'POST', '/v1/oauth2/token', {
    grant_type: 'client_credentials',
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
  });
  return (JSON.parse(reply) as { access_token: string }).access_token;
}

async function send(
  { url }: Emulator,
  token: string | undefined,
  method: string,
  route: string,
  body?: object,
): Promise<string> {
  const reply = await fetch(url + route, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${route} answered ${reply.status}: ${text}`);
  return text;
}
