// Adoption (`adoptId`) of a resource that differs from the program: the preview, or at the latest the create, reports
// every difference.
import { UNKNOWN } from '../../../provider/schema/unknown';
import { InProcessStack } from '../support/inProcessStack';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const CLUSTER = {
  ...{ hostname: 'theirs', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster' },
  ...{ locationCode: 'FIN-01', sshKeyIds: [] as string[] },
};

const messageOf = (error: unknown): string => (error as Error).message;

describe('a resource to adopt', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
  });

  afterEach(async () => {
    await stack.stop();
  });

  describe('a cluster to adopt', () => {
    let held: string;
    let theirs: string;
    let args: Record<string, unknown>;

    beforeEach(async () => {
      const { id } = await stack.up('sshKey', 'k', { key: KEY });
      const disk = { size: 50, type: 'NVMe_Shared', locationCode: 'FIN-01' };
      held = (await stack.up('volume', 'held', disk)).id;
      args = {
        ...CLUSTER,
        sshKeyIds: [id],
        existingVolumes: [held],
        sharedVolume: { name: 'data', size: 20 },
      };
      theirs = (await stack.up('cluster', 'theirs', args)).id;
      stack.newProcess();
    });

    it('is refused at preview with all volumes and nodes that it does not have', async () => {
      const other = await stack.up('volume', 'other', {
        size: 50,
        type: 'NVMe_Shared',
        locationCode: 'FIN-01',
      });
      const which = `the cluster ${theirs} to adopt`;
      const match = 'change the program to match, or leave adoptId out';
      const mine = stack.resource('cluster', 'mine', {
        ...{ ...args, adoptId: theirs },
        ...{
          existingVolumes: [other.id],
          sharedVolume: { name: 'none', size: 20 },
          offlineNodes: ['nobody'],
        },
      });
      const { shared_volumes: volumes } = await stack.cloud.clusters.get(theirs);
      const ids = JSON.stringify(volumes.map(({ id }) => id));
      expect(await mine.problems()).toEqual([
        `sharedVolume is {"name":"none","size":20}, but ${which} has none: ${match}`,
        `existingVolumes is ["${other.id}"], but ${which} has ${ids}: ${match}`,
        expect.stringMatching(
          /^offlineNodes\[0\] names "nobody", which is no node of the cluster theirs/,
        ) as string,
      ]);
      stack.configure({ 'cloudCompute:planChecks': 'off' });
      stack.newProcess();
      expect(await mine.create().then(String, messageOf)).toMatch(/sharedVolume is none.*existingVolumes is/);
    });

    it('is refused at preview if its shared volume has another size', async () => {
      const sharedVolume = { name: 'data', size: 10 };
      const mine = stack.resource('cluster', 'mine', { ...args, sharedVolume, adoptId: theirs });
      expect(await mine.problems()).toEqual([
        `sharedVolume.size is 10 GB, but the cluster ${theirs} to adopt has 20 GB: change the program to match, or leave adoptId out`,
      ]);
    });

    it('is adopted with the volumes that it has, and values that are not known yet are no difference', async () => {
      const unknown = { existingVolumes: UNKNOWN, sharedVolume: { name: UNKNOWN, size: 20 } };
      expect(
        await stack.resource('cluster', 'mine', { ...args, ...unknown, adoptId: theirs }).problems(),
      ).toEqual([]);
      stack.newProcess();
      const mine = await stack.up('cluster', 'mine', { ...args, adoptId: theirs });
      expect(await mine.refresh()).toBe(true);
      expect(await mine.diff()).toMatchObject({ changes: false });
    });
  });
});
