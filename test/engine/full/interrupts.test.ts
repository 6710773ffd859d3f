// The engine and its plugin are struck at moments before and after what they ask for has had its effect. Whatever
// people do next, the cloud ends with what the program says, once.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';
import { PENDING } from '../../../core/pendingTag';
import type { Blow } from '../support/desk';
import { Desk, urnOf } from '../support/desk';

jest.setTimeout(600_000);

const machine = (name: string, more = '', opts = '{}', hostname = name) => `new cc.Instance('${name}', {
  hostname: '${hostname}', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: '${hostname}-os', size: 50 }, ${more}
}, ${opts});`;

let emulator: Emulator;
let cloud: CloudComputeClient;

beforeEach(async () => {
  emulator = await startEmulator({ timeScale: 200, balance: 1_000_000 });
  cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
});

afterEach(async () => {
  cloud.close();
  await emulator.close();
});

/** All that is billed, by kind and name, and that none of it carries a mark. A cluster's local disk has no place in state. */
async function billed(): Promise<string[]> {
  const [instances, clusters, volumes] = await Promise.all([
    cloud.instances.list(),
    cloud.clusters.list(),
    cloud.volumes.list(),
  ]);
  const all = [...instances, ...clusters, ...volumes.filter(({ type }) => type !== 'NVMe_OS_Cluster')];
  const live = all.filter(({ status }) => !['deleting', 'discontinued', 'deleted'].includes(status));
  return live
    .map((one) => {
      const marked = one.tags.some(({ key }) => key === PENDING) ? ' (marked)' : '';
      return ('hostname' in one ? one.hostname : one.name) + marked;
    })
    .sort();
}

/** The cloud holds so many of these requests back, before or after they take effect. Tells whether they have come. */
function holdBack(
  operation: string,
  when: 'before' | 'after',
  { times = 1, ...action }: { times?: number; action?: string } = {},
): () => boolean {
  const held = emulator.control.faults.add({
    ...{ kind: 'delay', operation, when, milliseconds: 1_500, times },
    ...action,
  });
  return () => emulator.control.faults.list().some(({ id, met }) => id === held && met === times);
}

/** The cloud refuses these requests from here on. Tells whether one has come. */
function refuse(operation: string): () => boolean {
  const refused = emulator.control.faults.add({ kind: 'status', status: 503, operation, times: 'always' });
  return () => emulator.control.faults.list().some(({ id, met }) => id === refused && met > 0);
}

const answered = (operation: string) => () => (emulator.control.requests.counts()[operation] ?? 0) > 0;

describe('a run that is interrupted at any moment', () => {
  let desk: Desk;
  let base: { source: string; given: string };
  let key: string;

  beforeEach(async () => {
    const volume = (name: string) =>
      cloud.volumes.create({ name, size: 10, type: 'NVMe', location_code: 'FIN-01' });
    base = { source: await volume('source'), given: await volume('given') };
    key = await cloud.sshKeys.create({
      name: 'theirs',
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a',
    });
    emulator.clock.advance(60_000);
    desk = await Desk.create(emulator.url, '');
  });

  afterEach(() => desk.dispose());

  /** Every kind that is billed, under names of this edition. */
  const program = (edition: number) => `
    ${machine(
      'trainer',
      `existingVolumes: ['${base.given}'], volumes: [{ name: 'scratch-${edition}', size: 10, type: 'NVMe' }]`,
      '{}',
      `trainer-${edition}`,
    )}
    new cc.Volume('data-${edition}', { name: 'data-${edition}', size: 10, type: 'NVMe', locationCode: 'FIN-01' });
    new cc.Volume('copy-${edition}', {
      name: 'copy-${edition}', size: 10, type: 'NVMe', locationCode: 'FIN-01', sourceVolumeId: '${base.source}',
    });
    new cc.Cluster('cluster-${edition}', {
      hostname: 'cluster-${edition}', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster',
      locationCode: 'FIN-01', sshKeyIds: ['${key}'], sharedVolume: { name: 'shared-${edition}', size: 20 },
      deleteSharedVolumes: true, deletePermanently: true,
    });`;
  const ofProgram = (edition: number) =>
    ['trainer', 'trainer', 'scratch', 'data', 'copy', 'cluster', 'shared']
      .map((name, index) => `${name}-${edition}${index === 1 ? '-os' : ''}`)
      .concat('source', 'given')
      .sort();

  const BLOWS: Blow[] = ['kill the CLI', 'kill the plugin', 'kill both', 'Ctrl-C twice', 'Ctrl-C'];

  it('is followed by an up with exactly the declared resources, and a destroy that leaves nothing', async () => {
    for (const [edition, blow] of BLOWS.entries()) {
      await desk.program(program(edition));
      emulator.control.requests.reset();
      // The machine is not ordered yet, the disk and the copy are and nobody heard of it, the cluster comes up.
      const moments = [
        holdBack('deployInstance', edition % 2 ? 'after' : 'before'),
        holdBack('createVolume', 'after'),
        holdBack('PUT /v1/volumes', edition % 2 ? 'before' : 'after', { action: 'clone' }),
        answered('deployCluster'),
      ];
      await desk.strikeUp(blow, () => moments.every((hasCome) => hasCome()));
      emulator.control.faults.clear();
      await desk.up();
      expect({ blow, billed: await billed() }).toEqual({ blow, billed: ofProgram(edition) });
    }

    // All is in state, and the cloud does not let go of the marks.
    await desk.program(program(7));
    const unmarkings = ['deleteInstanceTag', 'deleteVolumeTag', 'deleteClusterTag'].map(refuse);
    await desk.strikeUp('kill both', () => unmarkings.every((hasCome) => hasCome()));
    // Else the program would go on trying to take them off. What it has sent already is still refused.
    desk.switchOff();
    const saved = (await desk.resources()).map(({ urn }) => urn.split('::').at(-1));
    expect(saved).toEqual(expect.arrayContaining(['cluster-7', 'copy-7', 'data-7', 'trainer']));
    const marked = ['cluster-7', 'copy-7', 'data-7', 'trainer-7'].map((name) => `${name} (marked)`);
    expect(await billed()).toEqual(expect.arrayContaining(marked));
    emulator.control.faults.clear();
    await desk.up();
    expect(await billed()).toEqual(ofProgram(7));

    // All is asked to go and goes, and nobody hears of it.
    const removals = [
      holdBack('performInstanceAction', 'after', { action: 'delete' }),
      holdBack('PUT /v1/volumes', 'after', { action: 'delete' }),
      holdBack('performClusterAction', 'after'),
    ];
    await desk.strikeDestroy('kill both', () => removals.every((hasCome) => hasCome()));
    emulator.control.faults.clear();
    expect(await desk.resources()).toHaveLength(4);
    await desk.destroy();
    expect(await billed()).toEqual(['given', 'source']);

    await desk.program(program(9));
    const ordered = holdBack('deployInstance', 'after');
    const cloned = holdBack('PUT /v1/volumes', 'after', { action: 'clone' });
    await desk.strikeUp('kill both', () => ordered() && cloned());
    emulator.control.faults.clear();
    await desk.destroy();
    expect(await billed()).toEqual(['given', 'source']);
  });
});

