import fc from 'fast-check';
import { LAG_MS } from '../../../core/orphans/intentLog';
import { ForeignThings, LONG_BEFORE_MS } from './things/foreignThings';
import { PatientClock } from './patientClock';
import { Engine } from './engine';
import type { Declared, Faults, Kill } from './program';
import { NO_FAULTS } from './program';
import { volumesIn } from './things/savedThings';
import { SimulatedCloud } from './simulatedCloud';
import type { Thing } from './things/things';

/** The commands of people after the interrupted runs. */
const CONTINUATIONS = [
  'up',
  'destroy',
  'remove a resource, then up',
  'edit the program, then up',
  'up --replace',
  'refresh, then up',
] as const;

/** A machine, a machine that is not awaited, a volume, a copy of a volume, and a cluster. */
const RESOURCES = ['machine', 'accepted', 'disk', 'copy', 'cluster'] as const;
type ResourceName = (typeof RESOURCES)[number];

/** The deployed resources, the interrupted runs with their faults, and the later commands of people. */
export interface Schedule {
  readonly resources: readonly ResourceName[];
  /** Whether the program was deployed before the first interrupted run. */
  readonly wasDeployed: boolean;
  /** Runs with faults, one after another; each may change the program. */
  readonly interruptedRuns: readonly {
    readonly faults: Faults;
    readonly verb: 'up' | 'destroy';
    readonly edit: number;
    readonly replaces: boolean;
  }[];
  readonly continuation: (typeof CONTINUATIONS)[number];
  /** Which resource leaves the program, or is replaced. */
  readonly pick: number;
  /** The time between the last interrupted run and the next command, in ms. */
  readonly pauseMs: number;
  /** How far lists still lag behind at the next command, in ms. */
  readonly lagMs: number;
}

const kill: fc.Arbitrary<Kill> = fc.record({
  target: fc.constantFrom('engine', 'plugin', 'both'),
  at: fc.oneof(
    fc.record({
      request: fc.integer({ min: 1, max: 60 }),
      point: fc.constantFrom('before' as const, 'after' as const),
    }),
    fc.record({ ms: fc.integer({ min: 0, max: 45_000 }) }),
  ),
});

const faults: fc.Arbitrary<Faults> = fc.record({
  faults: fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constant('none' as const) },
      fc.constantFrom(
        'lost reply' as const,
        'lost request' as const,
        'late' as const,
        'server error' as const,
      ),
    ),
    { maxLength: 8 },
  ),
  lateMs: fc.integer({ min: 50, max: 25_000 }),
  lagMs: fc.constantFrom(0, 0, 500, 3_000),
  kill: fc.option(kill, { nil: undefined, freq: 4 }),
  programLives: fc.boolean(),
});

/** Generates any schedule. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  resources: fc.subarray([...RESOURCES], { minLength: 1 }),
  wasDeployed: fc.boolean(),
  interruptedRuns: fc.array(
    fc.record({
      faults,
      verb: fc.constantFrom('up' as const, 'up' as const, 'up' as const, 'destroy' as const),
      edit: fc.integer({ min: 0, max: 2 }),
      replaces: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  continuation: fc.constantFrom(...CONTINUATIONS),
  pick: fc.nat({ max: 4 }),
  pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 })),
  lagMs: fc.constantFrom(0, 0, 3_000, 9_000),
});

/** A program of these resources in one of its editions; each edition replaces some of them. */
function programOf(
  resources: Schedule['resources'],
  edition: number,
  diskSize: number,
  base: Readonly<Record<'source' | 'given', string>>,
) {
  const where = { locationCode: 'FIN-01', type: 'NVMe' };
  const all: Record<ResourceName, Declared> = {
    machine: {
      name: 'machine',
      kind: 'Instance',
      deleteBeforeReplace: true,
      args: {
        ...{ hostname: 'machine', image: 'ubuntu', locationCode: 'FIN-01' },
        instanceType: edition === 2 ? 'large' : 'small',
        osVolume: { name: 'machine-os', size: 50 },
        volumes: [{ name: 'machine-data', size: 10, type: 'NVMe' }],
        existingVolumes: [base.given],
        tags: { edition: String(edition) },
      },
    },
    accepted: {
      name: 'accepted',
      kind: 'Instance',
      args: {
        ...{ hostname: 'accepted', image: 'ubuntu', locationCode: 'FIN-01' },
        instanceType: edition === 1 ? 'large' : 'small',
        osVolume: { name: 'accepted-os', size: 50 },
        awaitReady: false,
      },
    },
    disk: { name: 'disk', kind: 'Volume', args: { ...where, name: 'disk', size: diskSize } },
    copy: {
      name: 'copy',
      kind: 'Volume',
      args: {
        ...where,
        ...{ name: edition === 1 ? 'copy-renamed' : 'copy', size: 10, sourceVolumeId: base.source },
        type: edition === 2 ? 'NVMe_Shared' : 'NVMe',
      },
    },
    cluster: {
      name: 'cluster',
      kind: 'Cluster',
      args: {
        ...{ hostname: 'cluster', image: 'ubuntu', locationCode: 'FIN-01', sshKeyIds: [] },
        clusterType: edition === 1 ? 'large' : 'small',
        sharedVolume: { name: 'cluster-shared', size: 20 },
        ...{ deleteSharedVolumes: true, deletePermanently: true },
      },
    },
  };
  return resources.map((name) => all[name]);
}

