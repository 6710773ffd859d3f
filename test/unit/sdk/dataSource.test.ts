// Data sources that read from an emulator over HTTP.
import * as pulumi from '@pulumi/pulumi';
import * as sdk from 'pulumi-cloud-compute';
import { client, request } from 'pulumi-cloud-compute/client';
import { cloudOfPrograms } from './support/cloudOfPrograms';
import { run, valueOf } from './support/program';

const here = cloudOfPrograms();

test('the id of a resource of another class is refused', async () => {
  await run();
  const key = new sdk.SshKey('me', { key: 'ssh-ed25519 AAAA' });
  expect(() => sdk.getInstanceOutput({ id: key.id })).toThrow(
    'getInstanceOutput: id is the id of another kind of resource (SshKey): write the id of an Instance.',
  );
  expect(() => sdk.getVolumeOutput({ id: key.id })).toThrow('write the id of a Volume.');
});

test('a wrong argument is refused at the call, also beside an unknown argument', async () => {
  await run();
  const volume = new sdk.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });
  const ask = (args: unknown) => () => sdk.getVolumeOutput(args as { id: string });
  expect(ask({ id: volume.id, nmae: 'data' })).toThrow('getVolume: nmae is not a property here');
  expect(ask({ id: 5 })).toThrow('getVolume: id must be a string, not a number');
  expect(ask('x')).toThrow('getVolume takes an object of arguments, { id }, not a string.');
  expect(ask({})).toThrow('getVolume: id is required');
});

describe('options', () => {
  const ask = (opts: object | null) => sdk.getLocations({}, opts as pulumi.InvokeOptions);
  const askLater = (opts: object) => valueOf(sdk.getLocationsOutput({}, opts as pulumi.InvokeOutputOptions));

  test('are refused if they have no effect', async () => {
    const provider = new (class extends pulumi.ProviderResource {})('other', 'theirs', {});
    await expect(ask({ provider })).rejects.toThrow(
      'The option provider of getLocations has no effect: the settings cloudCompute:* or the environment choose one account for the whole stack',
    );
    expect(() => askLater({ provider })).toThrow('The option provider of');
    await expect(ask('x' as unknown as object)).rejects.toThrow(
      'getLocations({ … }, { … }) takes an object of options, not a string.',
    );
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

describe('the request of a data source', () => {
  const asked = () => here.cloud.emulator.control.requests.counts()['listLocations'] ?? 0;

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
    await run({ config: here.cloud.config });
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

  test('is not sent while a dependency does not exist yet', async () => {
    const before = asked();
    await run({ config: here.cloud.config, answer: () => ({ id: '', state: {} }) });
    const volume = new sdk.Volume('data', { size: 1, type: 'NVMe', locationCode: 'FIN-01' });
    const answer = sdk.getLocationsOutput({}, { dependsOn: [volume] });
    expect(await (answer as unknown as { isKnown: Promise<boolean> }).isKnown).toBe(false);
    expect(asked() - before).toBe(0);
  });
});

test('a data source sends its request again after a failure', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const before = here.cloud.emulator.control.requests.counts()['getVolume'] ?? 0;
  await expect(sdk.getVolume({ id })).rejects.toThrow();
  await expect(sdk.getVolume({ id })).rejects.toThrow();
  expect((here.cloud.emulator.control.requests.counts()['getVolume'] ?? 0) - before).toBe(2);
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
