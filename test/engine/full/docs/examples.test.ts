// Every example is run unchanged: up, an empty preview, its own steps, destroy; then nothing billed is left.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../../api';
import { everythingIn } from '../../support/lifecycle';
import { TestStack } from '../../support/stacks/stack';
import { programOfExample } from '../../support/texts/typescript';

jest.setTimeout(300_000);

interface ExampleRun {
  readonly emulator: Emulator;
  readonly cloud: CloudComputeClient;
  readonly stack: TestStack;
}

/** Runs an example from its first `up` to `destroy`; `story` contains the steps between them. */
async function play(
  example: string,
  story: (run: ExampleRun) => Promise<void>,
  prepare: (emulator: Emulator) => Record<string, string> = () => ({}),
): Promise<void> {
  const emulator = await startEmulator({ timeScale: 500 });
  const cloud = new CloudComputeClient({
    baseUrl: emulator.url,
    clientId: 'emulator',
    clientSecret: 'emulator',
  });
  const config = prepare(emulator);
  const stack = await TestStack.create({ url: emulator.url, program: programOfExample(example), config });
  try {
    await stack.up();
    await isSettled(stack);
    await story({ emulator, cloud, stack });
    await stack.destroy();
    expect(await everythingIn(cloud)).toEqual([]);
  } finally {
    await stack.dispose();
    cloud.close();
    await emulator.close();
  }
}

async function isSettled(stack: TestStack): Promise<void> {
  expect(Object.keys((await stack.preview()).changes)).toEqual(['same']);
}

const set = (stack: TestStack, key: string, value: string, isPath = false) =>
  stack.stack.setConfig(key, { value }, isPath);

test('training-cluster: all nodes are up, with the shared storage mounted on them', () =>
  play('training-cluster', async ({ cloud, stack }) => {
    const { login, workers, mounts } = await stack.outputs();
    const [cluster] = await cloud.clusters.list();
    expect(workers).toEqual(cluster?.worker_nodes.map(({ private_ip: ip }) => ip));
    expect(workers).toHaveLength(2);
    expect(login).toBe(cluster?.jump_host?.public_ip);
    expect(Object.keys(mounts as object).sort()).toEqual(
      ['scratch', expect.stringMatching(/^datasets/)].sort(),
    );
  }));

test('spot-fleet: machines are ordered in locations with capacity, and the config adds more machines', () =>
  play(
    'spot-fleet',
    async ({ cloud, stack }) => {
      const { addresses, locations } = await stack.outputs();
      expect(locations).toEqual(['FIN-02', 'FIN-02', 'FIN-02']);
      const before = await cloud.instances.list();
      expect(before.map(({ ip }) => ip).sort()).toEqual([...(addresses as string[])].sort());
      expect(before.map(({ is_spot: isSpot, status }) => [isSpot, status])).toEqual(
        before.map(() => [true, 'running']),
      );
      await set(stack, 'machines', '5');
      expect((await stack.up()).changes).toMatchObject({ create: 2 });
      const after = await cloud.instances.list();
      expect(after).toHaveLength(5);
      expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    },
    (emulator) => {
      emulator.control.capacity.set({ location: 'FIN-01', type: '1V100.6V', isSpot: true }, 0);
      return {};
    },
  ));

test('shared-volume: twelve machines use the volume, which a unit of their script mounts at each boot', () =>
  play('shared-volume', async ({ cloud, stack }) => {
    const { addresses, mount } = await stack.outputs();
    const machines = await cloud.instances.list();
    expect(machines.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'running'));
    expect(machines.map(({ ip }) => ip).sort()).toEqual([...(addresses as string[])].sort());
    const [share] = (await cloud.volumes.list()).filter(({ type }) => type === 'NVMe_Shared');
    expect(share?.instances.map(({ id }) => id).sort()).toEqual(machines.map(({ id }) => id).sort());
    const [script] = await cloud.scripts.list();
    expect(machines.map(({ startup_script_id: id }) => id)).toEqual(machines.map(() => script?.id));
    expect(script?.script).toContain(`\n${String(share?.create_directory_command)}\n${String(mount)}\n`);
    expect(mount).toBe(share?.mount_command);
  }));

