import { BulkDelete } from '../../../../dist/provider/polling/bulkDelete';
import { Collection } from '../../../../dist/provider/polling/collection';
import type { WaitDecision } from '../../../../dist/provider/polling/collection';
import { untilReady, untilGone } from '../../../../dist/provider/polling/statusRule';
import { machineStatuses } from '../../../../dist/provider/machines/machine';
import type { Bench, Row } from '../../bench';
import { rounded } from '../../bench';
import { SimulatedClock } from '../../simulation/clock';
import type { Instance } from '../../simulation/cloud';
import { SimulatedCloud } from '../../simulation/cloud';
import { heapInUse } from '../../simulation/memory';

/** The engine's default parallelism on two cores: the number of reads at once. */
const READS_AT_ONCE = 8;
const HOURS = 3_600_000;
/** A time at which all machines are being deleted, and none is gone yet, in ms. */
const DELETING_HALFWAY_MS = 5_000;

// Runs, without an engine, on a simulated cloud and clock, the provider's own poller, reads and bulk deletes
// (`provider/polling`) for N machines. First `up`: the cloud accepts 60 deploys a minute, and each machine is waited
// for after its acceptance. Then a refresh: every machine is read, eight at a time. Then a destroy: all machines are
// deleted, and each is waited for until it is gone.
// The table shows: the simulated minutes of the `up`, of which the rate limit takes ⌈N/60⌉ − 1; lists and single reads
// in each part; the GETs of an `up` with ticks of a fixed length, with the same number of GETs for one machine; the
// ratio, which is all GETs for each machine; the processor's time for everything, including parsing the replies; the
// heap in use while all N are waited for, minus the heap before the first; and the peak memory of the process so far.
export const growth: Bench = {
  name: 'growth',
  about: 'lists, processor time and memory of the life of N machines, simulated',
  sizes: [10, 100, 1_000, 10_000],
  plot: {
    title: 'the life of N machines, simulated',
    unit: 'GETs, or MB',
    lines: {
      upGets: 'GETs of up',
      fixedTickGets: 'GETs of up with fixed ticks',
      refreshGets: 'GETs of refresh',
      destroyGets: 'GETs of destroy',
      heapMB: 'heap, MB',
    },
    logarithmic: true,
  },

  async run({ sizes, progress }) {
    const one = await life(1);
    const rows: Row[] = [];
    for (const n of sizes) {
      progress(`the life of ${n} machines`);
      const row = await life(n);
      const fixedTickGets = rounded((one.upGets * row.upMinutes) / one.upMinutes, 0);
      rows.push({ ...row, fixedTickGets });
    }
    return rows;
  },
};

async function life(n: number) {
  const clock = new SimulatedClock();
  const cloud = new SimulatedCloud(clock);
  const instances = new Collection<Instance>({
    name: 'instances',
    clock,
    list: () => cloud.list(),
    get: (id) => cloud.get(id),
    idOf: ({ id }) => id,
    random: repeatable(),
  });
  const deletions = new BulkDelete<string>({
    clock,
    windowMs: 10,
    maxWindowMs: 100,
    keyOf: () => 'delete',
    send: async (ids) => {
      await cloud.delete(ids);
      return ids.map(() => undefined);
    },
  });
  const counted = counter(cloud);
  const heapBefore = heapInUse();
  const processor = process.cpuUsage();

  const ids: string[] = [];
  const waits: Promise<unknown>[] = [];
  const wait = (id: string, decide: (found: Instance | undefined) => WaitDecision<Instance>, kind: string) =>
    instances.wait(id, decide, { deadline: clock.now() + 24 * HOURS, kind });
  const isReady = untilReady<Instance>(machineStatuses, (found) => new Error(found?.status ?? 'missing'));
  await clock.until(
    cloud.deploy(n, (id) => {
      ids.push(id);
      waits.push(wait(id, isReady, 'deploying'));
    }),
  );
  await clock.until(Promise.all(waits));
  const upMinutes = clock.now() / 60_000;
  const up = counted();

  await clock.until(clock.sleep(60_000));
  await clock.until(inTurns(ids, READS_AT_ONCE, (id) => instances.read(id)));
  const refresh = counted();

  const gone = Promise.all(
    ids.map(async (id) => {
      await deletions.add(id);
      await wait(id, untilGone<Instance>(machineStatuses), 'deleting');
    }),
  );
  await clock.until(clock.sleep(DELETING_HALFWAY_MS));
  const heap = heapInUse() - heapBefore;
  await clock.until(gone);
  const destroy = counted();
  const { user, system } = process.cpuUsage(processor);
  return {
    n,
    ratio: rounded((up + refresh + destroy) / n),
    goal: null,
    upMinutes: rounded(upMinutes, 1),
    upGets: up,
    refreshGets: refresh,
    destroyGets: destroy,
    deletes: cloud.deletes,
    processorSeconds: rounded((user + system) / 1e6, 2),
    heapMB: rounded(heap / 2 ** 20, 1),
    residentMB: rounded(process.resourceUsage().maxRSS / 1024, 0),
  };
}

/** Counts the GETs since its last call. */
function counter(cloud: SimulatedCloud): () => number {
  let before = 0;
  return () => {
    const now = cloud.lists + cloud.singles;
    const since = now - before;
    before = now;
    return since;
  };
}

/** Pseudo-random numbers between 0 and 1, the same in each run, so that the poll's jitter is the same. */
function repeatable(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Runs so many at a time, as the engine does. */
async function inTurns<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
