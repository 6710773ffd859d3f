import { startEmulator } from 'cloud-compute-emulator';
import type { Emulator } from 'cloud-compute-emulator';
import type { Bench, Row } from '../../bench';
import { rounded } from '../../bench';

const CLIENT = { id: 'bench', secret: 'bench' };
const TYPE = 'CPU.4V.16G';
const JUMP_MS = 15 * 60 * 1000;
/** Cloud milliseconds between two requests, so that no two machines change at the same instant. */
const APART_MS = 0.1;
/** The growth of the CPU time over the growth of the number that is allowed. */
const GOAL = 1.2;
/** Machines of a cloud that is not measured: the code is compiled when the first size is measured. */
const WARM_UP = 300;

// Measures the CPU time of this process for one jump of the emulator's clock by fifteen minutes, with the request that
// applies it: "start" after N deploys, each at an instant of its own, so that each machine runs and its volume is
// attached; "delete" after N deletes of these machines, so that the volumes go too. The clock stands until the jump.
// The ratio is the CPU time divided by that of the first size; the goal allows 1.2 times the growth of the size.
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
    await measure(WARM_UP);
    const rows: Row[] = [];
    const first = new Map<string, { n: number; cpuMs: number }>();
    for (const n of sizes) {
      progress(`${n} machines`);
      for (const [jump, cpuMs] of Object.entries(await measure(n))) {
        const base = first.get(jump) ?? { n, cpuMs };
        first.set(jump, base);
        rows.push({
          n,
          ratio: rounded(cpuMs / base.cpuMs, 2),
          goal: rounded((GOAL * n) / base.n, 2),
          jump,
          cpuMs: rounded(cpuMs, 0),
        });
      }
    }
    return rows;
  },
};

/** The CPU milliseconds of each jump. */
async function measure(n: number): Promise<{ start: number; delete: number }> {
  const emulator = await startEmulator({ clients: [CLIENT], rateLimits: false, balance: 1_000_000_000 });
  try {
    const caller = await Caller.of(emulator);
    emulator.clock.freeze();
    const places = await caller.places();
    for (const location of places) emulator.control.capacity.set({ location, type: TYPE }, n);
    const ids: string[] = [];
    for (let index = 0; index < n; index += 1) {
      ids.push(await caller.deploy(`machine-${index}`, places[index % places.length] ?? ''));
      emulator.clock.advance(APART_MS);
    }
    const start = await caller.jump();
    for (const id of ids) {
      await caller.send('PUT', '/v1/instances', { action: 'delete', id });
      emulator.clock.advance(APART_MS);
    }
    return { start, delete: await caller.jump() };
  } finally {
    await emulator.close();
  }
}

/** A client of an emulator in this process. */
class Caller {
  private constructor(
    private readonly emulator: Emulator,
    private readonly token: string,
  ) {}

  static async of(emulator: Emulator): Promise<Caller> {
    const login = { grant_type: 'client_credentials', client_id: CLIENT.id, client_secret: CLIENT.secret };
    const reply = await new Caller(emulator, '').send('POST', '/v1/oauth2/token', login);
    return new Caller(emulator, (JSON.parse(reply) as { access_token: string }).access_token);
  }

  /** The locations. */
  async places(): Promise<string[]> {
    const places = JSON.parse(await this.send('GET', '/v1/locations')) as { code: string }[];
    return places.map(({ code }) => code);
  }

  /** Returns the id of the new machine. */
  async deploy(hostname: string, location: string): Promise<string> {
    const reply = await this.send('POST', '/v1/instances', {
      hostname,
      description: hostname,
      instance_type: TYPE,
      image: 'ubuntu-24.04',
      location_code: location,
    });
    return JSON.parse(reply) as string;
  }

  /** Moves the clock, and returns the CPU milliseconds until the next request is answered. */
  async jump(): Promise<number> {
    const before = process.cpuUsage();
    this.emulator.clock.advance(JUMP_MS);
    await this.send('GET', '/v1/balance');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }

  async send(method: string, route: string, body?: object): Promise<string> {
    const reply = await fetch(this.emulator.url + route, {
      method,
      headers: {
        ...(this.token !== '' && { authorization: `Bearer ${this.token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${route} answered ${reply.status}: ${text}`);
    return text;
  }
}
