// Inputs for parts of a resource, such as single volumes and single nodes, and the data sources and outputs that show
// them.
import { doors } from '../../support/doors';
import { oneOf } from '../../support/stacks/stack';
import { TestEnvironment } from '../../support/testEnvironment';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+b other';

/** One machine keeps its operating-system volume and removes its data volume; the other machine does the reverse. */
const MACHINES = `
const machine = (name, keepsOs) => new cc.Instance(name, {
  hostname: name, image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: name + '-os', size: 50, keep: keepsOs },
  volumes: [{ name: name + '-data', size: 20, type: 'NVMe', keep: !keepsOs }],
});
const machines = [machine('one', true), machine('two', false)];`;

const others = (offlineNodes: string) => `
const key = new cc.SshKey('key', { key: '${KEY}' });
const cluster = new cc.Cluster('train', {
  hostname: 'train', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', locationCode: 'FIN-01',
  sshKeyIds: [key.id], offlineNodes: ${offlineNodes},
});
const group = new cc.InstanceGroup('workers', {
  instanceType: 'CPU.4V.16G', locationCode: 'FIN-01', template: { image: 'ubuntu-24.04', osVolume: { size: 50 } },
});
exports.groupDeletedAt = group.deletedAt;`;

const WITH_SHARED_VOLUME = `
const data = new cc.Volume('data', {
  name: 'data', size: 100, type: 'NVMe', locationCode: 'FIN-01', instanceIds: [machines[0].id], allowShutdown: true,
});
exports.attachedMachines = data.attachedMachines;
exports.found = data.id.apply(() => cc.getInstancesOutput({ computeId: machines[1].id })).apply((all) =>
  all.map(({ id, hostname }) => ({ id, hostname })));`;

const TRASH = `
exports.trash = cc.getTrashOutput({ name: 'one-data' }).apply((all) => all.map(({ name }) => name));
exports.elsewhere = cc.getTrashOutput({ locationCode: 'ICE-01' }).apply((all) => all.length);`;

describe.each(doors)('a stack ($name)', (door) => {
  jest.setTimeout(240_000);
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await TestEnvironment.start({
      door,
      emulator: { balance: 1_000_000 },
      program: MACHINES + WITH_SHARED_VOLUME + others('[]'),
    });
  });
  afterAll(() => environment.close());

  const nodes = async () => {
    const [cluster] = await environment.cloud.clusters.list();
    return Object.fromEntries(
      (cluster?.worker_nodes ?? []).map(({ hostname, status }) => [hostname, status]),
    );
  };

  it('shows the machines of a volume, an instance by its id, and that a group is not deleted', async () => {
    await environment.upAndPreview();
    const resources = await environment.stack.resources();
    const [one, two] = ['one', 'two'].map((name) => oneOf('Instance', resources, name).id);
    expect(await environment.stack.outputs()).toEqual({
      attachedMachines: [{ id: one, hostname: 'one', status: expect.any(String) as unknown }],
      found: [{ id: two, hostname: 'two' }],
      groupDeletedAt: null,
    });
  });

  it('shuts a single node down while the others run, and boots it again', async () => {
    const [first = '', ...rest] = Object.keys(await nodes()).sort();
    expect(rest.length).toBeGreaterThan(0);
    const running = Object.fromEntries(rest.map((name) => [name, 'running']));
    const withOffline = (names: string) => MACHINES + WITH_SHARED_VOLUME + others(names);
    const { changes } = await environment.upAndPreview(withOffline(`['${first}']`));
    expect(changes).toMatchObject({ update: 1 });
    expect(await nodes()).toEqual({ ...running, [first]: 'offline' });
    await environment.upAndPreview(withOffline('[]'));
    expect(await nodes()).toEqual({ ...running, [first]: 'running' });
  });

  it('keeps the volumes with `keep` of each deleted machine, and finds the others in the trash', async () => {
    await environment.up('');
    const kept = (await environment.cloud.volumes.list()).filter(({ name }) => /^(one|two)-/.test(name));
    expect(kept.map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
      'one-os detached',
      'two-data detached',
    ]);
    await environment.up(TRASH);
    expect(await environment.stack.outputs()).toEqual({ trash: ['one-data'], elsewhere: 0 });
  });
});