/** The result of a schedule; all lists must be empty. */
export interface Outcome {
  /** Billed, in no state, and named by no command. */
  readonly orphans: readonly string[];
  /** Billed more than once under the same name, without named orphans. */
  readonly duplicates: readonly string[];
  /** In state, but no longer in the cloud. */
  readonly lost: readonly string[];
  /** Billed after destroy. */
  readonly left: readonly string[];
  /** Changes of resources of somebody else. */
  readonly foreignChanges: readonly string[];
}

/** The volumes of an accepted machine: until it is ready, its outputs do not say which were created with it. */
const volumesShown = ({ osVolumeId, volumeIds = [] }: Record<string, unknown>): string[] =>
  typeof osVolumeId === 'string' ? [osVolumeId, ...(volumeIds as string[])] : (volumeIds as string[]);

const describe = ({ collection, name, id }: Thing): string => `${collection} ${name} (${id.slice(0, 8)})`;

/** Runs a schedule from its first run to destroy, with the same jitter each time. */
export async function runSchedule(schedule: Schedule): Promise<Outcome> {
  jest.spyOn(Math, 'random').mockImplementation(evenly());
  try {
    return await runSteps(schedule);
  } finally {
    jest.restoreAllMocks();
  }
}

/** Evenly spread numbers between 0 and 1, the same each time. */
function evenly(): () => number {
  let turn = 0;
  return () => (turn += (Math.sqrt(5) - 1) / 2) % 1;
}

async function runSteps(schedule: Schedule): Promise<Outcome> {
  const clock = new PatientClock();
  const cloud = new SimulatedCloud(clock);
  const engine = new Engine(cloud, clock);
  const foreign = new ForeignThings(cloud);
  await clock.pass(LONG_BEFORE_MS);
  const base = { source: cloud.base('source'), given: cloud.base('given') };
  const others = new Set<string>(Object.values(base));
  // An attached volume exists before the machine, even if the API shows times in whole seconds.
  await clock.pass(1_000);
  let { resources } = schedule;
  let edition = 0;
  // A volume does not shrink.
  let diskSize = 10;
  const program = () => {
    diskSize = Math.max(diskSize, 10 + edition);
    return programOf(resources, edition, diskSize, base);
  };
  const picked = () => resources[schedule.pick % resources.length] ?? 'machine';

  const run = async (work: Promise<void>) => clock.until(work);
  if (schedule.wasDeployed) await run(engine.up(program()));
  foreign.copyTags();
  const lagMs = Math.max(schedule.lagMs, ...schedule.interruptedRuns.map(({ faults }) => faults.lagMs));
  for (const { faults, verb, edit, replaces } of schedule.interruptedRuns) {
    edition = edit;
    const replaced = replaces ? [picked()] : [];
    const work = verb === 'up' ? engine.up(program(), faults, replaced) : engine.destroy(faults);
    // Such a run is expected to fail; the result is checked at the end.
    await run(work.catch(() => undefined));
    foreign.copyTags();
    // No run can handle a request that takes effect after the longest lag of lists: people wait for it.
    const seenAfter = faults.faults.includes('late') ? faults.lateMs + lagMs : 0;
    if (seenAfter > LAG_MS) await clock.pass(seenAfter);
  }
  await clock.pass(schedule.pauseMs);
  const after: Faults = { ...NO_FAULTS, lagMs: schedule.lagMs };

  switch (schedule.continuation) {
    case 'up':
      await run(engine.up(program(), after));
      break;
    case 'destroy':
      await run(engine.destroy(after));
      break;
    case 'remove a resource, then up':
      resources = resources.filter((name) => name !== picked());
      await run(engine.up(program(), after));
      break;
    case 'edit the program, then up':
      edition = (edition + 1) % 3;
      await run(engine.up(program(), after));
      break;
    case 'up --replace':
      await run(engine.up(program(), after, [picked()]));
      break;
    case 'refresh, then up':
      await run(engine.refresh(after));
      await run(engine.up(program(), after));
      break;
  }

  // The warning at the end of such a run asks for another up.
  if (schedule.continuation !== 'destroy' && engine.asksForAnotherUp) {
    await clock.pass(LAG_MS);
    await run(engine.up(program(), after));
  }

  const known = new Set(
    engine.state.flatMap(({ id, outputs }) => [id, ...volumesIn(outputs), ...volumesShown(outputs)]),
  );
  // The end of a run removes no orphan; people or destroy remove the named orphans.
  const wasNamed = ({ id }: Thing) => engine.named.some((text) => text.includes(id));
  const billed = cloud
    .billed()
    .filter(({ id }) => !foreign.has(id))
    .filter((thing) => known.has(thing.id) || !wasNamed(thing));
  const names = billed.map(({ name }) => name);
  const lost = engine.state.filter(
    ({ kind, id }) => kind !== 'Owner' && cloud.things.get(id)?.goneAt !== undefined,
  );
  const found = {
    orphans: billed.filter(({ id }) => !known.has(id) && !others.has(id)).map(describe),
    duplicates: billed.filter(({ name }, index) => names.indexOf(name) !== index).map(describe),
    lost: lost.map(({ urn, id }) => `${urn} (${id.slice(0, 8)})`),
  };
  await run(engine.destroy());
  const rest = cloud.billed();
  return {
    ...found,
    left: rest.filter(({ id }) => !others.has(id) && !foreign.has(id)).map(describe),
    foreignChanges: [
      ...foreign.changed(),
      ...Object.entries(base).flatMap(([name, id]) => (rest.some((thing) => thing.id === id) ? [] : [name])),
    ],
  };
}
