import * as pulumi from '@pulumi/pulumi';
import { Instance } from 'pulumi-cloud-compute';
import { isSecret, run, valueOf } from './program';

const machine = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const state = { ...machine, ip: '10.0.0.1', hourlyCost: 0.5 };
const settled = { preview: false, answer: () => ({ id: 'machine-id', state }) };

type Invoke = (request: { getTok(): string }, ...rest: unknown[]) => unknown;

/** What the engine is asked for beyond the registrations. */
function spyOnReads(): jest.SpyInstance {
  return jest.spyOn(pulumi.runtime.getMonitor() as unknown as { invoke: Invoke }, 'invoke');
}

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

test('one that the program does not look at is not made, and costs nothing', async () => {
  await run(settled);
  const reads = spyOnReads();
  const instance = new Instance('trainer', machine);
  await valueOf(instance.image);
  expect(reads).not.toHaveBeenCalled();
  expect(Object.keys(instance)).toEqual(expect.arrayContaining(['ip', 'hourlyCost', 'image']));
});

test('one that it looks at is read from the engine once, and is one and the same from then on', async () => {
  await run(settled);
  const reads = spyOnReads();
  const instance = new Instance('trainer', machine);
  const { ip } = instance;
  expect(await valueOf(ip)).toBe('10.0.0.1');
  expect(instance.ip).toBe(ip);
  expect(reads).toHaveBeenCalledTimes(1);
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

test('a resource that an update leaves out has none that are known', async () => {
  await run({ preview: false, answer: () => ({ id: '', state: {} }) });
  const reads = spyOnReads();
  const instance = new Instance('trainer', machine);
  expect(await isKnown(instance.ip)).toBe(false);
  expect(reads).not.toHaveBeenCalled();
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
