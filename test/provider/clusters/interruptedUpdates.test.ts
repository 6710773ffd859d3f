// A run is killed while it shuts down the nodes of a cluster, and the program is then as before: a refresh shows it.
import { InProcessStack } from '../support/inProcessStack';
import { killedRuns } from '../support/killedRuns';

jest.mock('../../../provider/run/progress');

describe('an interrupted run', () => {
  let stack: InProcessStack;
  const { endProcess, applyRefreshed } = killedRuns(() => stack);
  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });
  afterEach(() => stack.stop());

  it('an update of a cluster is reverted if the cloud has shut down one node and refused to shut down another', async () => {
    const { id } = await stack.up('sshKey', 'me', {
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me',
    });
    const [place] = (await stack.cloud.catalogue.clusterAvailability()).filter(({ availabilities }) =>
      availabilities.includes('16H100'),
    );
    const program = {
      ...{ clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', sshKeyIds: [id] },
      locationCode: place?.location_code,
    };
    const cluster = await stack.up('cluster', 'big', program);
    const workers = async () => (await stack.cloud.clusters.get(cluster.id)).worker_nodes;
    const offlineNodes = (await workers()).map(({ hostname }) => hostname);
    expect(offlineNodes).toHaveLength(2);
    stack.newProcess();
    const operation = 'performClusterNodeAction';
    stack.emulator.control.faults.add({ kind: 'status', status: 403, operation, skip: 1, times: 'always' });
    await expect(cluster.update({ ...program, offlineNodes })).rejects.toThrow('403');
    stack.emulator.control.faults.clear();
    await stack.clock.sleep(600_000);
    expect((await workers()).map(({ status }) => status).sort()).toEqual(['offline', 'running']);
    endProcess();
    await applyRefreshed(cluster, program);
    expect((await workers()).map(({ status }) => status)).toEqual(['running', 'running']);
  });
});
