import fc from 'fast-check';
import { LAG_MS } from '../../core/orphans/intentLog';
import { volumesInState } from '../../core/orphans/volumesInState';
import { PENDING, resourceHashOf } from '../../core/pendingTag';
import { seed as fixedSeed } from '../randomCases';
import { TestClock } from '../unit/provider/polling/testClock';
import { Engine } from './support/engine';
import { runOfPlugin } from './support/plugin';
import type { Declared } from './support/program';
import { urnOf } from './support/program';
import type { Faults, ResourceName, Schedule } from './support/schedules';
import { NO_FAULTS, schedules } from './support/schedules';
import { SimulatedCloud } from './support/simulatedCloud';
import type { Thing } from './support/things';

// Several plugins are simulated in this process: each has a run of its own.
jest.mock('../../provider/run/run', () => ({
  ...jest.requireActual<object>('../../provider/run/run'),
  currentRun: () => runOfPlugin(),
}));

/** The number of schedules. `CHAOS_SCHEDULES=5000 CHAOS_SEED=42` runs more, or repeats a run. */
const numRuns = Number(process.env['CHAOS_SCHEDULES'] ?? 300);
const seed = Number(process.env['CHAOS_SEED'] ?? fixedSeed);

describe(`a stack under random kills and lost requests (seed ${seed})`, () => {
  jest.setTimeout(600_000);

  it('loses and duplicates no billed resource, changes no foreign resource, and leaves nothing after destroy', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        expect(await runSchedule(schedule)).toEqual({
          orphans: [],
          duplicates: [],
          lost: [],
          left: [],
          foreignChanges: [],
        });
      }),
      { numRuns, seed, endOnFailure: process.env['CHAOS_SHRINK'] === undefined },
    );
  });
});

/** A clock for whole runs: more callbacks follow each other within one moment than in a test of one part. */
class PatientClock extends TestClock {
  override async quiet(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await super.quiet();
  }
}

/** The result of a schedule; all lists must be empty. */
interface Outcome {
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

const nameOf = ({ collection, name, id }: Thing): string => `${collection} ${name} (${id.slice(0, 8)})`;

/** Runs a schedule from its first run to destroy, with the same jitter each time. */
async function runSchedule(schedule: Schedule): Promise<Outcome> {
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
  if (schedule.wasDeployed) await run(engine.run().up(program()));
  foreign.copyTags();
  const lagMs = Math.max(schedule.lagMs, ...schedule.interruptedRuns.map(({ faults }) => faults.lagMs));
  for (const { faults, verb, edit, replaces } of schedule.interruptedRuns) {
    edition = edit;
    const replaced = replaces ? [picked()] : [];
    const work = verb === 'up' ? engine.run(faults).up(program(), replaced) : engine.run(faults).destroy();
    // Such a run is expected to fail; the result is checked at the end.
    await run(work.catch(() => undefined));
    foreign.copyTags();
    // No run can handle a request that takes effect after the longest lag of lists: people wait for it.
    const seenAfter = faults.faults.includes('late') ? faults.lateMs + lagMs : 0;
    if (seenAfter > LAG_MS) await clock.pass(seenAfter);
  }
  await clock.pass(schedule.pauseMs);
  const after: Faults = { ...NO_FAULTS, lagMs: schedule.lagMs };

  if (schedule.continuation === 'destroy') await run(engine.run(after).destroy());
  else {
    if (schedule.continuation === 'remove a resource, then up')
      resources = resources.filter((name) => name !== picked());
    if (schedule.continuation === 'edit the program, then up') edition = (edition + 1) % 3;
    if (schedule.continuation === 'refresh, then up') await run(engine.run(after).refresh());
    await run(engine.run(after).up(program(), schedule.continuation === 'up --replace' ? [picked()] : []));
    // The warning at the end of such a run asks for another up.
    if (engine.asksForAnotherUp) {
      await clock.pass(LAG_MS);
      await run(engine.run(after).up(program()));
    }
  }

  const known = new Set(engine.state.flatMap(({ id, outputs }) => [id, ...volumesInState(outputs)]));
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
    orphans: billed.filter(({ id }) => !known.has(id) && !others.has(id)).map(nameOf),
    duplicates: billed.filter(({ name }, index) => names.indexOf(name) !== index).map(nameOf),
    lost: lost.map(({ urn, id }) => `${urn} (${id.slice(0, 8)})`),
  };
  await run(engine.run().destroy());
  const rest = cloud.billed();
  return {
    ...found,
    left: rest.filter(({ id }) => !others.has(id) && !foreign.has(id)).map(nameOf),
    foreignChanges: [
      ...foreign.changed(),
      ...Object.entries(base).flatMap(([name, id]) => (rest.some((thing) => thing.id === id) ? [] : [name])),
    ],
  };
}

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

