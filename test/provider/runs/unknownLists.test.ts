// In a preview a whole list may be unknown while another change replaces the machine.
import { UNKNOWN } from '../../../provider/schema/unknown';
import { InProcessStack } from '../support/inProcessStack';

const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const CLUSTER = {
  ...{ clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode: 'FIN-01' },
  sshKeyIds: [],
};
const DISK = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };

describe('a preview of a replacement', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    // A diff of old state removes pending tags at the same time.
    await stack.until(async () => {
      const machines = [...(await stack.cloud.instances.list()), ...(await stack.cloud.clusters.list())];
      return machines.every(({ tags }) => tags.length === 0);
    });
    await stack.stop();
  });

  it.each(['existingVolumes', 'volumes', 'sshKeyIds', 'tags', 'osVolume', 'image', 'replaceOn'])(
    'has no error for an instance while %s is completely unknown',
    async (property) => {
      const machine = await stack.up('instance', 'trainer', MACHINE);
      const args = { ...MACHINE, hostname: 'other', [property]: UNKNOWN };
      expect((await machine.diff(args)).replaces).toContain('hostname');
    },
  );

  it('deletes the old machine first if attached volumes are unknown, because they may be the same', async () => {
    const data = await stack.up('volume', 'data', DISK);
    const args = { ...MACHINE, existingVolumes: [data.id] };
    const machine = await stack.up('instance', 'trainer', args);
    const unknown = { ...args, hostname: 'other', existingVolumes: UNKNOWN };
    expect(await machine.diff(unknown)).toMatchObject({ deleteBeforeReplace: true });
  });

  it.each(['existingVolumes', 'sharedVolume', 'sshKeyIds', 'tags'])(
    'has no error for a cluster while %s is completely unknown',
    async (property) => {
      const cluster = await stack.up('cluster', 'train', CLUSTER);
      const args = { ...CLUSTER, hostname: 'other', [property]: UNKNOWN };
      expect((await cluster.diff(args)).replaces).toContain('hostname');
    },
  );
});
