// Data sources that read from an emulator over HTTP.
import * as pulumi from '@pulumi/pulumi';
import * as sdk from 'pulumi-cloud-compute';
import { NotFoundError, client, request } from 'pulumi-cloud-compute/client';
import type { TestCloud } from './cloud';
import { startCloud } from './cloud';
import { isSecret, run, valueOf } from './program';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf me@laptop';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(() => cloud.close());
beforeEach(() => run({ config: cloud.config }));

describe('options', () => {
  const ask = (opts: object | null) => sdk.getLocations({}, opts as pulumi.InvokeOptions);
  const askLater = (opts: object) => valueOf(sdk.getLocationsOutput({}, opts as pulumi.InvokeOutputOptions));

  test('are refused if they have no effect', async () => {
    const provider = new (class extends pulumi.ProviderResource {})('other', 'theirs', {});
    await expect(ask({ provider })).rejects.toThrow(
      'The option provider of getLocations has no effect: a stack uses one account',
    );
    expect(() => askLater({ provider })).toThrow('The option provider of');
    await expect(ask({ dependsOn: [] })).rejects.toThrow(
      'The option dependsOn of getLocations has no effect: call getLocationsOutput, which waits for resources.',
    );
    expect(() => askLater({ dependOn: [] })).toThrow(
      'The option dependOn of getLocations is not an option of Pulumi: did you mean dependsOn?',
    );
  });

  test('are refused if they name no resource', async () => {
    expect(() => askLater({ dependsOn: 'trainer' })).toThrow(
      'The option dependsOn of getLocations must be a resource or a list of resources, not a string.',
    );
    await expect(ask({ parent: 'lab' })).rejects.toThrow(
      'The option parent of getLocations must be a resource, not a string.',
    );
  });

  test('are accepted if they are undefined or change nothing', async () => {
    const parent = new pulumi.ComponentResource('test:index:Lab', 'lab');
    expect(await ask({ parent, async: true, provider: undefined })).toEqual(await sdk.getLocations());
    expect(await askLater({ parent, dependsOn: [parent] })).toEqual(await sdk.getLocations());
    expect(await ask(null)).toEqual(await sdk.getLocations());
  });
});

describe('catalogues', () => {
  test('list images, also only the images that a type supports', async () => {
    const all = await sdk.getImages();
    const supported = await sdk.getImages({ instanceType: '1B200.30V' });
    expect(all.map(({ imageType }) => imageType)).toContain('ubuntu-22.04-cuda-12.4');
    expect(supported.map(({ imageType }) => imageType)).not.toContain('ubuntu-22.04-cuda-12.4');
    expect(all[0]).toMatchObject({ isCluster: false, isDefault: expect.any(Boolean) as boolean });
  });

  test('report an unknown type without a stack trace', async () => {
    const asking = sdk.getImages({ instanceType: '1H1000' });
    await expect(asking).rejects.toThrow(/^getImages: .*1H1000/);
    await expect(asking).rejects.toBeInstanceOf(pulumi.RunError);
    await expect(asking).rejects.toHaveProperty('cause', expect.any(NotFoundError));
  });

  test('treat null like an omitted argument', async () => {
    expect(await sdk.getImages(null as never)).toEqual(await sdk.getImages());
  });

  test('list images of clusters', async () => {
    const images = await sdk.getClusterImages();
    expect(images.length).toBeGreaterThan(0);
    expect(images.every(({ isCluster }) => isCluster)).toBe(true);
  });

  test('list locations', async () => {
    expect(await sdk.getLocations()).toContainEqual(
      expect.objectContaining({ code: 'FIN-01', countryCode: 'FI' }),
    );
  });

  test('list instance types in the requested currency', async () => {
    const [dollars, euros] = await Promise.all([
      sdk.getInstanceTypes(),
      sdk.getInstanceTypes({ currency: 'eur' }),
    ]);
    const one = dollars.find(({ instanceType }) => instanceType === '1H100.80S.30V');
    expect(one).toMatchObject({
      currency: 'usd',
      gpu: { numberOfGpus: 1 },
      gpuMemory: { sizeInGigabytes: 80 },
    });
    expect(euros.every(({ currency }) => currency === 'eur')).toBe(true);
  });

  test('list volume types, container types, cluster types and long-term periods', async () => {
    const [volumes, containers, clusters, ofInstances, ofClusters] = await Promise.all([
      sdk.getVolumeTypes(),
      sdk.getContainerTypes(),
      sdk.getClusterTypes(),
      sdk.getLongTermPeriods(),
      sdk.getLongTermPeriods({ of: 'clusters' }),
    ]);
    expect(volumes).toContainEqual(
      expect.objectContaining({
        type: 'NVMe',
        price: expect.objectContaining({ currency: 'usd' }) as unknown,
      }),
    );
    expect(containers[0]).toHaveProperty('serverlessPrice');
    expect(clusters[0]).toHaveProperty('clusterType');
    expect(ofInstances[0]).toHaveProperty('discountPercentage');
    expect(ofClusters[0]).toHaveProperty('unitValue');
  });

  test('show the balance', async () => {
    expect(await sdk.getBalance()).toEqual({ amount: expect.any(Number) as number, currency: 'usd' });
  });
});

