import * as providers from '../../../provider';
import { warn } from '../../../provider/run/progress';
import { UNKNOWN } from '../../../provider/schema/unknown';
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { data, machine, priceRuns } from '../support/priceRuns';

jest.mock('../../../provider/run/progress');

/** The price of `machine` with its operating-system volume, per hour. */
const MACHINE = 2.3024;
/** The price of 100 GB. */
const DATA = 0.0274;
const TOO_DEAR =
  /^The price would be ([\d.]+) USD\/h, more than the limit of ([\d.]+) USD\/h \(cloudCompute:maxHourlyCost\)/;

let stack: InProcessStack;
const { startRun, isNew, changes } = priceRuns(() => stack);
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

const limit = (price: number | string, more: Readonly<Record<string, string>> = {}) => {
  stack.configure({ 'cloudCompute:maxHourlyCost': String(price), ...more });
};

/** The texts of the problems of new resources, and of the errors of changed ones, in a preview. */
async function previewOf(...calls: (() => Promise<unknown>)[]): Promise<string[]> {
  await startRun();
  const texts: string[] = [];
  for (const call of calls) {
    const answer = await call().catch((error: unknown) => [(error as Error).message]);
    if (Array.isArray(answer)) texts.push(...(answer as string[]));
  }
  return texts;
}

const replacement = (resource: TestResource, kind: 'instance' | 'volume', name: string, args: object) => [
  changes(resource, args),
  isNew(kind, name, args),
];