test('dev-box: an offline machine stays billed and preview says so; a hibernated machine starts again from its disk', () =>
  play('dev-box', async ({ cloud, stack }) => {
    const [first] = await cloud.instances.list();
    const { disk } = await stack.outputs();
    expect(disk).toBe(first?.os_volume_id);

    await set(stack, 'power', 'offline');
    expect((await stack.preview()).output).toContain('stays billed');
    await set(stack, 'power', 'running');
    await set(stack, 'disk', String(disk));
    await set(stack, 'asleep', 'true');
    await stack.up();
    expect(await cloud.instances.list()).toEqual([]);
    expect(await cloud.volumes.list()).toEqual([expect.objectContaining({ id: disk, status: 'detached' })]);

    await set(stack, 'asleep', 'false');
    await stack.up();
    await isSettled(stack);
    const [second] = await cloud.instances.list();
    expect(second).toMatchObject({ os_volume_id: disk, status: 'running' });
    expect(second?.id).not.toBe(first?.id);
  }));

test('branch-environment: only the config makes an environment larger', () =>
  play('branch-environment', async ({ cloud, stack }) => {
    const hostnames = async () => (await cloud.instances.list()).map(({ hostname }) => hostname).sort();
    expect(await hostnames()).toEqual(['dev-worker-0']);
    await set(stack, 'environment.workers', '2', true);
    expect((await stack.up()).changes).toMatchObject({ create: 2 });
    expect(await hostnames()).toEqual(['dev-worker-0', 'dev-worker-1']);
    const data = (await cloud.volumes.list()).filter(({ is_os_volume: isOs }) => !isOs);
    expect(data.map(({ name }) => name).sort()).toEqual(['dev-data-0', 'dev-data-1']);
    const branches = data.map(({ tags }) => tags.find(({ key }) => key === 'branch')?.value);
    expect(branches).toEqual(['dev', 'dev']);
    await set(stack, 'environment.dataSize', '80', true);
    expect((await stack.up()).changes).toMatchObject({ update: 2 });
  }));

test('hdd-migration: the copy is NVMe and in use, and the old volume is removed on request', () => {
  let hdd = '';
  return play(
    'hdd-migration',
    async ({ cloud, stack }) => {
      const copies = async () =>
        (await cloud.volumes.list())
          .filter(({ is_os_volume: isOs }) => !isOs)
          .map(({ type, status, size }) => ({ type, status, size }))
          .sort((a, b) => (a.type < b.type ? -1 : 1));
      const copy = { type: 'NVMe', status: 'attached', size: 200 };
      expect(await copies()).toEqual([{ type: 'HDD', status: 'detached', size: 200 }, copy]);
      expect((await stack.outputs())['mount']).toMatch(/mount/);
      await set(stack, 'migrated', 'true');
      await stack.up();
      expect(await copies()).toEqual([copy]);
      expect((await cloud.volumes.trash()).map(({ id }) => id)).toEqual([hdd]);
      await isSettled(stack);
    },
    (emulator) => {
      hdd = emulator.control.addVolume({
        project: 'emulator',
        name: 'archive',
        size: 200,
        type: 'HDD',
        location: 'FIN-01',
      });
      return { hdd };
    },
  );
});

test('inference-servers: a changed template changes the revision, which replaces the servers', () =>
  play('inference-servers', async ({ cloud, stack }) => {
    const before = await cloud.instances.list();
    const [group] = await cloud.instanceGroups.list();
    expect(group?.instances.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    await set(stack, 'model', 'another-model');
    await stack.up();
    await isSettled(stack);
    const after = await cloud.instances.list();
    expect(after).toHaveLength(2);
    expect(after.filter(({ id }) => before.some((old) => old.id === id))).toEqual([]);
    expect((await cloud.instanceGroups.list()).map(({ id }) => id)).toEqual([group?.id]);
    const [script] = await cloud.scripts.list();
    expect(after.map(({ startup_script_id: id }) => id)).toEqual([script?.id, script?.id]);
  }));

test('private-network: the endpoint routes to the server, and the config adds the mapping', () =>
  play('private-network', async ({ cloud, stack }) => {
    const [server] = await cloud.instances.list();
    expect(await stack.outputs()).toMatchObject({ address: '10.0.0.200', reaches: server?.private_ip });
    const { id: archive } = await cloud.privateNetworks.create({ name: 'archive' });
    await set(stack, 'archive', archive);
    expect((await stack.up()).changes).toMatchObject({ create: 1 });
    await isSettled(stack);
    const [network] = await cloud.privateNetworks.list();
    expect(await cloud.privateNetworks.addressMappings.list(network?.id ?? '')).toMatchObject([
      { target_private_network_id: archive },
    ]);
  }));