describe('capacity', () => {
  test('is listed by location, and for one type', async () => {
    const [everywhere, there, has, lacks] = await Promise.all([
      sdk.getInstanceAvailability(),
      sdk.getInstanceAvailability({ locationCode: 'ICE-01' }),
      sdk.getInstanceTypeAvailability({ instanceType: '1V100.6V', locationCode: 'FIN-01' }),
      sdk.getInstanceTypeAvailability({ instanceType: '1V100.6V', locationCode: 'ICE-01' }),
    ]);
    expect(everywhere.length).toBeGreaterThan(1);
    expect(there.map(({ locationCode }) => locationCode)).toEqual(['ICE-01']);
    expect([has, lacks]).toEqual([true, false]);
  });

  test('is listed for clusters', async () => {
    const [{ locationCode, availabilities } = { locationCode: '', availabilities: [] }] =
      await sdk.getClusterAvailability();
    const [clusterType = ''] = availabilities;
    expect(await sdk.getClusterTypeAvailability({ clusterType, locationCode })).toBe(true);
    expect(await sdk.getClusterTypeAvailability({ clusterType, locationCode: 'ICE-01' })).toBe(false);
  });

  // The API answers false for a type that it does not have.
  test('is an error for a type that does not exist, with the nearest one', async () => {
    const instances = sdk.getInstanceTypeAvailability({ instanceType: '1V100.6v' });
    await expect(instances).rejects.toThrow(
      /^getInstanceTypeAvailability: "1V100\.6v" is not an instance type: did you mean "1V100\.6V"\?/,
    );
    await expect(instances).rejects.toHaveProperty('cause', expect.any(NotFoundError));
    const clusters = sdk.getClusterTypeAvailability({ clusterType: '16H10' });
    await expect(clusters).rejects.toThrow(
      /^getClusterTypeAvailability: "16H10" is not a cluster type: did you mean "16H100"\?/,
    );
    await expect(clusters).rejects.toHaveProperty('cause', expect.any(NotFoundError));
  });
});

