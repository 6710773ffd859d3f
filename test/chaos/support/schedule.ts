import fc from 'fast-check';
import { PatientClock } from './patientClock';
import type { Declared, Kill, Trouble } from './engine';
import { CALM, Engine } from './engine';
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

/** One story: what is deployed, what goes wrong, and how people go on. */
export interface Schedule {
  /** Which resources there are: a machine, a disk, a copy, a cluster. */
  readonly resources: readonly ('machine' | 'disk' | 'copy' | 'cluster')[];
  /** Whether all was deployed once before the trouble began. */
  readonly wasDeployed: boolean;
  /** Runs in trouble, one after the other, each with a change of the program or none. */
  readonly troubles: readonly {
    readonly trouble: Trouble;
    readonly edit: number;
    readonly replaces: boolean;
  }[];
  readonly goingOn: (typeof GOING_ON)[number];
  /** Which resource leaves the program, or is replaced. */
  readonly pick: number;
  /** How long people wait before they go on, in ms. */
  readonly pauseMs: number;
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
  unmarks: fc.boolean(),
});

/** Any such story. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  resources: fc.subarray(['machine', 'disk', 'copy', 'cluster'] as const, { minLength: 1 }),
  wasDeployed: fc.boolean(),
  troubles: fc.array(fc.record({ trouble, edit: fc.integer({ min: 0, max: 2 }), replaces: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  goingOn: fc.constantFrom(...GOING_ON),
  pick: fc.nat({ max: 3 }),
  pauseMs: fc.integer({ min: 26_000, max: 60_000 }),
});

/** A program of these resources, in one of its editions: each edit makes some of them need a new one. */
function programOf(
  resources: Schedule['resources'],
  edition: number,
  base: Readonly<Record<'source' | 'given', string>>,
) {
  const where = { locationCode: 'FIN-01', type: 'NVMe' };
  const all: Record<Schedule['resources'][number], Declared> = {
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
    disk: { name: 'disk', kind: 'Volume', args: { ...where, name: 'disk', size: 10 + edition } },
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
  /** Billed, and in no state, after people went on. */
  readonly orphans: readonly string[];
  /** Billed more than once under one name. */
  readonly duplicates: readonly string[];
  /** In state, and not there. */
  readonly lost: readonly string[];
  /** Billed after destroy. */
  readonly left: readonly string[];
  /** Volumes of others that are gone. */
  readonly harmed: readonly string[];
}

const describe = ({ collection, name, id }: Thing): string => `${collection} ${name} (${id.slice(0, 8)})`;

/** Plays a story from its first run to destroy. */
export async function play(schedule: Schedule): Promise<Outcome> {
  const clock = new PatientClock();
  const cloud = new SimulatedCloud(clock);
  const engine = new Engine(cloud, clock);
  const base = { source: cloud.base('source'), given: cloud.base('given') };
  const others = new Set<string>(Object.values(base));
  let { resources } = schedule;
  let edition = 0;
  const program = () => programOf(resources, edition, base);
  const picked = () => resources[schedule.pick % resources.length] ?? 'machine';

  const run = async (work: Promise<void>) => clock.until(work);
  if (schedule.wasDeployed) await run(engine.up(program()));
  for (const { trouble: suffered, edit, replaces } of schedule.troubles) {
    edition = edit;
    // That such a run fails is what it is for; what it leaves behind is looked at afterwards.
    await run(engine.up(program(), suffered, replaces ? [picked()] : []).catch(() => undefined));
    await clock.pass(2_000);
  }
  await clock.pass(schedule.pauseMs);

  switch (schedule.goingOn) {
    case 'up':
      await run(engine.up(program()));
      break;
    case 'destroy':
      await run(engine.destroy());
      break;
    case 'remove a resource, then up':
      resources = resources.filter((name) => name !== picked());
      await run(engine.up(program()));
      break;
    case 'edit the program, then up':
      edition = (edition + 1) % 3;
      await run(engine.up(program()));
      break;
    case 'up --replace':
      await run(engine.up(program(), CALM, [picked()]));
      break;
    case 'refresh, then up':
      await run(engine.refresh());
      await run(engine.up(program()));
      break;
  }

  const known = new Set(
    engine.state.flatMap(({ id, outputs }) => {
      const shared = (outputs['sharedVolumes'] ?? []) as { id: string }[];
      return [id, ...((outputs['ownVolumeIds'] ?? []) as string[]), ...shared.map((volume) => volume.id)];
    }),
  );
  const billed = cloud.billed();
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
    left: rest.filter(({ id }) => !others.has(id)).map(describe),
    harmed: Object.entries(base).flatMap(([name, id]) =>
      rest.some((thing) => thing.id === id) ? [] : [name],
    ),
  };
}
