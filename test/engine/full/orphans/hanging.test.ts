// A shutdown of a machine or of a node of a cluster, or a delete, that hangs is forced after some time. The cluster
// keeps its storage. Both have tags from all sources.
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { TestEnvironment } from '../../support/testEnvironment';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me@laptop';

/** Half of the timeout is for the normal shutdown. */
const OPTS = `{ customTimeouts: { update: '24s', delete: '24s' } }`;

const program = (powerState: string) => `
  const key = new cc.SshKey('me', { name: 'me', key: '${KEY}' });
  const machine = new cc.Instance('trainer', {
    hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
    osVolume: { name: 'trainer-os', size: 50 }, powerState: '${powerState}',
  }, ${OPTS});
  const cluster = new cc.Cluster('train', {
    hostname: 'train', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', locationCode: 'FIN-01',
    sshKeyIds: [key.id], powerState: '${powerState}', sharedVolume: { name: 'datasets', size: 100 },
    tags: { team: 'research' },
  }, ${OPTS});
  const stage = (resourceType, { id }) =>
    new cc.Tag(resourceType, { resourceType, resourceId: id, key: 'stage', value: '${powerState}' });
  stage('instance', machine);
  stage('cluster', cluster);`;

describe.each(doors)('a machine that hangs ($name)', (door) => {
  jest.setTimeout(180_000);
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({
      door,
      emulator: { timeScale: 500 },
      settings: { defaultTags: '{"team":"ml","paid-by":"us"}' },
      program: program('running'),
    });
    await environment.up();
  });

  afterAll(async () => {
    await environment.close();
  });

  const statuses = async () => {
    const [machine] = await environment.cloud.instances.list();
    const [cluster] = await environment.cloud.clusters.list();
    return [machine?.status, ...(cluster?.worker_nodes ?? []).map(({ status }) => status)];
  };

  it('is shut down by force, within the timeout of the program', async () => {
    const hang = { kind: 'stuck', status: 'running', action: 'shutdown' } as const;
    environment.emulator.control.faults.add({ ...hang, operation: 'performInstanceAction', times: 'always' });
    environment.emulator.control.faults.add({
      ...hang,
      operation: 'performClusterNodeAction',
      times: 'always',
    });
    const { changes, output } = await environment.upAndPreview(program('offline'));
    expect(changes).toEqual({ same: 1, update: 4 });
    expect(output).toMatch(/Did not shut down by itself within \d+ s: forcing it\./);
    expect(output).toMatch(/Some nodes did not shut down by themselves within \d+ s: forcing them\./);
    expect(await statuses()).toEqual(['offline', 'offline', 'offline']);
    expect(environment.emulator.control.requests.counts()['performInstanceAction']).toBe(2);
    expect(environment.emulator.control.requests.counts()['performClusterNodeAction']).toBe(4);
  });

  it('has its own tags, the tags of the stack, and the tags of Tag resources', async () => {
    const [[machine], [cluster]] = await Promise.all([
      environment.cloud.instances.list(),
      environment.cloud.clusters.list(),
    ]);
    const tagsOf = (found?: { tags: readonly { key: string; value: string }[] }) =>
      found?.tags.map(({ key, value }) => `${key}=${value}`).sort();
    expect(tagsOf(machine)).toEqual(['paid-by=us', 'stage=offline', 'team=ml']);
    expect(tagsOf(cluster)).toEqual(['paid-by=us', 'stage=offline', 'team=research']);
  });

  it('is deleted as stuck, and leaves only the volumes that the program keeps', async () => {
    const [machine] = await environment.cloud.instances.list();
    environment.emulator.control.faults.add({ kind: 'stuck', status: 'deleting', action: 'delete' });
    const { output } = await environment.stack.destroy();
    expect(output).toMatch(/Still not gone after \d+ s: deleting it as stuck\./);
    expect(output).toMatch(/The shared volume datasets \(\S+\) stays and is still billed\./);
    expect(await everythingIn(environment.cloud)).toEqual([
      expect.objectContaining({ name: 'datasets', size: 100, status: 'detached' }),
    ]);
    const deletes = await environment.cloud.journal.forCompute(machine?.id ?? '', { actionCode: 'delete' });
    expect(deletes).toHaveLength(2);
  });
});
