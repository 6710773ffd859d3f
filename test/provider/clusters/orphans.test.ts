// The orphans of interrupted runs are deleted with the stack, whatever the number of their volumes.
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

describe('a cluster of an interrupted run', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const volumes = async () => (await stack.cloud.volumes.list()).map(({ name }) => name).sort();

  /** A cluster of an interrupted run, whose shared volume a `Volume` has adopted since. */
  const adoptedData = async () => {
    await stack.useHome();
    const key = await stack.up('sshKey', 'me', {
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me',
    });
    const cluster = {
      ...{ clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', locationCode: 'FIN-01' },
      ...{ sshKeyIds: [key.id], sharedVolume: { name: 'data', size: 50 } },
    };
    await stack.up('cluster', 'big', cluster);
    const data = (await stack.cloud.volumes.list()).find(({ name }) => name === 'data');
    stack.newProcess();
    await stack.up('volume', 'data', {
      ...{ name: 'data', size: 50, type: data?.type, locationCode: 'FIN-01', adoptId: data?.id },
    });
    return { cluster, data };
  };

  it('that is a cluster is deleted without its shared volume, if another cluster has it', async () => {
    const where = { image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode: 'FIN-01', sshKeyIds: [] };
    const big = await stack.up('cluster', 'big', {
      ...{ ...where, clusterType: '16H100', sharedVolume: { name: 'data', size: 50 }, hostname: 'big' },
    });
    const [shared] = big.outputs['sharedVolumes'] as { readonly id: string }[];
    const theirs = await stack.cloud.clusters.deploy({
      ...{ cluster_type: '16H100', image: where.image, location_code: 'FIN-01', hostname: 'theirs' },
      ...{ description: 'theirs', ssh_key_ids: [], existing_volumes: [{ id: shared?.id ?? '' }] },
    });
    stack.emulator.clock.advance(3_600_000);
    stack.newProcess();
    await stack.deleteOwner();
    expect((await stack.cloud.clusters.list()).map(({ id }) => id)).toEqual([theirs]);
    expect((await stack.cloud.volumes.get(shared?.id ?? '')).status).toBe('attached');
  });

  it('names the adopted volume that it leaves when a create replaces it', async () => {
    const { cluster, data } = await adoptedData();
    stack.newProcess();
    const larger = { ...cluster, sharedVolume: { name: 'data', size: 60 } };
    const warned = await warnedBy(() => stack.up('cluster', 'big', larger));
    expect(warned).toContain(`The volume data (${String(data?.id)}, 50 GB) stays`);
    expect((await stack.cloud.volumes.get(String(data?.id))).status).toBe('detached');
  });

  it('leaves its shared volume to the resource that has adopted it', async () => {
    const { data } = await adoptedData();
    // With retainOnDelete, the engine does not call the provider about the volume.
    const warned = await warnedBy(() => stack.deleteOwner());
    expect(await stack.cloud.clusters.list()).toEqual([]);
    expect(await volumes()).toEqual(['data']);
    expect((await stack.cloud.volumes.get(String(data?.id))).status).toBe('detached');
    // No volume was removed with it, so the message names none.
    expect(warned).toMatch(/Removed the cluster .*, which an interrupted run had left\.$/m);
    expect(warned).toContain(`The volume data (${String(data?.id)}, 50 GB) stays`);
  });
});