/** A thing is foreign if it is older than its pending tag by more than this. */
const LONG_BEFORE_MS = 11 * 60_000;

/** The resource whose pending tag each foreign thing gets, by the name of the foreign thing. */
const COPIED_FROM: Readonly<Record<string, string>> = {
  ...{ machine: 'machine', 'machine-os': 'machine', 'machine-data': 'machine' },
  ...{ accepted: 'accepted', 'accepted-os': 'accepted' },
  ...{ disk: 'disk', copy: 'copy', cluster: 'cluster', 'cluster-shared': 'cluster' },
};

/**
 * The things of another person in the same project. Each has the name of a thing of the program, is much older, and gets
 * the pending tag that the thing of the program has or had.
 */
class ForeignThings {
  private readonly things: readonly Thing[];
  private readonly before: readonly string[];
  /** Attached to the machine of the program, with the name of one of the volumes created with it. */
  private readonly foreignVolume: Thing;

  constructor(private readonly cloud: SimulatedCloud) {
    for (const hostname of ['machine', 'accepted']) {
      const volumes = hostname === 'machine' ? [{ name: 'machine-data', size: 10 }] : [];
      cloud.deploy({ hostname, volumes, os_volume: { name: `${hostname}-os`, size: 50 }, tags: [] });
    }
    const shared_volume = { name: 'cluster-shared', size: 20 };
    cloud.deployCluster({ hostname: 'cluster', shared_volume, tags: [] });
    for (const name of ['disk', 'copy']) cloud.base(name);
    this.things = [...cloud.things.values()];
    this.foreignVolume = cloud.find('volumes', cloud.base('machine-data'));
    this.before = this.things.map(snapshotOf);
  }

  has(id: string): boolean {
    return [this.foreignVolume, ...this.things].some((thing) => thing.id === id);
  }

  /** Simulates a person who copies the tags of the program's things to these. */
  copyTags(): void {
    const machine = this.cloud.billed().find(({ id, name }) => name === 'machine' && !this.has(id));
    if (machine && this.foreignVolume.goneAt === undefined) this.foreignVolume.holder = machine.id;
    for (const { id, name, tags } of [this.foreignVolume, ...this.things]) {
      const hash = resourceHashOf(urnOf(COPIED_FROM[name] ?? name));
      const value = this.cloud.pendingTags.findLast(({ resource }) => resource === hash)?.text;
      if (value !== undefined) tags.splice(0, tags.length, { id: `tag_of_${id}`, key: PENDING, value });
    }
  }

  /** The names of the things that are gone, renamed, grown or detached. */
  changed(): string[] {
    const gone =
      this.foreignVolume.goneAt === undefined ? [] : [`${this.foreignVolume.name}, attached to the machine`];
    const changed = this.things
      .filter((thing, index) => snapshotOf(thing) !== this.before[index])
      .map(({ name }) => name);
    return [...gone, ...changed];
  }
}

const snapshotOf = ({ id, name, size, holder, goneAt }: Thing): string =>
  JSON.stringify({ id, name, size, holder, goneAt });
