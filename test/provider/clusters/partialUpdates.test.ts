import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

describe('an update that fails half-way', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const refuse = (target: object, status = 402) => {
    stack.emulator.control.faults.add({ kind: 'status', status, times: 1, ...target });
  };

  it('stores the new tags and the old power state of a cluster', async () => {
    const args = {
      ...{ clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode: 'FIN-01' },
      sshKeyIds: [],
    };
    const cluster = await stack.up('cluster', 'train', args);
    refuse({ action: 'shutdown' }, 403);
    const wanted = { ...args, tags: { team: 'ml' }, powerState: 'offline' };
    await expect(cluster.update(wanted)).rejects.toThrow('403');
    expect(cluster.outputs).toMatchObject({ tags: { team: 'ml' }, powerState: 'running' });
  });
});
