import { warn } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const MINUTE = 60_000;

describe('after a killed run', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
    jest.mocked(warn).mockClear();
  });

  afterEach(() => stack.stop());

  /** A run that was killed before its state was written; the next process then starts. */
  const interrupted = async (args: Record<string, unknown>) => {
    const { id } = await stack.up('cluster', 'trainer', args);
    await stack.clock.sleep(MINUTE);
    stack.newProcess();
    return id;
  };
  const volumes = async () => (await stack.cloud.volumes.list()).map(({ name }) => name).sort();
  const trash = async () => {
    await stack.clock.sleep(MINUTE);
    return (await stack.cloud.volumes.trash()).map(({ name }) => name).sort();
  };

  it('an interrupted order of a cluster is deleted with its shared volume, and replaced by another order', async () => {
    const { id: key } = await stack.up('sshKey', 'me', { key: KEY });
    const cluster = {
      ...{ hostname: 'big', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster' },
      ...{ locationCode: 'FIN-01', sshKeyIds: [key], sharedVolume: { name: 'shared', size: 20 } },
    };
    const id = await interrupted(cluster);
    expect((await stack.up('cluster', 'trainer', cluster)).id).toBe(id);
    stack.newProcess();
    const other = await stack.up('cluster', 'trainer', { ...cluster, description: 'other' });
    expect(other.id).not.toBe(id);
    expect(await trash()).toEqual(['big-os', 'shared']);
    await stack.deleteOwner();
    expect(await stack.cloud.clusters.list()).toEqual([]);
    await stack.clock.sleep(MINUTE);
    expect(await volumes()).not.toContain('shared');
  });
});
