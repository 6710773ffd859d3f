import fc from 'fast-check';
import { LAG_MS } from '../../../core/intentLog';
import { Bystanders, LONG_BEFORE_MS } from './bystanders';
import { PatientClock } from './patientClock';
import type { Declared, Kill, Trouble } from './engine';
import * as sessions from '../../../provider/session/session';
import { CALM, Engine, sessionOfPlugin, volumesIn } from './engine';
import type { Thing } from './simulatedCloud';
import { SimulatedCloud } from './simulatedCloud';

/** How people go on after something went wrong. */
const GOING_ON = [
  'up',
  'destroy',
  'remove a resource, then up',
  'edit the program, then up',
  'up --replace',
  'refresh, then up',
] as const;

/** A machine, one that is accepted and not awaited, a disk, a copy, a cluster. */
const RESOURCES = ['machine', 'accepted', 'disk', 'copy', 'cluster'] as const;
type ResourceName = (typeof RESOURCES)[number];

/** One story: what is deployed, what goes wrong, and how people go on. */
export interface Schedule {
  readonly resources: readonly ResourceName[];
  /** Whether all was deployed once before the trouble began. */
  readonly wasDeployed: boolean;
  /** Runs in trouble, one after the other, each with a change of the program or none. */
  readonly troubles: readonly {
    readonly trouble: Trouble;
    readonly verb: 'up' | 'destroy';
    readonly edit: number;
    readonly replaces: boolean;
  }[];
  readonly goingOn: (typeof GOING_ON)[number];
  /** Which resource leaves the program, or is replaced. */
  readonly pick: number;
  /** How long people wait before they go on, in ms. */
  readonly pauseMs: number;
  /** By how much lists still lag behind when people go on, in ms. */
  readonly lagMs: number;
}

const kill: fc.Arbitrary<Kill> = fc.record({
  victim: fc.constantFrom('engine', 'plugin', 'both'),
  at: fc.oneof(
    fc.record({
      request: fc.integer({ min: 1, max: 60 }),
      point: fc.constantFrom('before' as const, 'after' as const),
    }),
    fc.record({ ms: fc.integer({ min: 0, max: 45_000 }) }),
  ),
});

const trouble: fc.Arbitrary<Trouble> = fc.record({
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

/** Any such story. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  resources: fc.subarray([...RESOURCES], { minLength: 1 }),
  wasDeployed: fc.boolean(),
  troubles: fc.array(
    fc.record({
      trouble,
      verb: fc.constantFrom('up' as const, 'up' as const, 'up' as const, 'destroy' as const),
      edit: fc.integer({ min: 0, max: 2 }),
      replaces: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  goingOn: fc.constantFrom(...GOING_ON),
  pick: fc.nat({ max: 4 }),
  pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 })),
  lagMs: fc.constantFrom(0, 0, 3_000, 9_000),
});

/** A program of these resources, in one of its editions: each edit makes some of them need a new one. */
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

/** What became of a story; all lists are to be empty. */
export interface Outcome {
  /** Billed, in no state, and named to nobody, after people went on. */
  readonly orphans: readonly string[];
  /** Billed more than once under one name, what was named as an orphan aside. */
  readonly duplicates: readonly string[];
  /** In state, and not there. */
  readonly lost: readonly string[];
  /** Billed after destroy. */
  readonly left: readonly string[];
  /** What was somebody else's and is gone or changed. */
  readonly harmed: readonly string[];
}

/** The volumes of a machine that was accepted and not yet seen ready: its outputs do not say which are its own. */
const volumesShown = ({ osVolumeId, volumeIds = [] }: Record<string, unknown>): string[] =>
  typeof osVolumeId === 'string' ? [osVolumeId, ...(volumeIds as string[])] : (volumeIds as string[]);

const describe = ({ collection, name, id }: Thing): string => `${collection} ${name} (${id.slice(0, 8)})`;

/** Plays a story from its first run to destroy, with the same jitter each time. */
export async function play(schedule: Schedule): Promise<Outcome> {
  jest.spyOn(Math, 'random').mockImplementation(evenly());
  jest.spyOn(sessions, 'currentSession').mockImplementation(sessionOfPlugin);
  try {
    return await tell(schedule);
  } finally {
    jest.restoreAllMocks();
  }
}

/** Numbers between 0 and 1 that are spread evenly and always the same. */
function evenly(): () => number {
  let turn = 0;
  return () => (turn += (Math.sqrt(5) - 1) / 2) % 1;
}

async function tell(schedule: Schedule): Promise<Outcome> {
  const clock = new PatientClock();
  const cloud = new SimulatedCloud(clock);
  const engine = new Engine(cloud, clock);
  const bystanders = new Bystanders(cloud);
  await clock.pass(LONG_BEFORE_MS);
  const base = { source: cloud.base('source'), given: cloud.base('given') };
  const others = new Set<string>(Object.values(base));
  // What a machine is given was there before: the API may tell the time in whole seconds.
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
  bystanders.copyTags();
  const lagMs = Math.max(schedule.lagMs, ...schedule.troubles.map(({ trouble }) => trouble.lagMs));
  for (const { trouble: suffered, verb, edit, replaces } of schedule.troubles) {
    edition = edit;
    const replaced = replaces ? [picked()] : [];
    const work = verb === 'up' ? engine.up(program(), suffered, replaced) : engine.destroy(suffered);
    // That such a run fails is what it is for; what it leaves behind is looked at afterwards.
    await run(work.catch(() => undefined));
    bystanders.copyTags();
    // What is seen later than lists may lag behind is beyond what any run can see to: people wait for it.
    const seenAfter = suffered.faults.includes('late') ? suffered.lateMs + lagMs : 0;
    if (seenAfter > LAG_MS) await clock.pass(seenAfter);
  }
  await clock.pass(schedule.pauseMs);
  const after: Trouble = { ...CALM, lagMs: schedule.lagMs };

  switch (schedule.goingOn) {
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

  // The warning at the end of such a run says so.
  if (schedule.goingOn !== 'destroy' && engine.isToRunAgain) {
    await clock.pass(LAG_MS);
    await run(engine.up(program(), after));
  }

  const known = new Set(
    engine.state.flatMap(({ id, outputs }) => [id, ...volumesIn(outputs), ...volumesShown(outputs)]),
  );
  // The end of a run removes nothing: what it names, people remove or destroy does.
  const wasNamed = ({ id }: Thing) => engine.named.some((text) => text.includes(id));
  const billed = cloud
    .billed()
    .filter(({ id }) => !bystanders.has(id))
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
    left: rest.filter(({ id }) => !others.has(id) && !bystanders.has(id)).map(describe),
    harmed: [
      ...bystanders.harmed(),
      ...Object.entries(base).flatMap(([name, id]) => (rest.some((thing) => thing.id === id) ? [] : [name])),
    ],
  };
}