describe('the cheapest type', () => {
  test('has the required properties, and capacity at present', async () => {
    const { instanceType, price, locationCodes } = await sdk.getCheapestInstanceType({
      gpuModel: 'h100',
      minGpus: 2,
    });
    expect(instanceType).toBe('2H100.80S.80V');
    expect(price).toBeGreaterThan(0);
    expect(
      await sdk.getInstanceTypeAvailability({ instanceType, locationCode: locationCodes[0] ?? '' }),
    ).toBe(true);
  });

  test('is compared by the memory of all its GPUs', async () => {
    const { gpuMemory } = await sdk.getCheapestInstanceType({ minVram: 100 });
    expect(gpuMemory.sizeInGigabytes).toBeGreaterThanOrEqual(100);
  });

  test('has the spot price when a spot machine is required', async () => {
    const [spot, steady] = await Promise.all([
      sdk.getCheapestInstanceType({ gpuModel: 'H100', spot: true }),
      sdk.getCheapestInstanceType({ gpuModel: 'H100' }),
    ]);
    expect(String(spot.price)).toBe(String(Number(spot.spotPrice)));
    expect(spot.price).toBeLessThan(steady.price);
  });

  test('is searched in the order of the locations', async () => {
    const { locationCode, locationCodes } = await sdk.getCheapestInstanceType({
      gpuModel: 'H100',
      locationCodes: ['ICE-01', 'FIN-01'],
    });
    expect([locationCode, locationCodes]).toEqual(['ICE-01', ['ICE-01', 'FIN-01']]);
  });

  test('causes an error that lists the models when the model does not exist', async () => {
    await expect(sdk.getCheapestInstanceType({ locationCodes: [] })).rejects.toThrow(
      'getCheapestInstanceType: locationCodes is an empty list: name at least one entry, or leave it out',
    );
    await expect(sdk.getCheapestInstanceType({ gpuModel: 'H1000', minGpus: 2 })).rejects.toThrow(
      /no instance type with a H1000 and at least 2 GPUs\. Available models: .*H100.*Tesla V100/,
    );
  });

  test('causes an error that names other locations when there is no capacity', async () => {
    await expect(
      sdk.getCheapestInstanceType({ gpuModel: 'V100', locationCodes: ['ICE-01'] }),
    ).rejects.toThrow(
      /no capacity in ICE-01 now for any instance type with a V100\. There is capacity in FIN-01 \(.*1V100\.6V/,
    );
  });
});

describe('the resources of the project', () => {
  let machineId: string;
  let volumeId: string;
  let keyId: string;
  beforeAll(async () => {
    keyId = await cloud.client.sshKeys.create({ name: 'laptop', key: KEY });
    volumeId = await cloud.client.volumes.create({
      name: 'data',
      size: 10,
      type: 'NVMe',
      location_code: 'FIN-01',
      tags: [
        { key: 'pulumi-pending', value: 'a.b.0' },
        { key: 'team', value: 'ml' },
      ],
    });
    machineId = await cloud.client.instances.deploy({
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
    const id = await cloud.client.volumes.create({
      name: 'old',
      size: 10,
      type: 'NVMe',
      location_code: 'FIN-01',
    });
    await cloud.client.volumes.delete(id);
    cloud.emulator.clock.advance(60_000);
    expect((await sdk.getTrash()).map((volume) => [volume.id, volume.isPermanentlyDeleted])).toEqual([
      [id, false],
    ]);
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
      await cloud.client.scripts.create({ name, script: `echo ${name}` });
      cloud.emulator.clock.advance(1_000);
    }
    const all = await sdk.getStartupScripts();
    expect(all.map(({ name }) => name)).toEqual([...names].reverse());
    const oldest = await sdk.getStartupScripts({ orderDirection: 'asc', name: 'script-1' });
    expect(oldest.map(({ name }) => name)).toEqual(['script-1', 'script-10', 'script-11', 'script-12']);
    expect(await sdk.getStartupScript({ name: 'script-1' })).toEqual(oldest[0]);
    expect(await isSecret(sdk.getStartupScriptOutput({ name: 'script-1' }))).toBe(true);
  });

  test('include instance groups, also a single group by its id or its name', async () => {
    const group = await cloud.client.instanceGroups.create({
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

describe('the request of a data source', () => {
  const asked = () => cloud.emulator.control.requests.counts()['listLocations'] ?? 0;

  test('is sent once in a run, however often the program calls it', async () => {
    const before = asked();
    await Promise.all([sdk.getLocations(), sdk.getLocations({})]);
    await sdk.getLocations();
    await valueOf(sdk.getLocationsOutput());
    expect(asked() - before).toBe(1);
  });

  test('is sent again in the next run', async () => {
    const before = asked();
    await sdk.getLocations();
    await run({ config: cloud.config });
    await sdk.getLocations();
    expect(asked() - before).toBe(2);
  });

  test('is sent again for an output that depends on something', async () => {
    const before = asked();
    await sdk.getLocations();
    const component = new pulumi.ComponentResource('my:index:Lab', 'lab');
    await valueOf(sdk.getLocationsOutput({}, { dependsOn: component }));
    expect(asked() - before).toBe(2);
  });

  test('is not sent while a dependency is only planned', async () => {
    const before = asked();
    await run({ config: cloud.config, answer: () => ({ id: '', state: {} }) });
    const volume = new sdk.Volume('data', { size: 1, type: 'NVMe', locationCode: 'FIN-01' });
    const answer = sdk.getLocationsOutput({}, { dependsOn: [volume] });
    expect(await (answer as unknown as { isKnown: Promise<boolean> }).isKnown).toBe(false);
    expect(asked() - before).toBe(0);
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
    cloud.emulator.clock.advance(600_000);
    for (const id of ids) await api.volumes.delete(id);
    cloud.emulator.clock.advance(600_000);
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

test('a data source sends its request again after a failure', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const before = cloud.emulator.control.requests.counts()['getVolume'] ?? 0;
  await expect(sdk.getVolume({ id })).rejects.toThrow();
  await expect(sdk.getVolume({ id })).rejects.toThrow();
  expect((cloud.emulator.control.requests.counts()['getVolume'] ?? 0) - before).toBe(2);
});

test('a data source returns a promise of its own to each caller', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const [first, second] = [sdk.getVolume({ id }), sdk.getVolume({ id })];
  expect(first).not.toBe(second);
  const [one, other] = await Promise.allSettled([first, second]);
  expect([one.status, other.status]).toEqual(['rejected', 'rejected']);
});

test('a data source without a configuration fails with an error that names both ways to configure it', async () => {
  await run({ config: {} });
  await expect(sdk.getLocations()).rejects.toThrow(
    /^getLocations: .*cloudCompute:baseUrl.*pulumi config set --secret cloudCompute:clientSecret.*CLOUD_COMPUTE_CLIENT_SECRET/,
  );
});

test('request and client() reach any other path', async () => {
  const images = await request<{ image_type: string }[]>('GET', '/v1/images', {
    query: { instance_type: '1V100.6V' },
  });
  expect(images[0]).toHaveProperty('image_type');
  expect(client()).toBe(client());
});
