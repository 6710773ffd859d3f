// The engine and its plugin are interrupted before and after their requests take effect. Whatever people do
// next, the cloud then has exactly the resources of the program.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../../api';
import { PENDING } from '../../../../core/pendingTag';
import type { Interruption } from '../../support/stacks/interruptibleStack';
import { InterruptibleStack, urnOf } from '../../support/stacks/interruptibleStack';

jest.setTimeout(600_000);

const machine = (name: string, more = '', opts = '{}', hostname = name) => `new cc.Instance('${name}', {
  hostname: '${hostname}', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: '${hostname}-os', size: 50 }, ${more}
}, ${opts});`;

let emulator: Emulator;
let cloud: CloudComputeClient;

beforeEach(async () => {
  // A pending tag is valid for ten minutes of the cloud: six seconds here, so that a busy computer does not exceed them.
  emulator = await startEmulator({ timeScale: 100, balance: 1_000_000 });
  cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
});

afterEach(async () => {
  cloud.close();
  await emulator.close();
});

/** The names of everything billed, and whether it has a pending tag. The OS volumes of clusters are not in state. */
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
      const pending = one.tags.some(({ key }) => key === PENDING) ? ' (pending)' : '';
      return ('hostname' in one ? one.hostname : one.name) + pending;
    })
    .sort();
}

/** Delays requests before or after they take effect. Returns a function that says whether they have arrived. */
function holdBack(
  operation: string,
  when: 'before' | 'after',
  { times = 1, ...action }: { times?: number; action?: string } = {},
): () => boolean {
  const held = emulator.control.faults.add({
    ...{ kind: 'delay', operation, when, milliseconds: 1_500, times },
    ...action,
  });
  return () => emulator.control.faults.list().some(({ id, struck }) => id === held && struck === times);
}

/** Refuses these requests from now on. Returns a function that says whether a request has arrived. */
function refuse(operation: string): () => boolean {
  const refused = emulator.control.faults.add({ kind: 'status', status: 503, operation, times: 'always' });
  return () => emulator.control.faults.list().some(({ id, struck }) => id === refused && struck > 0);
}

const answered = (operation: string) => () => (emulator.control.requests.counts()[operation] ?? 0) > 0;

describe('a run that is interrupted at any moment', () => {
  let stack: InterruptibleStack;
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
    stack = await InterruptibleStack.create(emulator.url, '');
  });

  afterEach(() => stack.dispose());

  /** Every billed kind, with the names of this edition. */
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

  const INTERRUPTIONS: Interruption[] = [
    'kill the CLI',
    'kill the plugin',
    'kill both',
    'Ctrl-C twice',
    'Ctrl-C',
  ];

  it('is followed by an up with exactly the declared resources, and a destroy that leaves nothing', async () => {
    for (const [edition, kind] of INTERRUPTIONS.entries()) {
      await stack.program(program(edition));
      emulator.control.requests.reset();
      // The order of the machine may have arrived or not. The answers to the orders of the volume and its copy have
      // not arrived. The cluster is starting.
      const moments = [
        holdBack('deployInstance', edition % 2 ? 'after' : 'before'),
        holdBack('createVolume', 'after'),
        holdBack('PUT /v1/volumes', edition % 2 ? 'before' : 'after', { action: 'clone' }),
        answered('deployCluster'),
      ];
      await stack.interruptUp(kind, () => moments.every((hasArrived) => hasArrived()));
      emulator.control.faults.clear();
      await stack.up();
      expect({ kind, billed: await billed() }).toEqual({ kind, billed: ofProgram(edition) });
    }

    // Everything is in state, and the cloud refuses to remove the pending tags.
    await stack.program(program(7));
    const tagRemovals = ['deleteInstanceTag', 'deleteVolumeTag', 'deleteClusterTag'].map(refuse);
    await stack.interruptUp('kill both', () => tagRemovals.every((hasArrived) => hasArrived()));
    // Without the kill, the program would continue to remove tags. Requests under way are still refused.
    stack.switchOff();
    const saved = (await stack.resources()).map(({ urn }) => urn.split('::').at(-1));
    expect(saved).toEqual(expect.arrayContaining(['cluster-7', 'copy-7', 'data-7', 'trainer']));
    const pending = ['cluster-7', 'copy-7', 'data-7', 'trainer-7'].map((name) => `${name} (pending)`);
    expect(await billed()).toEqual(expect.arrayContaining(pending));
    emulator.control.faults.clear();
    await stack.up();
    expect(await billed()).toEqual(ofProgram(7));

    // Everything is deleted, but the answers are lost.
    const removals = [
      holdBack('performInstanceAction', 'after', { action: 'delete' }),
      holdBack('PUT /v1/volumes', 'after', { action: 'delete' }),
      holdBack('performClusterAction', 'after'),
    ];
    await stack.interruptDestroy('kill both', () => removals.every((hasArrived) => hasArrived()));
    emulator.control.faults.clear();
    expect(await stack.resources()).toHaveLength(4);
    await stack.destroy();
    expect(await billed()).toEqual(['given', 'source']);

    await stack.program(program(9));
    const ordered = holdBack('deployInstance', 'after');
    const cloned = holdBack('PUT /v1/volumes', 'after', { action: 'clone' });
    await stack.interruptUp('kill both', () => ordered() && cloned());
    emulator.control.faults.clear();
    await stack.destroy();
    expect(await billed()).toEqual(['given', 'source']);
  });
});

