// A volume that was created with a machine, and that a Volume of the same program adopts.
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { info } from '../../../provider/run/progress';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const INSTANCE = {
  ...{ image: 'ubuntu-24.04', instanceType: '1H100.80S.30V', locationCode: 'FIN-01' },
  ...{ volumes: [{ name: 'data', size: 20, type: 'NVMe' }], deletePermanently: true },
};
const CLUSTER = {
  ...{ image: 'ubuntu-24.04-cuda-12.8-cluster', clusterType: '16H100', locationCode: 'FIN-01' },
  ...{ sharedVolume: { name: 'data', size: 20 }, deleteSharedVolumes: true },
};

describe('a volume that was created with a machine and is a resource of its own by adoption', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  /** The Volume that adopts the volume `data`, not yet adopted. */
  async function adoption(type = 'NVMe', settings: object = {}): Promise<TestResource> {
    const [data] = (await stack.cloud.volumes.list()).filter(({ name }) => name === 'data');
    const args = { name: 'data', size: 20, type, locationCode: 'FIN-01', adoptId: data?.id };
    return stack.resource('volume', 'data', { ...args, ...settings });
  }

  /** Adopts the volume `data`, and starts the next run of the program, which still declares it. */
  async function adopt(type?: string): Promise<TestResource> {
    const volume = await adoption(type);
    await volume.create();
    stack.newProcess();
    await volume.update();
    return volume;
  }

  const statusOf = async ({ id }: TestResource) => (await stack.cloud.volumes.get(id)).status;

  it('may be an existing volume of its machine, which gets no warning about itself', async () => {
    const machine = await stack.up('instance', 'trainer', INSTANCE);
    const volume = await adoption();
    await volume.create();
    stack.newProcess();
    await volume.update();
    const { volumes: _volumes, ...others } = INSTANCE;
    const warned = await warnedBy(async () => {
      expect(await machine.problems({ ...others, existingVolumes: [volume.id] })).toEqual([]);
    });
    expect(warned).not.toContain('is attached to the instance');
  });

  it.each(['volume', 'instance'])(
    'is refused if instanceIds and existingVolumes both attach it: first %s',
    async (first) => {
      const box = await stack.up('instance', 'box', { ...INSTANCE, hostname: 'box' });
      const trainer = stack.resource('instance', 'trainer', { ...INSTANCE, hostname: 'trainer' });
      const volume = await adoption('NVMe', { instanceIds: [box.id], allowShutdown: true });
      const { volumes: _volumes, ...others } = INSTANCE;
      const existingVolumes = [(await stack.cloud.volumes.list()).find(({ name }) => name === 'data')?.id];
      const checks = [
        () => volume.problems(),
        () => trainer.problems({ ...others, hostname: 'trainer', existingVolumes, allowShutdown: true }),
      ];
      if (first === 'instance') checks.reverse();
      expect(await checks[0]?.()).not.toContainEqual(expect.stringContaining('is also used'));
      expect(await checks[1]?.()).toContainEqual(expect.stringContaining('is also used by'));
    },
  );

  it('may boot a machine in the run that adopts it', async () => {
    const machine = await stack.up('instance', 'box', { ...INSTANCE, volumes: [] });
    const [os] = await stack.cloud.volumes.list();
    stack.newProcess();
    const args = { name: os?.name, size: os?.size, type: 'NVMe', locationCode: 'FIN-01', adoptId: os?.id };
    await stack.up('volume', 'disk', args);
    expect(await machine.problems({ ...INSTANCE, volumes: [], image: os?.id })).toEqual([]);
  });

  it('stays when its instance is deleted', async () => {
    const machine = await stack.up('instance', 'trainer', INSTANCE);
    const volume = await adopt();
    await machine.delete();
    expect(await statusOf(volume)).toBe('detached');
  });

  it('stays when its instance is deleted in a run that does not show it, also permanently', async () => {
    const machine = await stack.up('instance', 'trainer', INSTANCE);
    const volume = await adopt();
    stack.newProcess();
    await machine.delete();
    expect(await statusOf(volume)).toBe('detached');
    const messages = jest.mocked(info).mock.calls.map(([, message]) => message);
    expect(messages).toContainEqual(
      `The volume data (${volume.id}) stays: a Volume has adopted it. If no Volume has it any more, delete it in the console.`,
    );
  });

  it('is named when another resource adopts its instance without it', async () => {
    const machine = await stack.up('instance', 'trainer', INSTANCE);
    const [data] = (await stack.cloud.volumes.list()).filter(({ name }) => name === 'data');
    stack.newProcess();
    await stack.up('instance', 'renamed', { ...INSTANCE, volumes: undefined, adoptId: machine.id });
    expect(await warnedBy(() => machine.delete())).toContain(data?.id);
    expect((await stack.cloud.instances.get(machine.id)).status).toBe('running');
  });

  it('is named when its cluster is deleted after its adoption was killed', async () => {
    const cluster = await stack.up('cluster', 'cluster', { ...CLUSTER, sshKeyIds: [] });
    const volume = await adoption('NVMe_Shared_Cluster');
    await volume.create();
    stack.newProcess();
    jest.mocked(info).mockClear();
    await cluster.delete();
    const [data] = (await stack.cloud.volumes.list()).filter(({ name }) => name === 'data');
    const messages = jest.mocked(info).mock.calls.map(([, message]) => message);
    expect(messages).toEqual([
      `The volume data (${data?.id ?? ''}) stays: a Volume has adopted it. If no Volume has it any more, delete it in the console.`,
    ]);
  });

  it('stays when `volumes` leaves it out in a run that does not show it', async () => {
    const machine = await stack.up('instance', 'trainer', INSTANCE);
    const volume = await adopt();
    stack.newProcess();
    const args = { ...INSTANCE, volumes: [], allowShutdown: true };
    expect(await warnedBy(() => machine.diff(args))).not.toContain('deleted');
    await machine.update(args);
    expect(await statusOf(volume)).toBe('attached');
    stack.newProcess();
    await machine.delete();
    expect(await statusOf(volume)).toBe('detached');
  });

  it('gives the place of its tag to a tenth tag of the program, or of a Tag', async () => {
    const nine = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`t${String(index)}`, '']));
    await stack.up('instance', 'trainer', INSTANCE);
    const [data] = (await stack.cloud.volumes.list()).filter(({ name }) => name === 'data');
    // As the program does at its end.
    for (const { id } of data?.tags ?? []) await stack.cloud.tags.remove('volumes', String(data?.id), id);
    const volume = await adoption('NVMe', { tags: nine });
    await volume.create();
    const keys = async () => (await stack.cloud.volumes.get(volume.id)).tags.map(({ key }) => key).sort();
    expect(await keys()).toEqual(['pulumi-adopted', ...Object.keys(nine)]);
    const place = { resourceType: 'volume', resourceId: volume.id, key: 't9' };
    const tag = stack.resource('tag', 'tenth', place);
    expect(await tag.problems()).toEqual([]);
    await tag.create();
    expect(await keys()).toEqual([...Object.keys(nine), 't9']);
    await tag.delete();
    stack.newProcess();
    const again = await adoption('NVMe', { tags: nine });
    await again.create();
    await again.update({ ...again.inputs, tags: { ...nine, t9: '' } });
    expect(await keys()).toEqual([...Object.keys(nine), 't9']);
  });

  it('shows its program only the tags of the program', async () => {
    await stack.up('instance', 'trainer', INSTANCE);
    const volume = await adopt();
    const [data] = (await stack.cloud.volumes.list()).filter(({ id }) => id === volume.id);
    expect(data?.tags.map(({ key }) => key)).toContain('pulumi-adopted');
    await volume.refresh();
    expect(volume.inputs).not.toHaveProperty('tags');
    expect(await volume.problems({ tags: { 'Pulumi-Adopted': 'mine' } })).toContainEqual(
      expect.stringContaining('is reserved for this package'),
    );
  });

  it('stays attached when it moves from `volumes` to `existingVolumes`, and stays when the instance is deleted', async () => {
    const machine = await stack.up('instance', 'trainer', INSTANCE);
    const volume = await adopt();
    await machine.update({ ...INSTANCE, volumes: [], existingVolumes: [volume.id] });
    expect(await statusOf(volume)).toBe('attached');
    expect(machine.outputs['ownVolumeIds']).toEqual([machine.outputs['osVolumeId']]);
    stack.newProcess();
    await machine.delete();
    expect(await statusOf(volume)).toBe('detached');
  });

  it('stays attached when `volumes` leaves it out, also if `existingVolumes` does not name it', async () => {
    const machine = await stack.up('instance', 'trainer', INSTANCE);
    const volume = await adopt();
    const args = { ...INSTANCE, volumes: [], existingVolumes: [], allowShutdown: true };
    await machine.update(args);
    expect(await statusOf(volume)).toBe('attached');
    expect(machine.outputs['ownVolumeIds']).toEqual([machine.outputs['osVolumeId']]);
  });

  it('is deleted also while its instance is deleted, which can no longer be shut down', async () => {
    const machine = await stack.up('instance', 'trainer', INSTANCE);
    const volume = await adoption('NVMe', { allowShutdown: true });
    await volume.create();
    stack.newProcess();
    await Promise.all([volume.delete(), machine.delete()]);
    expect(await stack.cloud.instances.list()).toEqual([]);
    expect(await statusOf(volume)).toBe('deleted');
  });

  it('stays when its cluster is deleted', async () => {
    const key = await stack.up('sshKey', 'me', { key: KEY });
    const cluster = await stack.up('cluster', 'cluster', { ...CLUSTER, sshKeyIds: [key.id] });
    const volume = await adopt('NVMe_Shared_Cluster');
    await cluster.delete();
    expect(await statusOf(volume)).toBe('detached');
  });

  it('stays when its cluster is deleted in a run that does not show it, and a preview says nothing else', async () => {
    const key = await stack.up('sshKey', 'me', { key: KEY });
    const args = { ...CLUSTER, sshKeyIds: [key.id] };
    const cluster = await stack.up('cluster', 'cluster', args);
    const volume = await adopt('NVMe_Shared_Cluster');
    stack.newProcess();
    expect(await warnedBy(() => cluster.diff({ ...args, locationCode: 'FIN-02' }))).not.toContain(
      'data (20 GB)',
    );
    await cluster.delete();
    expect(await statusOf(volume)).toBe('detached');
  });
});
