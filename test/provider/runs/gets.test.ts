// `Instance.get` and its siblings read a resource that no program of this stack declares.
import { PENDING } from '../../../core/pendingTag';
import * as providers from '../../../provider';
import { verbsOf } from '../../../provider/engine/verbs';
import { currentRun } from '../../../provider/run/run';
import { cluster } from '../../../provider/resources';
import type { ClusterInputs } from '../../../provider/resources/cluster';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  hostname: 'trainer',
  image: 'ubuntu-24.04',
  instanceType: 'CPU.4V.16G',
  locationCode: 'FIN-01',
};
const VOLUME = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const NO_ID = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

describe('a get', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  const get = async (
    kind: 'cluster' | 'instance' | 'volume',
    id: string,
  ): Promise<Record<string, unknown>> => {
    stack.newProcess();
    const __urn = `urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Any::theirs`;
    const { props = {} } = await providers[kind].read(id, { __urn, __get: true });
    return props;
  };

  it('shows the volumes of an instance, and its cost with the operating-system volume', async () => {
    const data = await stack.up('volume', 'data', VOLUME);
    const machine = await stack.up('instance', 'trainer', {
      ...MACHINE,
      osVolume: { size: 100 },
      existingVolumes: [data.id],
    });
    const found = await get('instance', machine.id);
    expect(found).toMatchObject({ hostname: 'trainer', status: 'running', existingVolumes: [data.id] });
    expect(found['hourlyCost']).toBe(machine.outputs['hourlyCost']);
    expect(found['osVolumeId']).toBe(machine.outputs['osVolumeId']);
  });

  it('names no volumes of an instance without other volumes', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    expect(await get('instance', machine.id)).not.toHaveProperty('existingVolumes');
  });

  it('says how to restore a volume in the trash', async () => {
    const { id } = await stack.up('volume', 'data', VOLUME);
    await stack.cloud.volumes.delete(id);
    await expect(get('volume', id)).rejects.toThrow(
      `The volume data (${id}) is being deleted: choose another one.`,
    );
    await stack.until(async () => (await stack.cloud.volumes.get(id)).status === 'deleted');
    await expect(get('volume', id)).rejects.toThrow(
      new RegExp(
        `The volume data \\(${id}\\) has been in the trash since .*; a Volume with restoreVolumeId restores it`,
      ),
    );
    await stack.cloud.volumes.delete(id, { isPermanent: true });
    await stack.until(async () => {
      const volume = await stack.cloud.volumes.get(id);
      return 'deleted_at' in volume && volume.is_permanently_deleted;
    });
    await expect(get('volume', id)).rejects.toThrow(`The volume data (${id}) was permanently deleted at`);
  });

  it('a get of a cluster, as `pulumi import` does it, leads to no replacement by a program that declares its volumes', async () => {
    const declared = {
      ...{ hostname: 'big', clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster' },
      ...{ locationCode: 'FIN-01', sshKeyIds: [], description: 'big' },
    };
    const sharedVolume = { name: 'shared', size: 100 };
    const { id } = await stack.up('cluster', 'big', { ...declared, sharedVolume });
    const [shared] = (await stack.cloud.clusters.get(id)).shared_volumes;
    stack.newProcess();
    const verbs = verbsOf(cluster);
    const context = {
      ...{ urn: 'urn:pulumi:dev::test::cloud-compute:index:Cluster::big', owner: '', keep: false },
      ...{ replaceOn: [], isPreview: true, recorded: {} },
    };
    const found = await verbs.read(currentRun(), { ...context, isGet: true }, id, {});
    const diff = (volumes: Partial<ClusterInputs>) =>
      verbs.diff(currentRun(), { ...context, isGet: false }, id, found?.outputs ?? {}, {
        ...({ ...found?.inputs, ...declared } as ClusterInputs),
        ...volumes,
      });
    expect(await diff({ sharedVolume })).toMatchObject({ replaces: [] });
    expect(await diff({ existingVolumes: [shared?.id ?? ''] })).toMatchObject({ replaces: [] });
    expect(await diff({ sharedVolume: { name: 'other', size: 100 } })).toMatchObject({
      replaces: ['sharedVolume'],
    });
  });

  it('shows the nodes of a cluster and their power state', async () => {
    const made = await stack.up('cluster', 'big', {
      ...{ clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode: 'FIN-01' },
      sshKeyIds: [],
    });
    expect(await get('cluster', made.id)).toMatchObject({
      ...{ clusterType: '16H100', status: 'running', powerState: 'running' },
      workerNodes: made.outputs['workerNodes'],
    });
  });

  it('changes nothing in the cloud, also not the pending tag of an unfinished order', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    expect((await stack.cloud.volumes.get(volume.id)).tags.map(({ key }) => key)).toEqual([PENDING]);
    const { requests } = stack.emulator.control;
    requests.reset();
    await get('volume', volume.id);
    // The end of the run, which removes the pending tags of resources in state.
    await stack.stop();
    const sent = requests.list().map(({ operationId }) => operationId);
    expect(sent).toContain('listVolumes');
    expect(sent).not.toContain('deleteVolumeTag');
    stack = await InProcessStack.start();
  });

  it.each(['instance', 'volume', 'cluster'] as const)(
    'fails for an id that no %s has, and the message says so',
    async (kind) => {
      await expect(get(kind, NO_ID)).rejects.toThrow(
        `There is no ${kind} with the id "${NO_ID}" in this project.`,
      );
    },
  );

  it('fails for an empty id, and the message requires an id', async () => {
    await expect(get('instance', '')).rejects.toThrow(
      'Instance.get needs the id of an existing instance; it was given an empty one.',
    );
  });
});
