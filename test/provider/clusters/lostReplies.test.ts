// The reply to the order of a cluster is lost, and lists and replicas lag. The cluster must have its pending tag at
// every moment, because a killed run would lose the cluster without it.
import { PENDING } from '../../../core/pendingTag';
import { InProcessStack } from '../support/inProcessStack';

describe('a cluster whose order was sent twice, because the reply was lost and lists lag', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
  });

  afterEach(() => stack.stop());

  it('keeps the pending tag of the order that created it', async () => {
    const { id: key } = await stack.up('sshKey', 'me', {
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a',
    });
    const { faults, requests } = stack.emulator.control;
    faults.add({ operation: 'deployCluster', kind: 'reset', when: 'after', times: 2 });
    // The first cluster is listed only after the second order, and single reads show it still later.
    faults.add({ operation: 'GET /v1/clusters', kind: 'lag', seconds: 12, times: 'always' });
    faults.add({ operation: 'GET /v1/clusters/*', kind: 'lag', seconds: 16, times: 'always' });
    const { id } = await stack.up('cluster', 'big', {
      ...{ hostname: 'big', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster' },
      ...{ locationCode: 'FIN-01', sshKeyIds: [key] },
    });
    faults.clear();
    expect(requests.counts()).toMatchObject({ deployCluster: 2 });
    expect(requests.counts()).not.toHaveProperty('deleteClusterTag');
    await stack.clock.sleep(600_000);
    const clusters = await stack.cloud.clusters.list();
    expect(clusters.map((cluster) => cluster.id)).toEqual([id]);
    expect(clusters[0]?.tags.map((tag) => tag.key)).toEqual([PENDING]);
  });
});