describe('a crash', () => {
  let desk: Desk;
  const ordered = () => holdBack('deployInstance', 'after');

  beforeEach(async () => {
    desk = await Desk.create(emulator.url, machine('trainer'));
  });

  afterEach(() => desk.dispose());

  const idOf = async (hostname: string): Promise<string> => {
    const [found, ...others] = (await cloud.instances.list()).filter((one) => one.hostname === hostname);
    expect(others).toEqual([]);
    return found?.id ?? '';
  };

  it('leaves orphans that no other person with the same project and stack name takes over', async () => {
    const neighbour = await Desk.create(emulator.url, machine('trainer'));
    try {
      await desk.strikeUp('kill both', ordered());
      emulator.control.faults.clear();
      const left = await idOf('trainer');
      await neighbour.up();
      expect(await billed()).toEqual(['trainer', 'trainer (marked)', 'trainer-os', 'trainer-os']);
      expect((await neighbour.resources()).map(({ id }) => id)).not.toContain(left);
      await neighbour.destroy();
      expect(await idOf('trainer')).toBe(left);
      expect(await desk.up()).toContain(`Took over the instance ${left}`);
      expect((await desk.resources()).map(({ id }) => id)).toEqual([left]);
      expect(await billed()).toEqual(['trainer', 'trainer-os']);
    } finally {
      await neighbour.dispose();
    }
  });

  it('ends the plugin of a killed engine, which orders nothing more', async () => {
    await desk.strikeUp('kill the CLI', answered('deployInstance'));
    while ((await desk.survivors()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(emulator.control.requests.counts()['deployInstance']).toBe(1);
    expect(await desk.destroy()).toContain('trainer');
    expect(await billed()).toEqual([]);
  });

  it('does not disturb a forced replacement, kept resources and removed resources', async () => {
    await desk.up();
    const first = await idOf('trainer');

    // Two more are ordered and not heard of; one of them is to be kept. Meanwhile the first is to be replaced.
    const three = machine('trainer') + machine('kept', '', '{ retainOnDelete: true }') + machine('second');
    await desk.program(three);
    await desk.strikeUp('kill the plugin', holdBack('deployInstance', 'after', { times: 2 }));
    emulator.control.faults.clear();
    const left = { kept: await idOf('kept'), second: await idOf('second') };
    await desk.up('--replace', urnOf('Instance', 'trainer'));
    expect(await billed()).toEqual(['kept', 'kept-os', 'second', 'second-os', 'trainer', 'trainer-os']);
    expect(await idOf('trainer')).not.toBe(first);
    expect({ kept: await idOf('kept'), second: await idOf('second') }).toEqual(left);

    // The forced replacement itself is struck, before its machine is there; then it is forced again.
    const again = holdBack('deployInstance', 'before');
    await desk.program(
      machine('trainer', '', '{ deleteBeforeReplace: true }', 'renamed') + machine('second'),
    );
    await desk.strikeUp('kill the CLI', again);
    emulator.control.faults.clear();
    await desk.up('--replace', urnOf('Instance', 'trainer'));
    // What was to be kept left the program, and stays.
    expect(await billed()).toEqual(['kept', 'kept-os', 'renamed', 'renamed-os', 'second', 'second-os']);
    expect(await idOf('kept')).toBe(left.kept);

    // What is given up belongs to nobody; the program gets another one.
    await desk.giveUp(urnOf('Instance', 'second'));
    await desk.up();
    expect(await billed()).toEqual(
      ['kept', 'kept-os', 'renamed', 'renamed-os', 'second', 'second', 'second-os', 'second-os'].sort(),
    );
    await desk.destroy();
    expect(await billed()).toEqual(['kept', 'kept-os', 'second', 'second-os']);
    expect(await idOf('second')).toBe(left.second);
  });
});
