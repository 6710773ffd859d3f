// Data sources that read from an emulator over HTTP.
import * as pulumi from '@pulumi/pulumi';
import * as sdk from 'pulumi-cloud-compute';
import { client } from 'pulumi-cloud-compute/client';
import { cloudOfPrograms } from '../support/cloudOfPrograms';
import { isSecret } from '../support/program';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf me@laptop';

const here = cloudOfPrograms();

describe('the resources of the project', () => {
  let machineId: string;
  let volumeId: string;
  let keyId: string;
  beforeAll(async () => {
    keyId = await here.cloud.client.sshKeys.create({ name: 'laptop', key: KEY });
    volumeId = await here.cloud.client.volumes.create({
      name: 'data',
      size: 10,
      type: 'NVMe',
      location_code: 'FIN-01',
      tags: [
        { key: 'pulumi-pending', value: 'a.b.0' },
        { key: 'team', value: 'ml' },
      ],
    });
    machineId = await here.cloud.client.instances.deploy({
      hostname: 'trainer',
      description: 'trains',
      image: 'ubuntu-24.04',
      instance_type: '1V100.6V',
      location_code: 'FIN-01',
      ssh_key_ids: [keyId],
      tags: [{ key: 'team', value: 'ml' }],
    });
  });

  test('include instances, by status and by tags', async () => {
    const hostnames = async (args: sdk.GetInstancesArgs) =>
      (await sdk.getInstances(args)).map(({ hostname }) => hostname);
    expect(await hostnames({})).toEqual(['trainer']);
    expect(await hostnames({ tags: ['team'], status: 'running' })).toEqual(['trainer']);
    expect(await hostnames({ tags: ['team=ml'] })).toEqual(['trainer']);
    expect(await hostnames({ tags: ['team=research'] })).toEqual([]);
    await expect(hostnames({ tags: ['team', '=ml'] })).rejects.toThrow(
      'getInstances: tags[1] must be key or key=value, with a key',
    );
  });

  test('include a single instance, without the token of its Jupyter server', async () => {
    const machine = await sdk.getInstance({ id: machineId });
    expect(machine).toMatchObject({ hostname: 'trainer', instanceType: '1V100.6V', sshKeyIds: [keyId] });
    expect(machine).not.toHaveProperty('jupyterToken');
  });

  test('show no token and no pending tag in a journal with instances and volumes', async () => {
    const { jupyter_token: token } = await client().instances.get(machineId);
    expect(token).not.toBe('');
    const journal = await sdk.getJournal({ computeId: machineId, hydrate: true });
    expect(journal.some(({ instance }) => instance?.['hostname'] === 'trainer')).toBe(true);
    expect(JSON.stringify(journal)).not.toContain(token);
    const entries = await sdk.getJournal({ volumeId, hydrate: true });
    expect(entries.some(({ volume }) => volume?.['name'] === 'data')).toBe(true);
    expect(JSON.stringify(entries)).not.toContain('pulumi-pending');
  });

  test('cause an error without a stack trace if an instance does not exist', async () => {
    await expect(sdk.getInstance({ id: '00000000-0000-4000-8000-000000000000' })).rejects.toThrow(
      /^getInstance: /,
    );
  });

  test('include volumes, without pending tags', async () => {
    // A strict compiler accepts an argument that may be undefined.
    const [volume] = (await sdk.getVolumes({ status: undefined })).filter(({ id }) => id === volumeId);
    expect(volume?.tags.map(({ key }) => key)).toEqual(['team']);
    expect(await sdk.getVolume({ id: volumeId })).toEqual(volume);
    expect(await sdk.getTags({ resourceType: 'volume', resourceId: volumeId })).toEqual(volume?.tags);
  });

  test('include the trash; a volume in it is not listed with the others', async () => {
    const id = await here.cloud.client.volumes.create({
      name: 'old',
      size: 10,
      type: 'NVMe',
      location_code: 'FIN-01',
    });
    await here.cloud.client.volumes.delete(id);
    here.cloud.emulator.clock.advance(60_000);
    expect((await sdk.getTrash()).map((volume) => [volume.id, volume.isPermanentlyDeleted])).toEqual([
      [id, false],
    ]);
    expect((await sdk.getTrash({ locationCode: 'FIN-01' })).map((volume) => volume.id)).toEqual([id]);
    await expect(sdk.getTrash({ locationCode: 'FIN-1' })).rejects.toThrow(
      /^getTrash: "FIN-1" is not a location.*FIN-01/,
    );
    await expect(sdk.getVolumes({ status: 'deleted' as 'detached' })).rejects.toThrow(
      'getVolumes: status must not be "deleted"',
    );
    await expect(sdk.getVolume({ id })).rejects.toThrow(
      /The volume old .* has been in the trash since .*restoreVolumeId/,
    );
  });

  test('include SSH keys, also a single key by its id or its name', async () => {
    const [key] = await sdk.getSshKeys();
    expect(key).toMatchObject({ id: keyId, name: 'laptop', key: KEY });
    expect(await sdk.getSshKey({ id: keyId })).toEqual(key);
    expect(await sdk.getSshKey({ name: 'laptop' })).toEqual(key);
    await expect(sdk.getSshKey({ name: 'desktop' })).rejects.toThrow(
      'getSshKey: There is no SSH key with the name "desktop" in this project; there are laptop.',
    );
    await expect(sdk.getAuditLog({ limit: 5n as unknown as number })).rejects.toThrow(
      'limit must be a number',
    );
    await expect(sdk.getSshKey({})).rejects.toThrow('Give either the id or the name of the SSH key.');
    for (const id of [pulumi.output(keyId), Promise.resolve(keyId)] as unknown as string[])
      await expect(sdk.getSshKey({ id })).rejects.toThrow(
        'getSshKey: id is an output or a promise, which has no value yet: call getSshKeyOutput, which accepts them.',
      );
  });

  test('include startup scripts from all pages, newest first', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `script-${index + 1}`);
    for (const name of names) {
      await here.cloud.client.scripts.create({ name, script: `echo ${name}` });
      here.cloud.emulator.clock.advance(1_000);
    }
    const all = await sdk.getStartupScripts();
    expect(all.map(({ name }) => name)).toEqual([...names].reverse());
    const oldest = await sdk.getStartupScripts({ orderDirection: 'asc', name: 'script-1' });
    expect(oldest.map(({ name }) => name)).toEqual(['script-1', 'script-10', 'script-11', 'script-12']);
    expect(await sdk.getStartupScript({ name: 'script-1' })).toEqual(oldest[0]);
    expect(await isSecret(sdk.getStartupScriptOutput({ name: 'script-1' }))).toBe(true);
  });

  test('include instance groups, also a single group by its id or its name', async () => {
    const group = await here.cloud.client.instanceGroups.create({
      name: 'trainers',
      location_code: 'FIN-01',
      instance_type: '1V100.6V',
      template: { image: 'ubuntu-24.04', os_volume: { size: 60 } },
    });
    const [found] = await sdk.getInstanceGroups();
    expect(found).toMatchObject({
      id: group.id,
      locationCode: 'FIN-01',
      template: { osVolume: { size: 60 } },
    });
    expect(await sdk.getInstanceGroup({ name: 'trainers' })).toEqual(found);
    expect(await sdk.getInstanceGroup({ id: group.id })).toEqual(found);
  });
});

