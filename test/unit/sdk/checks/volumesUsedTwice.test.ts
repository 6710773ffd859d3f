import * as pulumi from '@pulumi/pulumi';
import { Fleet, Instance, Volume } from 'pulumi-cloud-compute';
import { run, valueOf } from '../program';

const machine = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const volume = { size: 100, locationCode: 'FIN-01' };
let warn: jest.SpyInstance;

/** What a preview of a program warns of; ids that the engine does not know yet are empty. */
async function warnings(program: () => Promise<unknown> | undefined): Promise<unknown[]> {
  await run({ answer: ({ inputs }) => ({ id: '', state: inputs }) });
  await program();
  await new Promise(setImmediate);
  return warn.mock.calls.map(([message]: unknown[]) => message);
}

beforeEach(() => {
  warn = jest.spyOn(pulumi.log, 'warn').mockResolvedValue(undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const twice = (first: string, second: string): unknown =>
  expect.stringContaining(
    `existingVolumes of "${second}" names a volume that existingVolumes of "${first}" also names: a volume is attached to one machine`,
  );

test('a preview warns of a new volume that two machines use', async () => {
  const shown = await warnings(() => {
    const data = new Volume('data', { ...volume, type: 'NVMe' });
    new Instance('one', { ...machine, existingVolumes: [data.id] });
    return valueOf(new Instance('two', { ...machine, existingVolumes: [data.id] }).urn);
  });
  expect(shown).toEqual([twice('one', 'two')]);
});

test('a preview warns of a new volume that all machines of a fleet use', async () => {
  const shown = await warnings(() => {
    const data = new Volume('data', { ...volume, type: 'NVMe' });
    const fleet = new Fleet('fleet', { count: 2, instance: { ...machine, existingVolumes: [data.id] } });
    return valueOf(fleet.addresses);
  });
  expect(shown).toEqual([twice('fleet-0', 'fleet-1')]);
});

test('several machines may use a shared volume, or one volume each', async () => {
  const shown = await warnings(() => {
    const shared = new Volume('shared', { ...volume, type: 'NVMe_Shared' });
    const [a, b] = ['a', 'b'].map((name) => new Volume(name, { ...volume, type: 'NVMe' }));
    new Instance('one', { ...machine, existingVolumes: [shared.id, a?.id ?? ''] });
    return valueOf(new Instance('two', { ...machine, existingVolumes: [shared.id, b?.id ?? ''] }).urn);
  });
  expect(shown).toEqual([]);
});
