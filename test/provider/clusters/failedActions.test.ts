// The cloud refuses or ignores an action on a cluster, or the cluster is gone meanwhile.
import { InProcessStack } from '../support/inProcessStack';
import { warned, warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

let stack: InProcessStack;
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

describe('a cluster', () => {
  let cluster: Record<string, unknown>;
  beforeEach(async () => {
    const key = await stack.up('sshKey', 'me', {
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me',
    });
    const { catalogue } = stack.cloud;
    const [image] = await catalogue.clusterImages({ clusterType: '16H100' });
    const [place] = (await catalogue.clusterAvailability()).filter(({ availabilities }) =>
      availabilities.includes('16H100'),
    );
    cluster = {
      ...{ clusterType: '16H100', image: image?.image_type ?? '', locationCode: place?.location_code ?? '' },
      sshKeyIds: [key.id],
    };
  });

  it('says at preview which shared volume its replacement deletes', async () => {
    const declared = { ...cluster, sharedVolume: { name: 'shared', size: 100 }, deleteSharedVolumes: true };
    const made = await stack.up('cluster', 'big', declared);
    const { replaces } = await made.diff({ ...declared, hostname: 'other' });
    expect(replaces).toEqual(['hostname']);
    expect(warned()).toMatch(/shared.*Leave deleteSharedVolumes out to keep it/s);
  });

  it('fails if it is deleted while its nodes are shut down', async () => {
    const made = await stack.up('cluster', 'big', cluster);
    // No node shuts down by itself.
    stack.fault('performClusterNodeAction', { kind: 'stuck', status: 'running', times: 'always' });
    stack.emulator.control.requests.reset();
    const update = expect(made.update({ ...cluster, powerState: 'offline' })).rejects.toThrow(
      /^The cluster .* (was discontinued|is being deleted|is gone)/,
    );
    const asked = () => (stack.emulator.control.requests.counts()['performClusterNodeAction'] ?? 0) > 0;
    await stack.until(() => Promise.resolve(asked()));
    await stack.cloud.clusters.discontinue([made.id]);
    await update;
  });

  it('does not block the delete of a shared volume that its nodes had when they were deleted', async () => {
    const { locationCode } = cluster;
    const shared = { name: 'data', size: 10, locationCode, type: 'NVMe_Shared', allowShutdown: true };
    const volume = await stack.up('volume', 'data', shared);
    const made = await stack.up('cluster', 'big', { ...cluster, existingVolumes: [volume.id] });
    const deleted = volume.delete();
    await made.delete();
    await deleted;
    expect((await stack.cloud.volumes.list()).map(({ id }) => id)).not.toContain(volume.id);
  });

  it('is gone without an error if somebody discontinues it while it is deleted', async () => {
    const made = await stack.up('cluster', 'big', cluster);
    await stack.cloud.clusters.discontinue([made.id]);
    await made.delete();
    await made.delete();
    expect((await stack.cloud.clusters.list()).filter(({ status }) => status === 'running')).toEqual([]);
  });

  it('is not discontinued a second time while it is being deleted', async () => {
    const made = await stack.up('cluster', 'big', cluster);
    await stack.cloud.clusters.discontinue([made.id]);
    expect((await stack.cloud.clusters.get(made.id)).status).toBe('deleting');
    stack.newProcess();
    stack.emulator.control.requests.reset();
    await made.delete();
    expect(stack.emulator.control.requests.counts()).not.toHaveProperty('performClusterAction');
    expect(await stack.cloud.clusters.list()).toEqual([]);
  });

  it('shuts down by force the nodes that do not shut down by themselves, and says so', async () => {
    const made = await stack.up('cluster', 'big', cluster);
    stack.fault('performClusterNodeAction', {
      kind: 'stuck',
      status: 'running',
      action: 'shutdown',
      times: 'always',
    });
    const said = await warnedBy(() => made.update({ ...cluster, powerState: 'offline' }));
    expect(said).toMatch(/Some nodes did not shut down by themselves within .*: forcing them\./);
    expect(made.outputs['workerNodes']).toContainEqual(expect.objectContaining({ status: 'offline' }));
  });

  it('keeps the error of the cloud if it refuses to discontinue it', async () => {
    const made = await stack.up('cluster', 'big', cluster);
    stack.fault('performClusterAction', {
      kind: 'status',
      status: 400,
      message: 'The cluster is locked.',
      times: 1,
    });
    await expect(made.delete()).rejects.toThrow(/The cluster is locked/);
    await made.delete();
  });
});