describe('a preview beyond the limit', () => {
  test('is refused with the sum, the limit, what raises it and the three most expensive resources', async () => {
    limit(2.4);
    const [text = '', ...others] = await previewOf(
      isNew('volume', 'data', data),
      isNew('volume', 'more', { ...data, name: 'more' }),
      isNew('instance', 'trainer', machine),
      isNew('volume', 'last', { ...data, name: 'last', size: 200 }),
    );
    expect(others).toEqual([]);
    const [, sum, most] = TOO_DEAR.exec(text) ?? [];
    expect([Number(sum), Number(most)]).toEqual([expect.closeTo(MACHINE + 4 * DATA, 3), 2.4]);
    expect(text).toContain(
      'It is raised by Volume data (+0.0274), Volume more (+0.0274), Instance trainer (+2.3024), Volume last (+0.0548).',
    );
    expect(text).toContain(
      'The most expensive: Instance trainer (2.3024), Volume last (0.0548), Volume data (0.0274).',
    );
    expect(text).toContain('what this run has reached so far of the stack: Volume data,');
  });

  test('passes at the limit', async () => {
    limit(MACHINE + DATA + 0.0001);
    expect(await previewOf(isNew('volume', 'data', data), isNew('instance', 'trainer', machine))).toEqual([]);
  });

  test('fails at an unchanged resource that exists, and names the new one', async () => {
    const trainer = await stack.up('instance', 'trainer', machine);
    limit(2.31);
    const [text = ''] = await previewOf(isNew('volume', 'data', data), changes(trainer, machine));
    expect(text).toMatch(TOO_DEAR);
    expect(text).toContain('It is raised by Volume data (+0.0274).');
  });

  test('is refused for a volume that grows', async () => {
    const volume = await stack.up('volume', 'data', data);
    limit(0.1);
    expect(await previewOf(changes(volume, { ...data, size: 200 }))).toEqual([]);
    const [text = ''] = await previewOf(changes(volume, { ...data, size: 1_000 }));
    expect(text).toContain('It is raised by Volume data (+0.2466).');
  });

  test('is refused for a replacement that creates first, which costs both, but not if it deletes first', async () => {
    const trainer = await stack.up('instance', 'trainer', machine);
    const spot = { ...machine, isSpot: true };
    limit(2.5);
    const [text = ''] = await previewOf(...replacement(trainer, 'instance', 'trainer', spot));
    expect(text).toContain('It is raised by Instance trainer (+0.8');
    expect(text).toContain('A resource that is replaced counts twice');
    const deleted = { ...spot, __deleteFirst: true };
    expect(await previewOf(...replacement(trainer, 'instance', 'trainer', deleted))).toEqual([]);
  });

  test('is not refused for a machine that takes the place of a machine that is gone', async () => {
    const trainer = await stack.up('instance', 'trainer', machine);
    await stack.cloud.instances.perform({ action: 'delete', id: trainer.id });
    await stack.clock.sleep(60_000);
    limit(1);
    expect(await previewOf(...replacement(trainer, 'instance', 'trainer', machine))).toEqual([]);
  });

  test('is never refused if the run raises nothing, whatever the limit', async () => {
    const trainer = await stack.up('instance', 'trainer', machine);
    const volume = await stack.up('volume', 'data', data);
    limit(0);
    const calls = [
      changes(trainer, { ...machine, tags: { team: 'red' } }),
      changes(volume, { ...data, name: 'renamed' }),
    ];
    expect(await previewOf(...calls, isNew('volume', 'again', { ...data, adoptId: volume.id }))).toEqual([]);
    // An adoption that grows the volume raises it.
    const [text = ''] = await previewOf(isNew('volume', 'again', { ...data, size: 200, adoptId: volume.id }));
    expect(text).toContain('It is raised by Volume again (+0.0274).');
  });

  test('counts an adopted machine whose operating-system volume grows', async () => {
    const trainer = await stack.up('instance', 'trainer', { ...machine, osVolume: { size: 100 } });
    limit(0);
    const adopted = (size: number) =>
      isNew('instance', 'again', { ...machine, osVolume: { size }, adoptId: trainer.id });
    expect(await previewOf(adopted(100))).toEqual([]);
    const [text = ''] = await previewOf(adopted(200));
    expect(text).toContain('It is raised by Instance again (+0.0274).');
  });

  test('is not refused for a dependent that is deleted with what it depends on, before the program declares it', async () => {
    const volume = await stack.up('volume', 'data', data);
    const other = await stack.up('volume', 'other', { ...data, name: 'other' });
    limit(2 * DATA);
    await startRun();
    await other.diff({ ...data, name: 'other', __preview: true });
    await providers.volume.diff(volume.id, volume.outputs, { ...volume.inputs, locationCode: UNKNOWN });
    expect(await isNew('volume', 'data', { ...data, locationCode: 'FIN-02' })()).toEqual([]);
  });

  test('is refused without the other checks too', async () => {
    const volume = await stack.up('volume', 'data', data);
    limit(0.1, { 'cloudCompute:planChecks': 'off' });
    expect(await previewOf(isNew('instance', 'trainer', machine))).toEqual([expect.stringMatching(TOO_DEAR)]);
    expect(await previewOf(changes(volume, { ...data, size: 1_000 }))).toEqual([
      expect.stringMatching(TOO_DEAR),
    ]);
    const adopted = isNew('volume', 'again', { ...data, adoptId: volume.id });
    expect(await previewOf(adopted, isNew('volume', 'more', { ...data, size: 300 }))).toEqual([
      expect.stringMatching(TOO_DEAR),
    ]);
  });

  test('says that only the targets count, with --target', async () => {
    limit(1);
    stack.newProcess();
    const [text = ''] = await stack
      .resource('instance', 'trainer', { ...machine, __preview: true })
      .problems();
    expect(text).toContain('what this run has reached so far of the targets: Instance trainer.');
  });

  test('passes with a warning if a price is not known', async () => {
    limit(1);
    jest.mocked(warn).mockClear();
    expect(await previewOf(isNew('volume', 'data', { ...data, size: UNKNOWN }))).toEqual([]);
    expect(jest.mocked(warn).mock.calls.map(([, text]) => text)).toContainEqual(
      expect.stringContaining('Its price is not known yet'),
    );
  });

  test.each(['twenty', '-1', 'Infinity'])(
    'is refused if the limit is %s, also without checks',
    async (text) => {
      for (const planChecks of ['on', 'off']) {
        limit(text, { 'cloudCompute:planChecks': planChecks });
        stack.newProcess();
        expect(await stack.resource('volume', 'data', { ...data, __preview: true }).problems()).toEqual([
          expect.stringContaining('cloudCompute:maxHourlyCost is'),
        ]);
      }
    },
  );
});

