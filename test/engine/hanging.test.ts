// What hangs in the cloud is forced, once it had its time: a shutdown, of a machine and of the nodes of a cluster, and a delete.
import { everythingIn } from './support/lifecycle';
import { Scene } from './support/scene';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me@laptop';

/** Half of the time is for what comes by itself. */
const OPTS = `{ customTimeouts: { update: '24s', delete: '24s' } }`;

const program = (powerState: string) => `
  const key = new cc.SshKey('me', { name: 'me', key: '${KEY}' });
  new cc.Instance('trainer', {
    hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
    osVolume: { name: 'trainer-os', size: 50 }, powerState: '${powerState}',
  }, ${OPTS});
  new cc.Cluster('train', {
    hostname: 'train', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', locationCode: 'FIN-01',
    sshKeyIds: [key.id], powerState: '${powerState}',
  }, ${OPTS});`;

describe('what hangs', () => {
  jest.setTimeout(180_000);
  let scene: Scene;

  beforeAll(async () => {
    scene = await Scene.open({ emulator: { timeScale: 500 }, program: program('running') });
    await scene.up();
  });

  afterAll(async () => {
    await scene.close();
  });

  const statuses = async () => {
    const [machine] = await scene.cloud.instances.list();
    const [cluster] = await scene.cloud.clusters.list();
    return [machine?.status, ...(cluster?.worker_nodes ?? []).map(({ status }) => status)];
  };

  it('is shut down by force, in the time that the program gives it', async () => {
    const hang = { kind: 'stuck', status: 'running', action: 'shutdown' } as const;
    scene.emulator.control.faults.add({ ...hang, operation: 'performInstanceAction', times: 'always' });
    scene.emulator.control.faults.add({ ...hang, operation: 'performClusterNodeAction', times: 'always' });
    const { changes, output } = await scene.up(program('offline'));
    expect(changes).toEqual({ same: 1, update: 2 });
    expect(output).toMatch(/Did not shut down by itself within \d+ s: forcing it\./);
    expect(output).toMatch(/Some nodes did not shut down by themselves within \d+ s: forcing them\./);
    expect(await statuses()).toEqual(['offline', 'offline', 'offline']);
    expect(scene.emulator.control.requests.counts()['performInstanceAction']).toBe(2);
    expect(scene.emulator.control.requests.counts()['performClusterNodeAction']).toBe(4);
  });

  it('is deleted as stuck, and nothing of it is left', async () => {
    const [machine] = await scene.cloud.instances.list();
    scene.emulator.control.faults.add({ kind: 'stuck', status: 'deleting', action: 'delete' });
    const { output } = await scene.stack.destroy();
    expect(output).toMatch(/Still not gone after \d+ s: deleting it as stuck\./);
    expect(await everythingIn(scene.cloud)).toEqual([]);
    const deletes = await scene.cloud.journal.forCompute(machine?.id ?? '', { actionCode: 'delete' });
    expect(deletes).toHaveLength(2);
  });
});