describe('a crash', () => {
  let stack: InterruptibleStack;
  const ordered = () => holdBack('deployInstance', 'after');

  beforeEach(async () => {
    stack = await InterruptibleStack.create(emulator.url, machine('trainer'));
  });

  afterEach(() => stack.dispose());

  const idOf = async (hostname: string): Promise<string> => {
    const [found, ...others] = (await cloud.instances.list()).filter((one) => one.hostname === hostname);
    expect(others).toEqual([]);
    return found?.id ?? '';
  };

  it('leaves orphans that no other person with the same project and stack name takes over', async () => {
    const neighbour = await InterruptibleStack.create(emulator.url, machine('trainer'));
    try {
      await stack.interruptUp('kill both', ordered());
      emulator.control.faults.clear();
      const left = await idOf('trainer');
      await neighbour.up();
      expect(await billed()).toEqual(['trainer', 'trainer (pending)', 'trainer-os', 'trainer-os']);
      expect((await neighbour.resources()).map(({ id }) => id)).not.toContain(left);
      await neighbour.destroy();
      expect(await idOf('trainer')).toBe(left);
      expect(await stack.up()).toContain(`Took over the instance ${left}`);
      expect((await stack.resources()).map(({ id }) => id)).toEqual([left]);
      expect(await billed()).toEqual(['trainer', 'trainer-os']);
    } finally {
      await neighbour.dispose();
    }
  });

  it('ends the plugin of a killed engine, which orders nothing more', async () => {
    await stack.interruptUp('kill the CLI', answered('deployInstance'));
    while ((await stack.runningPlugins()).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(emulator.control.requests.counts()['deployInstance']).toBe(1);
    expect(await stack.destroy()).toContain('trainer');
    expect(await billed()).toEqual([]);
  });

  it('does not disturb a forced replacement, kept resources and removed resources', async () => {
    await stack.up();
    const first = await idOf('trainer');

    // The answers to two more orders are lost. One of the two resources has retainOnDelete. Then the first is replaced.
    const three = machine('trainer') + machine('kept', '', '{ retainOnDelete: true }') + machine('second');
    await stack.program(three);
    await stack.interruptUp('kill the plugin', holdBack('deployInstance', 'after', { times: 2 }));
    emulator.control.faults.clear();
    const left = { kept: await idOf('kept'), second: await idOf('second') };
    await stack.up('--replace', urnOf('Instance', 'trainer'));
    expect(await billed()).toEqual(['kept', 'kept-os', 'second', 'second-os', 'trainer', 'trainer-os']);
    expect(await idOf('trainer')).not.toBe(first);
    expect({ kept: await idOf('kept'), second: await idOf('second') }).toEqual(left);

    // The forced replacement is interrupted before its machine exists, and then forced again.
    const again = holdBack('deployInstance', 'before');
    await stack.program(
      machine('trainer', '', '{ deleteBeforeReplace: true }', 'renamed') + machine('second'),
    );
    await stack.interruptUp('kill the CLI', again);
    emulator.control.faults.clear();
    await stack.up('--replace', urnOf('Instance', 'trainer'));
    // The retained machine is no longer in the program, and stays in the cloud.
    expect(await billed()).toEqual(['kept', 'kept-os', 'renamed', 'renamed-os', 'second', 'second-os']);
    expect(await idOf('kept')).toBe(left.kept);

    // A machine that was removed from the state belongs to no stack; the program gets another machine.
    await stack.removeFromState(urnOf('Instance', 'second'));
    await stack.up();
    expect(await billed()).toEqual(
      ['kept', 'kept-os', 'renamed', 'renamed-os', 'second', 'second', 'second-os', 'second-os'].sort(),
    );
    await stack.destroy();
    expect(await billed()).toEqual(['kept', 'kept-os', 'second', 'second-os']);
    expect(await idOf('second')).toBe(left.second);
  });
});