describe('an update beyond the limit', () => {
  const volumeOf = (name: string) => stack.resource('volume', name, { ...data, name });
  const many = Array.from({ length: 8 }, (_, index) => `data${String(index)}`);
  const billed = async () => (await stack.cloud.volumes.list()).map(({ name }) => name).sort();

  test('creates as many of eight resources at once as the limit allows', async () => {
    limit(3 * DATA + 0.001);
    await startRun();
    const results = await Promise.allSettled(many.map((name) => volumeOf(name).create()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await billed()).toHaveLength(3);
    for (const result of results)
      if (result.status === 'rejected') expect((result.reason as Error).message).toMatch(TOO_DEAR);
  });

  test('releases the price of a create that fails, and keeps the price of a volume that exists', async () => {
    const trainer = await stack.up('instance', 'trainer', machine);
    limit(DATA + 0.001);
    await startRun();
    stack.fault('createVolume', { kind: 'status', status: 400, times: 1 });
    await expect(volumeOf('first').create()).rejects.toThrow('400');
    await expect(
      stack.resource('volume', 'second', { ...data, name: 'second', instanceIds: [trainer.id] }).create(),
    ).rejects.toThrow('allowShutdown');
    await expect(volumeOf('third').create()).rejects.toThrow(TOO_DEAR);
    expect(await billed()).toContain('second');
    expect(await billed()).not.toContain('third');
  });

  test('counts what exists once the run has reached it, and says what that is', async () => {
    const volume = volumeOf('old');
    await volume.create();
    limit(DATA + 0.001);
    await startRun();
    await volume.diff();
    await expect(volumeOf('new').create()).rejects.toThrow(
      /what this run has reached so far of the stack: Volume old, Volume new\./,
    );
    expect(await billed()).toEqual(['old']);
  });

  test('counts what exists before its diff, by its old inputs, and then by its state', async () => {
    const volume = volumeOf('old');
    await volume.create();
    limit(DATA + 0.001);
    await startRun();
    await volume.problems();
    await expect(volumeOf('new').create()).rejects.toThrow(TOO_DEAR);
    await volume.diff();
    await expect(volumeOf('new').create()).rejects.toThrow('raised by Volume new (+0.0274)');
  });

  test('sends no change that grows a volume beyond it, and releases what failed', async () => {
    const volume = await stack.up('volume', 'data', data);
    limit(3 * DATA + 0.001);
    await startRun();
    await expect(volume.copy().update({ ...data, size: 400 })).rejects.toThrow(TOO_DEAR);
    stack.fault('performVolumeAction', { kind: 'status', status: 400, times: 1 });
    await expect(volume.copy().update({ ...data, size: 300 })).rejects.toThrow('400');
    await volume.update({ ...data, size: 200 });
    await volumeOf('more').create();
    await expect(volumeOf('further').create()).rejects.toThrow(TOO_DEAR);
    expect((await stack.cloud.volumes.get(volume.id)).size).toBe(200);
  });

  test('counts both of a replacement until the old one is deleted', async () => {
    const volume = await stack.up('volume', 'data', data);
    limit(2 * DATA + 0.001);
    await startRun();
    await volume
      .copy()
      .diff({ ...data, locationCode: 'FIN-02' })
      .catch(() => undefined);
    const next = stack.resource('volume', 'data', { ...data, locationCode: 'FIN-02' });
    await next.create();
    await expect(volumeOf('more').create()).rejects.toThrow(TOO_DEAR);
    await volume.delete();
    await volumeOf('more').create();
    expect(await billed()).toHaveLength(2);
  });

  test('is refused before the old resource is deleted first', async () => {
    const trainer = await stack.up('instance', 'trainer', machine);
    limit(2.4);
    await startRun();
    const larger = { ...machine, instanceType: '8H100.80S.176V' };
    await expect(trainer.copy().diff(larger)).rejects.toThrow(TOO_DEAR);
  });

  test('is compared with the inputs of the create, which a policy may have changed, and without checks', async () => {
    limit(1, { 'cloudCompute:planChecks': 'off' });
    await startRun();
    await expect(stack.up('instance', 'trainer', machine)).rejects.toThrow(TOO_DEAR);
    expect(await stack.cloud.instances.list()).toEqual([]);
  });
});