describe('filters', () => {
  test('select one instance by its id, or none', async () => {
    const api = client();
    const order = { hostname: 'chosen', description: 'chosen', location_code: 'FIN-01' };
    const machine = { image: 'ubuntu-24.04', instance_type: 'CPU.4V.16G' };
    const id = await api.instances.deploy({ ...order, ...machine });
    expect((await sdk.getInstances({ computeId: id })).map(({ hostname }) => hostname)).toEqual(['chosen']);
    const nothing = '00000000-0000-4000-8000-000000000000';
    expect(await sdk.getInstances({ computeId: nothing })).toEqual([]);
  });

  test('select deleted volumes by name and location', async () => {
    const api = client();
    const order = { size: 10, type: 'NVMe', location_code: 'FIN-01' } as const;
    const ids = [];
    for (const name of ['lost', 'forgotten']) ids.push(await api.volumes.create({ ...order, name }));
    here.cloud.emulator.clock.advance(600_000);
    for (const id of ids) await api.volumes.delete(id);
    here.cloud.emulator.clock.advance(600_000);
    const found = await sdk.getTrash({ name: 'lost' });
    expect(found.map(({ id, status }) => [id, status])).toEqual([[ids[0], 'deleted']]);
    expect(await sdk.getTrash({ name: 'lost', locationCode: 'FIN-02' })).toEqual([]);
  });
});

describe('private networks', () => {
  test('list their address mappings, and return a single mapping by its id', async () => {
    const [network] = await sdk.getPrivateNetworks();
    const privateNetworkId = network?.id ?? '';
    const { id } = await client().privateNetworks.addressMappings.create(privateNetworkId, {
      ...{ service: 'storage', location_code: 'FIN-01', source_cidr: '10.0.8.0/24' },
      ...{ target_private_network_id: privateNetworkId, target_cidr: '10.16.8.0/24' },
    });
    const mapping = await sdk.getAddressMapping({ id, privateNetworkId });
    expect(mapping).toMatchObject({ location: 'FIN-01', sourceCidr: '10.0.8.0/24' });
    expect(await sdk.getAddressMappings({ privateNetworkId })).toEqual([mapping]);
  });

  test('list their endpoint bindings; an unknown binding causes an error that says why', async () => {
    const [network] = await sdk.getPrivateNetworks();
    const privateNetworkId = network?.id ?? '';
    expect(await sdk.getEndpointBindings({ privateNetworkId })).toEqual([]);
    const asking = sdk.getEndpointBinding({ id: 'epb_none', privateNetworkId });
    await expect(asking).rejects.toThrow(/^getEndpointBinding: .*epb_none.*this account may not offer it/);
  });
});
