import * as pulumi from '@pulumi/pulumi';
import { Instance } from 'pulumi-cloud-compute';
import { makeOutputsOnDemand } from '../../../sdk/outputs';
import { registrationsOver } from '../../../sdk/run';
import { isSecret, run, runOnMocks, valueOf } from './program';

const machine = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const state = { ...machine, ip: '10.0.0.1', hourlyCost: 0.5 };
const settled = { preview: false, answer: () => ({ id: 'machine-id', state }) };

/** Whether the SDK has made an output of a property. */
const isMade = (resource: pulumi.Resource, property: string): boolean =>
  Object.getOwnPropertyDescriptor(resource, property)?.get === undefined;

/** Whether a value of an output is there, or will be known only by an update. */
const isKnown = (output: pulumi.Output<unknown>) =>
  (output as unknown as { isKnown: Promise<boolean> }).isKnown;

beforeEach(() => {
  // An update looks for marks at its end, and there is no cloud here.
  jest.spyOn(pulumi.log, 'warn').mockResolvedValue(undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('one that the program does not look at is not made', async () => {
  await run(settled);
  const instance = new Instance('trainer', machine);
  await valueOf(instance.image);
  expect(isMade(instance, 'image')).toBe(true);
  expect(isMade(instance, 'ip')).toBe(false);
  expect(Object.keys(instance)).toEqual(expect.arrayContaining(['ip', 'hourlyCost', 'image']));
});

test('one that it looks at has its value, before the answer and after, and is one and the same from then on', async () => {
  await run(settled);
  const instance = new Instance('trainer', machine);
  const { ip } = instance;
  expect(isMade(instance, 'ip')).toBe(true);
  expect(await valueOf(ip)).toBe('10.0.0.1');
  expect(instance.ip).toBe(ip);
  const { hourlyCost } = instance;
  expect(await valueOf(hourlyCost)).toBe(0.5);
  expect(instance.hourlyCost).toBe(hourlyCost);
});

test.each(['ip', 'image'] as const)(
  'what is made of %s is there before the run counts as ended',
  async (property) => {
    await run({ ...settled, preview: true });
    let seen: unknown;
    const output: pulumi.Output<unknown> = new Instance('trainer', machine)[property];
    output.apply((value) => {
      seen = value;
    });
    await registrationsOver();
    expect(seen).toBe(settled.answer().state[property]);
  },
);

test('those of one that is looked up are made on demand as well, and so are those on mocks', async () => {
  await run(settled);
  const found = Instance.get('found', 'machine-id');
  await runOnMocks(settled);
  const mocked = new Instance('trainer', machine);
  for (const instance of [found, mocked]) {
    expect(isMade(instance, 'ip')).toBe(false);
    expect(await valueOf(instance.ip)).toBe('10.0.0.1');
  }
});

test('it depends on its resource', async () => {
  await run(settled);
  const instance = new Instance('trainer', machine);
  const ip = instance.ip as unknown as { allResources(): Promise<Set<pulumi.Resource>> };
  expect([...(await ip.allResources())]).toContain(instance);
});

test('one that the resource does not have is undefined after an update, and not yet known in a preview', async () => {
  await run(settled);
  const updated = new Instance('trainer', machine);
  expect(await valueOf(updated.osName)).toBeUndefined();
  expect(await isKnown(updated.osName)).toBe(true);
  await run({ ...settled, preview: true });
  expect(await isKnown(new Instance('trainer', machine).osName)).toBe(false);
});

test('a secret one stays secret', async () => {
  const { specialSigKey, specialSecretSig } = pulumi.runtime;
  const jupyterToken = { [specialSigKey]: specialSecretSig, value: 'hush' };
  await run({ ...settled, answer: () => ({ id: 'machine-id', state: { ...state, jupyterToken } }) });
  const instance = new Instance('trainer', machine);
  expect(await isSecret(instance.jupyterToken)).toBe(true);
  expect(await isSecret(instance.ip)).toBe(false);
});

test('a transformation of the program sees the resource, and not its outputs', async () => {
  await run(settled);
  const seen: string[] = [];
  const parent = new pulumi.ComponentResource('test:index:Parent', 'parent');
  const note: pulumi.ResourceTransformation = ({ type, props, opts }) => {
    seen.push(type);
    return { props, opts };
  };
  const instance = new Instance('trainer', machine, { parent, transformations: [note] });
  await valueOf(instance.ip);
  expect(seen).toEqual(['pulumi-nodejs:dynamic/cloud-compute:Instance']);
});

test('what the SDK says of one reaches it as it is, and only once it is made', () => {
  const told: [string, ...unknown[]][] = [];
  const sdk = {
    transferProperties: (onto: object, _label: string, properties: object) => {
      Object.assign(onto, properties);
      const tell = (property: string) => [property, (...said: unknown[]) => told.push([property, ...said])];
      return Object.fromEntries(Object.keys(properties).map(tell)) as Record<string, () => void>;
    },
  };
  makeOutputsOnDemand(() => true, sdk);
  const resource: Record<string, unknown> = {};
  const properties = { image: 'ubuntu', ip: undefined, status: undefined, tags: undefined };
  const resolvers: Record<string, (...said: unknown[]) => void> = sdk.transferProperties(
    resource,
    '',
    properties,
  );
  const ask = (property: string) => resource[property];
  ask('ip');
  for (const property of Object.keys(properties)) resolvers[property]?.(property, true, false, [], undefined);
  ask('status');
  ask('image');
  expect(told).toEqual(['ip', 'status', 'image'].map((name) => [name, name, true, false, [], undefined]));
});

test('the outputs of other packages are made as ever', () => {
  const transfer = jest.fn().mockReturnValue({});
  const sdk = { transferProperties: transfer };
  makeOutputsOnDemand(() => false, sdk);
  const [resource, properties] = [{}, { image: 'ubuntu', ip: undefined }];
  (sdk.transferProperties as (...given: unknown[]) => unknown)(resource, 'label', properties);
  expect(transfer).toHaveBeenCalledWith(resource, 'label', properties);
});
