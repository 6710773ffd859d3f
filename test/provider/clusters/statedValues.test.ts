// An input that states the present value explicitly does not replace the cluster.
import { InProcessStack } from '../support/inProcessStack';

const CLUSTER = {
  ...{ clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode: 'FIN-01' },
  sshKeyIds: [],
};

describe('an input that states the present value', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('does not replace a cluster', async () => {
    const cluster = await stack.up('cluster', 'train', CLUSTER);
    expect(await cluster.diff({ ...CLUSTER, contract: 'PAY_AS_YOU_GO' })).toMatchObject({ replaces: [] });
    expect(await cluster.diff({ ...CLUSTER, contract: 'LONG_TERM' })).toMatchObject({
      replaces: ['contract'],
    });
  });
});
