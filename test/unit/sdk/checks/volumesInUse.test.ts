import * as pulumi from '@pulumi/pulumi';
import {
  Cluster,
  Fleet,
  Instance,
  InstanceGroup,
  InstancesReady,
  StartupScript,
  Volume,
} from 'pulumi-cloud-compute';
import { failProgram } from '../../../../sdk/pulumi/failProgram';
import { endProgram, run, valueOf } from '../support/program';

// Jest fails a test with an unhandled rejection. test/engine/full/programs/badInput holds that the preview fails.
jest.mock('../../../../sdk/pulumi/failProgram', () => ({ failProgram: jest.fn() }));
const failed = jest.mocked(failProgram);

const machine = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const volume = { size: 100, locationCode: 'FIN-01' };
let warn: jest.SpyInstance;
const errors = (): unknown[] => failed.mock.calls.map(([message]) => message);

/** The warnings of a preview of the program. The ids of new resources are unknown. */
async function warnings(program: () => Promise<unknown> | undefined): Promise<unknown[]> {
  await run({ answer: ({ inputs }) => ({ id: '', state: inputs }) });
  await program();
  await new Promise(setImmediate);
  return warn.mock.calls.map(([message]: unknown[]) => message);
}

beforeEach(() => {
  warn = jest.spyOn(pulumi.log, 'warn').mockResolvedValue(undefined);
  failed.mockClear();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const twice = (first: string, second: string): unknown =>
  expect.stringContaining(
    `existingVolumes of "${second}" names a volume that existingVolumes of "${first}" also names: a volume is attached to one machine`,
  );

// The update refuses them after it has created the first machine, so a warning in the preview was not enough.
test('a preview refuses a new volume that two machines use', async () => {
  await warnings(() => {
    const data = new Volume('data', { ...volume, type: 'NVMe' });
    new Instance('one', { ...machine, existingVolumes: [data.id] });
    return valueOf(new Instance('two', { ...machine, existingVolumes: [data.id] }).urn);
  });
  expect(errors()).toEqual([twice('one', 'two')]);
});

test('a preview refuses a new volume that all machines of a fleet use', async () => {
  await warnings(() => {
    const data = new Volume('data', { ...volume, type: 'NVMe' });
    const fleet = new Fleet('fleet', { count: 2, instance: { ...machine, existingVolumes: [data.id] } });
    return valueOf(fleet.addresses);
  });
  expect(errors()).toEqual([twice('fleet-0', 'fleet-1')]);
});

test('a preview refuses a machine that names a new volume twice', async () => {
  await warnings(() => {
    const data = new Volume('data', { ...volume, type: 'NVMe_Shared' });
    return valueOf(new Instance('one', { ...machine, existingVolumes: [data.id, data.id] }).urn);
  });
  expect(errors()).toEqual(['existingVolumes of "one" names a volume twice: leave one of them out.']);
});

test('a preview accepts machines that use one volume each', async () => {
  const shown = await warnings(() => {
    const [a, b] = ['a', 'b'].map((name) => new Volume(name, { ...volume, type: 'NVMe' }));
    new Instance('one', { ...machine, existingVolumes: [a?.id ?? ''] });
    return valueOf(new Instance('two', { ...machine, existingVolumes: [b?.id ?? ''] }).urn);
  });
  expect([...shown, ...errors()]).toEqual([]);
});

test('a preview accepts volumes that the program does not create', async () => {
  const shown = await warnings(() => {
    new Instance('one', { ...machine, existingVolumes: ['volume-id'] });
    return valueOf(new Instance('two', { ...machine, existingVolumes: ['volume-id'] }).urn);
  });
  expect([...shown, ...errors()]).toEqual([]);
});

test.each([[[]], [['machine-id']]])(
  'a preview refuses a new volume that declares instanceIds %j and that a machine uses',
  async (instanceIds) => {
    await warnings(() => {
      const data = new Volume('data', { ...volume, type: 'NVMe', instanceIds });
      return valueOf(new Instance('one', { ...machine, existingVolumes: [data.id] }).urn);
    });
    expect(errors()).toEqual([
      expect.stringContaining(
        'existingVolumes of "one" names a volume that declares instanceIds: the next `pulumi up` would detach it',
      ),
    ]);
  },
);

test('a preview refuses a new volume that names a new machine and that another machine uses', async () => {
  await warnings(() => {
    const one = new Instance('one', machine);
    const data = new Volume('data', { ...volume, type: 'NVMe', instanceIds: [one.id], allowShutdown: true });
    return valueOf(new Instance('two', { ...machine, existingVolumes: [data.id] }).urn);
  });
  expect(errors()).toEqual([
    expect.stringContaining('existingVolumes of "two" names a volume that declares instanceIds'),
  ]);
});

test('a preview says once how the machines of a fleet are attached to a new shared volume', async () => {
  const shown = await warnings(() => {
    const shared = new Volume('shared', { ...volume, type: 'NVMe_Shared' });
    const fleet = new Fleet('fleet', { count: 3, instance: { ...machine, existingVolumes: [shared.id] } });
    return valueOf(fleet.addresses);
  });
  expect(shown).toEqual([expect.stringContaining('The others are shut down once they run, attached')]);
  expect(errors()).toEqual([]);
});

test('a preview refuses a shared new volume whose attachment would interrupt the startup script of a machine', async () => {
  const shared = (more: object) => () => {
    const { id } = new Volume('shared', { ...volume, type: 'NVMe_Shared' });
    const args = { ...machine, startupScriptId: 'script', existingVolumes: [id], ...more };
    new Instance('one', args);
    return valueOf(new Instance('two', args).urn);
  };
  await warnings(shared({}));
  expect(errors().sort()).toEqual(
    ['one', 'two'].map((name): unknown =>
      expect.stringMatching(
        new RegExp(
          `^existingVolumes of "${name}" names .* Set allowShutdown: true, or leave the script out.$`,
        ),
      ),
    ),
  );
  failed.mockClear();
  await warnings(shared({ allowShutdown: true }));
  expect(errors()).toEqual([]);
});

describe('a preview asks a machine for allowShutdown if its script can be interrupted', () => {
  const scripted = { ...machine, startupScriptId: 'script' };
  const asks = (name: string): unknown =>
    expect.stringMatching(new RegExp(`^existingVolumes of "${name}" names .*Set allowShutdown: true`));
  const program = (make: (existingVolumes: pulumi.Output<string>[]) => pulumi.Resource) =>
    warnings(() => {
      const { id } = new Volume('shared', { ...volume, type: 'NVMe_Shared' });
      return valueOf(make([id]).urn);
    });

  test('also the first machine, which `up` may deploy after the others', async () => {
    await program((existingVolumes) => {
      new Instance('one', { ...scripted, existingVolumes });
      return new Instance('two', { ...scripted, existingVolumes, allowShutdown: true });
    });
    expect(errors()).toEqual([asks('one')]);
  });

  test('once for each machine of a fleet', async () => {
    await program(
      (existingVolumes) => new Fleet('fleet', { count: 3, instance: { ...scripted, existingVolumes } }),
    );
    expect(errors().sort()).toEqual([asks('fleet-0'), asks('fleet-1'), asks('fleet-2')]);
  });

  const cluster = {
    clusterType: '16H100',
    image: 'ubuntu-24.04',
    locationCode: 'FIN-01',
    sshKeyIds: ['key'],
  };
  test.each([[true], [false]])(
    'if it shares the volume with a cluster that comes first: %s',
    async (first) => {
      await program((existingVolumes) => {
        if (first) new Cluster('cluster', { ...cluster, existingVolumes });
        const one = new Instance('one', { ...scripted, existingVolumes });
        return first ? one : new Cluster('cluster', { ...cluster, existingVolumes });
      });
      expect(errors()).toEqual([asks('one')]);
    },
  );

  test('also if the script is that of its instance group', async () => {
    await program((existingVolumes) => {
      const { id } = new StartupScript('boot', { script: 'true' });
      const group = new InstanceGroup('group', {
        ...{ instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
        template: { image: 'ubuntu-24.04', startupScriptId: id },
      });
      new Instance('one', { instanceGroupId: group.id, existingVolumes });
      return new Instance('two', { ...machine, existingVolumes });
    });
    expect(errors()).toEqual([asks('one')]);
  });

  test('not if allowShutdown is not known yet, or the script is left out after all', async () => {
    await program((existingVolumes) => {
      const { id } = new StartupScript('boot', { script: 'true' });
      const allowShutdown = id.apply(() => true);
      new Instance('one', { ...scripted, existingVolumes, allowShutdown });
      const none = pulumi.output<string | undefined>(undefined) as never;
      return new Instance('two', { ...machine, existingVolumes, startupScriptId: none });
    });
    expect(errors()).toEqual([]);
  });
});

test('a preview refuses a new volume in another location', async () => {
  await warnings(() => {
    const { id } = new Volume('shared', { ...volume, locationCode: 'FIN-02', type: 'NVMe_Shared' });
    return valueOf(new Instance('one', { ...machine, existingVolumes: [id] }).urn);
  });
  expect(errors()).toEqual([
    'existingVolumes of "one" names a volume in FIN-02, but the machine is in FIN-01: both must be in the same location.',
  ]);
});

test('a preview refuses a new volume that is in another location than a fallback', async () => {
  await warnings(() => {
    const { id } = new Volume('data', { ...volume, type: 'NVMe' });
    const args = { ...machine, fallbackLocationCodes: ['FIN-01', 'FIN-02'], existingVolumes: [id] };
    return valueOf(new Instance('one', args).urn);
  });
  expect(errors()).toEqual([
    'existingVolumes of "one" names a volume in FIN-01, but fallbackLocationCodes names FIN-02: the machine could not attach the volume there. Remove FIN-02.',
  ]);
});

test('a preview refuses a new volume that a cluster cannot mount, and accepts a shared volume of several clusters', async () => {
  const args = { clusterType: '16H100', image: 'ubuntu-24.04', locationCode: 'FIN-02', sshKeyIds: ['key'] };
  await warnings(() => {
    const { id } = new Volume('data', { ...volume, type: 'NVMe' });
    return valueOf(new Cluster('wrong', { ...args, existingVolumes: [id] }).urn);
  });
  expect(errors()).toEqual([
    'existingVolumes of "wrong" names a volume in FIN-01, but the cluster is in FIN-02: both must be in the same location.',
    'existingVolumes of "wrong" names a volume of the type NVMe, but a cluster mounts shared volumes only: use the type NVMe_Shared.',
  ]);
  failed.mockClear();
  const shown = await warnings(() => {
    const { id } = new Volume('data', { ...volume, type: 'NVMe_Shared', locationCode: 'FIN-02' });
    new Cluster('one', { ...args, existingVolumes: [id] });
    return valueOf(new Cluster('two', { ...args, existingVolumes: [id] }).urn);
  });
  expect([...shown, ...errors()]).toEqual([]);
});

describe('a preview of machines with awaitReady: false that share a volume', () => {
  /** Two machines; the ids of existing resources are known. */
  async function shown(
    gate: (one: Instance, two: Instance) => unknown = () => undefined,
    existing: readonly string[] = [],
  ): Promise<unknown[]> {
    await run({
      answer: ({ name, inputs }) => ({ id: existing.includes(name) ? `${name}-id` : '', state: inputs }),
    });
    const share = new Volume('share', { ...volume, type: 'NVMe_Shared' });
    const args = { ...machine, existingVolumes: [share.id], awaitReady: false };
    gate(new Instance('one', args), new Instance('two', args));
    await endProgram();
    return warn.mock.calls.map(([message]: unknown[]) => message);
  }
  const explanation: unknown = expect.stringContaining(
    'only the first machine is deployed with a shared volume',
  );
  const withoutGate = (name: string) =>
    `The shared volume "share" is attached to "${name}" only by the next \`pulumi up\`: awaitReady is false, and no gate ` +
    'waits. Pass such machines to an InstancesReady, or use a Fleet.';

  test('warns of machines that no gate waits for', async () => {
    expect(await shown()).toEqual([explanation, withoutGate('two')]);
    warn.mockClear();
    expect(await shown((one) => new InstancesReady('gate', { instances: [one] }))).toEqual([
      explanation,
      withoutGate('two'),
    ]);
  });

  test.each<[string, (one: Instance, two: Instance) => unknown]>([
    ['machines', (one, two) => new InstancesReady('gate', { instances: [one, two] })],
    ['ids', (one, two) => new InstancesReady('gate', { instances: [one.id, two.id.apply((id) => id)] })],
    [
      'and for others of another stack',
      (one, two) => new InstancesReady('gate', { instances: [one, two, pulumi.output('i'), 'j'] }),
    ],
  ])('does not warn if a gate waits for the machines: %s', async (_, gate) => {
    expect(await shown(gate)).toEqual([explanation]);
  });

  test('warns only of new machines when the volume exists', async () => {
    expect(await shown(undefined, ['share', 'one'])).toEqual([withoutGate('two')]);
    warn.mockClear();
    expect(await shown(undefined, ['share', 'two'])).toEqual([withoutGate('one')]);
    warn.mockClear();
    expect(await shown(undefined, ['share', 'one', 'two'])).toEqual([]);
  });

  test('does not ask for a gate if the volume is not shared', async () => {
    await run({ answer: ({ inputs }) => ({ id: '', state: inputs }) });
    const data = new Volume('data', { ...volume, type: 'NVMe' });
    new Instance('one', { ...machine, existingVolumes: [data.id], awaitReady: false });
    await endProgram();
    expect(warn).not.toHaveBeenCalled();
  });
});
