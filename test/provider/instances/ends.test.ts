// A machine with an end carries its own tag, which each `up` keeps as the program declares it.
import { EXPIRES, expiryOf, expiryTag, expiryTime } from '../../../core/expiryTag';
import { info } from '../../../provider/run/progress';
import { UNKNOWN } from '../../../provider/schema/unknown';
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/testResource';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  hostname: 'trainer',
  image: 'ubuntu-24.04',
  instanceType: 'CPU.4V.16G',
  locationCode: 'FIN-01',
};
const HOUR = 3_600_000;

let stack: InProcessStack;

beforeEach(async () => {
  stack = await InProcessStack.start({ balance: 1_000_000 });
  jest.mocked(info).mockClear();
});

afterEach(() => stack.stop());

const up = (more: object = {}): Promise<TestResource> =>
  stack.up('instance', 'trainer', { ...MACHINE, ...more });
const problemsOf = (more: object): Promise<string[]> =>
  stack.resource('instance', 'trainer', { ...MACHINE, ...more }).problems();

const found = (id: string) => stack.cloud.instances.get(id);
const tagOf = async (id: string) => (await found(id)).tags.find(({ key }) => key === EXPIRES);
const endAfter = async (id: string, ms: number) =>
  expiryTime(Math.floor(Date.parse((await found(id)).created_at) / 1_000) * 1_000 + ms);

const later = (ms: number): void => {
  stack.emulator.clock.advance(ms);
  stack.newProcess();
};

async function retag(id: string, value: string | undefined): Promise<void> {
  const tag = await tagOf(id);
  if (tag) await stack.cloud.tags.remove('instances', id, tag.id);
  if (value !== undefined) await stack.cloud.tags.add('instances', id, { key: EXPIRES, value });
  stack.newProcess();
}

/** The engine calls diff, and update if that finds a change; nothing is left then. */
async function mended(machine: TestResource, args: object): Promise<string> {
  const said = await warnedBy(() => machine.update({ ...MACHINE, ...args }));
  stack.newProcess();
  expect(await machine.diff({ ...MACHINE, ...args })).toMatchObject({ changes: false });
  return said;
}

describe('the tag', () => {
  it('is added after the answer of the create, and never in the order', async () => {
    const machine = await up({ maxRunDuration: '8h' });
    const end = await endAfter(machine.id, 8 * HOUR);
    expect(machine.outputs).toMatchObject({ expiresAt: end });
    expect(await tagOf(machine.id)).toMatchObject({ value: `1.${end}.delete.drop.${machine.id}` });
    const operations = stack.emulator.control.requests.list().map(({ operationId }) => operationId);
    const writes = operations.filter((one) => one === 'deployInstance' || one === 'createInstanceTag');
    expect(writes).toEqual(['deployInstance', 'createInstanceTag']);
    stack.newProcess();
    expect(await machine.diff()).toMatchObject({ changes: false });
  });

  it('is there before the machine is ready, and without a wait', async () => {
    stack.fault('deployInstance', { kind: 'stuck', status: 'provisioning' });
    const slow = stack.resource('instance', 'trainer', { ...MACHINE, maxRunDuration: '8h' });
    await expect(slow.create()).rejects.toThrow('still');
    expect(expiryOf(await found(slow.id))).toMatchObject({ machineId: slow.id });
    const accepted = await stack.up('instance', 'fast', {
      ...MACHINE,
      ...{ hostname: 'fast', maxRunDuration: '8h', awaitReady: false },
    });
    expect(expiryOf(await found(accepted.id))).toMatchObject({ machineId: accepted.id });
  });

  it.each<[string, object, string]>([
    ['a kept disk', { keepVolumes: true }, 'delete.keep'],
    ['a kept operating-system volume', { osVolume: { size: 50, keep: true } }, 'delete.keep'],
    ['a machine that hibernates', { hibernate: true }, 'hibernate.drop'],
    [
      'a hibernating machine that is deleted all the same',
      { hibernate: true, onExpiry: 'delete' },
      'delete.drop',
    ],
  ])('says what happens to %s', async (_what, more, expected) => {
    const machine = await up({ maxRunDuration: '1d', ...more });
    expect((await tagOf(machine.id))?.value).toContain(`.${expected}.`);
    const changed = await up({ ...more, hostname: 'plain' });
    expect(await tagOf(changed.id)).toBeUndefined();
  });

  it('changes in place, also with a setting that it depends on, and goes with the input', async () => {
    const machine = await up({ maxRunDuration: '8h' });
    const { id } = machine;
    stack.newProcess();
    await mended(machine, { maxRunDuration: '1d12h' });
    expect(machine.outputs).toMatchObject({ expiresAt: await endAfter(id, 36 * HOUR) });
    await mended(machine, { maxRunDuration: '36h', keepVolumes: true });
    expect((await tagOf(id))?.value).toContain('.delete.keep.');
    expect(await mended(machine, {})).toContain('the program declares no end: it is removed');
    expect(await tagOf(id)).toBeUndefined();
    expect(machine.outputs['expiresAt']).toBeUndefined();
    expect(machine.id).toBe(id);
  });

  it('is written by the next up if a change is killed between the removal and the addition', async () => {
    const args = (maxRunDuration: string) => () => ({ ...MACHINE, maxRunDuration });
    const program = (duration: string) =>
      [{ kind: 'instance', name: 'trainer', needs: [], args: args(duration) }] as const;
    await stack.upProgram(program('8h'));
    const id = stack.resources.get('trainer')?.id ?? '';
    expect(
      await stack.upProgram(program('9h'), { kill: { write: 1, isAnswered: true, pluginLives: false } }),
    ).toBe(false);
    expect(await tagOf(id)).toBeUndefined();
    await stack.upProgram(program('9h'));
    expect(expiryOf(await found(id))?.expiresAt).toBe(Date.parse(await endAfter(id, 9 * HOUR)));
    expect(stack.resources.get('trainer')?.id).toBe(id);
  });

  it('is written by the next up if a create is killed before it', async () => {
    const args = () => ({ ...MACHINE, maxRunDuration: '8h' });
    const program = [{ kind: 'instance', name: 'trainer', needs: [], args }] as const;
    expect(await stack.upProgram(program, { kill: { write: 1, isAnswered: true, pluginLives: false } })).toBe(
      false,
    );
    const [ordered] = await stack.cloud.instances.list();
    expect(ordered && (await tagOf(ordered.id))).toBeUndefined();
    await stack.upProgram(program);
    expect(stack.resources.get('trainer')?.id).toBe(ordered?.id);
    expect(expiryOf(await found(ordered?.id ?? ''))).toBeDefined();
  });

  it('leaves eight places for declared tags, which a preview says, and they fit', async () => {
    const tags = (count: number) =>
      Object.fromEntries([...Array(count).keys()].map((index) => [`key-${String(index)}`, 'x']));
    expect(await problemsOf({ maxRunDuration: '8h', tags: tags(9) })).toEqual([
      expect.stringContaining('tags has 9 tags; with maxRunDuration a machine has at most 8'),
    ]);
    const machine = await up({ maxRunDuration: '8h', tags: tags(8) });
    expect((await found(machine.id)).tags).toHaveLength(10);
    expect(machine.inputs['tags']).toEqual(tags(8));
    const full = await up({ hostname: 'full' });
    for (const [key, value] of Object.entries(tags(9)))
      await stack.cloud.tags.add('instances', full.id, { key, value });
    stack.newProcess();
    // The pending tag of a machine in state gives its place.
    await full.update({ ...MACHINE, hostname: 'full', maxRunDuration: '8h' });
    expect(expiryOf(await found(full.id))).toBeDefined();
    stack.newProcess();
    expect(
      await stack
        .resource('tag', 'more', { resourceType: 'instance', resourceId: full.id, key: 'more' })
        .problems(),
    ).toEqual([expect.stringContaining(`has 10 tags already, with ${EXPIRES} for its end`)]);
  });

  it('is reserved, and no resource and no read shows it', async () => {
    expect(await problemsOf({ tags: { [EXPIRES]: 'x' } })).toEqual([
      expect.stringContaining('is reserved for this package'),
    ]);
    const machine = await up({ maxRunDuration: '8h', tags: { team: 'ml' } });
    await machine.refresh();
    expect(machine.inputs['tags']).toEqual({ team: 'ml' });
  });
});

describe('drift without a refresh', () => {
  it.each<[string, (id: string) => string | undefined, string]>([
    ['missing', () => undefined, 'is missing'],
    [
      'a copy of that of another machine',
      () =>
        expiryTag({
          ...{ expiresAt: Date.parse('2000-01-01T00:00:00Z'), onExpiry: 'delete' as const },
          ...{ keepsOsVolume: false, machineId: 'another' },
        }).value,
      'was not written for this machine',
    ],
    [
      'another one',
      (id) =>
        expiryTag({
          ...{ expiresAt: Date.parse('2000-01-01T00:00:00Z'), onExpiry: 'delete' as const },
          ...{ keepsOsVolume: false, machineId: id },
        }).value,
      'says 2000-01-01T00:00:00Z',
    ],
  ])('a tag that is %s is written by the next up, which says so', async (_what, value, says) => {
    const machine = await up({ maxRunDuration: '8h' });
    const own = (await tagOf(machine.id))?.value;
    await retag(machine.id, value(machine.id));
    expect(await mended(machine, { maxRunDuration: '8h' })).toContain(says);
    expect((await tagOf(machine.id))?.value).toBe(own);
    await retag(machine.id, value(machine.id));
    // A refresh of a machine whose end the program ignores does not lose it.
    await machine.refresh();
    stack.newProcess();
    await machine.update();
    expect((await tagOf(machine.id))?.value).toBe(own);
  });

  it('an end that no program declares is removed', async () => {
    const machine = await up();
    const expiresAt = Date.parse(await endAfter(machine.id, 5 * HOUR));
    await retag(
      machine.id,
      expiryTag({ expiresAt, onExpiry: 'delete', keepsOsVolume: false, machineId: machine.id }).value,
    );
    expect(await mended(machine, {})).toContain('To keep the end: maxRunDuration: "5h"');
    expect(await tagOf(machine.id)).toBeUndefined();
  });

  it('is none while the inputs are not known', async () => {
    const machine = await up({ maxRunDuration: '8h' });
    stack.newProcess();
    const args = { ...MACHINE, maxRunDuration: '8h', keepVolumes: UNKNOWN };
    expect(await warnedBy(() => machine.diff(args))).not.toContain(EXPIRES);
  });
});

it('an import reads the duration back in its largest whole unit', async () => {
  const machine = await up({ maxRunDuration: '120m' });
  await machine.refresh();
  expect(machine.inputs['maxRunDuration']).toBe('120m');
  const imported = stack.resource('instance', 'imported', MACHINE);
  imported.id = machine.id;
  await imported.refresh();
  expect(imported.inputs).toMatchObject({ maxRunDuration: '2h' });
  expect(imported.outputs).toMatchObject({ expiresAt: machine.outputs['expiresAt'] });
});

describe('a preview', () => {
  it.each<[string, object, string]>([
    [
      'is too short',
      { maxRunDuration: '9m' },
      'maxRunDuration is "9m"; it must be a duration from 10 minutes',
    ],
    ['is too long', { maxRunDuration: '521w' }, 'maxRunDuration is "521w"; it must be a duration'],
    ['is none', { maxRunDuration: 'tomorrow' }, 'maxRunDuration must be a duration from 10 minutes'],
    [
      'hibernates without hibernate',
      { maxRunDuration: '8h', onExpiry: 'hibernate' },
      'onExpiry is "hibernate", which needs hibernate: true',
    ],
    [
      'contradicts a contract',
      { maxRunDuration: '8h', contract: 'LONG_TERM', longTermPeriod: '1_MONTH' },
      'maxRunDuration contradicts the contract "LONG_TERM"',
    ],
    [
      'contradicts protect',
      { maxRunDuration: '8h', __keep: true },
      'maxRunDuration contradicts protect or retainOnDelete',
    ],
  ])('refuses an end that %s', async (_what, args, says) => {
    expect(await problemsOf(args)).toContainEqual(expect.stringContaining(says));
  });

  it('refuses a new or shorter end that is less than an hour away, and names the shortest that works', async () => {
    const machine = await up({ maxRunDuration: '1d' });
    const bare = await up({ hostname: 'bare' });
    later(9 * HOUR);
    const refusal = (one: TestResource, args: object) =>
      one.diff({ ...MACHINE, ...args, __preview: true }).then(
        () => 'accepted',
        (error: unknown) => (error as Error).message,
      );
    for (const [one, more, duration] of [
      [machine, {}, '9h30m'],
      [bare, { hostname: 'bare' }, '8h'],
    ] as const) {
      const text = await refusal(one, { ...more, maxRunDuration: duration });
      expect(text).toContain('a change must leave it an hour');
      const [, shortest = ''] = /works now is "(\w+)"/.exec(text) ?? [];
      expect(await refusal(one, { ...more, maxRunDuration: shortest })).toBe('accepted');
    }
    // What is longer than before is no shortening.
    expect(await refusal(machine, { maxRunDuration: '25h' })).toBe('accepted');
    stack.configure({ 'cloudCompute:maxRunDuration': '9h' });
    stack.newProcess();
    expect(await refusal(bare, { hostname: 'bare' })).toContain(
      'It comes from cloudCompute:maxRunDuration: set one on the machine.',
    );
  });

  it('warns of an end that comes near by itself, and says how to extend it', async () => {
    const machine = await up({ maxRunDuration: '8h' });
    later(7.5 * HOUR);
    const near = await warnedBy(() => machine.diff());
    expect(near).toMatch(
      /in \d+ min.*: `npx pulumi-cloud-compute expired --remove` ends it then\. To extend it, raise/,
    );
    later(HOUR);
    expect(await warnedBy(() => machine.diff())).toContain('ago: `npx pulumi-cloud-compute expired');
    expect(await mended(machine, { maxRunDuration: '12h' })).not.toContain('expired --remove');
  });
});

describe('an adoption', () => {
  const adopting = (adoptId: string, more: object) =>
    stack.resource('instance', 'mine', { ...MACHINE, adoptId, ...more });

  it('follows the same rules', async () => {
    const theirs = await up({ maxRunDuration: '1d' });
    const bare = await up({ hostname: 'bare' });
    later(9 * HOUR);
    expect(await adopting(bare.id, { hostname: 'bare', maxRunDuration: '9h' }).problems()).toEqual([
      expect.stringContaining('a change must leave it an hour. The shortest duration that works now is'),
    ]);
    stack.newProcess();
    expect(await warnedBy(() => adopting(theirs.id, {}).problems())).toContain('it is removed');
    stack.newProcess();
    const mine = adopting(theirs.id, { maxRunDuration: '2d' });
    await mine.create();
    expect(mine.outputs).toMatchObject({ expiresAt: await endAfter(theirs.id, 48 * HOUR) });
    stack.newProcess();
    expect(await mine.diff()).toMatchObject({ changes: false });
  });
});

describe('the setting of the stack', () => {
  beforeEach(() => {
    stack.configure({ 'cloudCompute:maxRunDuration': '12h' });
    stack.newProcess();
  });

  it('gives an end to a machine that names none, and goes again with it', async () => {
    const machine = await up();
    const other = await up({ hostname: 'other', maxRunDuration: '8h' });
    expect(machine.inputs).toMatchObject({ maxRunDuration: '12h' });
    expect(machine.outputs).toMatchObject({ expiresAt: await endAfter(machine.id, 12 * HOUR) });
    expect(other.outputs).toMatchObject({ expiresAt: await endAfter(other.id, 8 * HOUR) });
    stack.configure({ 'cloudCompute:maxRunDuration': '' });
    stack.newProcess();
    await mended(machine, {});
    expect(await tagOf(machine.id)).toBeUndefined();
  });

  it('leaves out what cannot have an end, and says so', async () => {
    await problemsOf({ __keep: true, __preview: true });
    stack.newProcess();
    const kept = await up({ __keep: true });
    expect(await tagOf(kept.id)).toBeUndefined();
    expect(jest.mocked(info).mock.calls.map(([, text]) => text)).toContainEqual(
      'cloudCompute:maxRunDuration gives it no end, because of protect or retainOnDelete, which keep the machine.',
    );
  });

  it('leaves out an adopted machine whose contract is paid to its end, also in later runs', async () => {
    stack.configure({ 'cloudCompute:maxRunDuration': '' });
    stack.newProcess();
    const theirs = await up({ contract: 'LONG_TERM', longTermPeriod: '1_MONTH' });
    stack.configure({ 'cloudCompute:maxRunDuration': '12h' });
    stack.newProcess();
    const mine = stack.resource('instance', 'mine', { ...MACHINE, adoptId: theirs.id });
    await mine.create();
    stack.newProcess();
    expect(await mine.diff()).toMatchObject({ changes: false });
    await expect(mine.diff(MACHINE)).rejects.toThrow(
      'maxRunDuration contradicts the contract "LONG_TERM", which is paid to its end. It comes from cloudCompute:maxRunDuration',
    );
    const given = stack.resource('instance', 'given', {
      ...MACHINE,
      adoptId: theirs.id,
      maxRunDuration: '2d',
    });
    stack.newProcess();
    expect(await given.problems()).toEqual([expect.stringContaining('contradicts the contract "LONG_TERM"')]);
  });

  it('is checked', async () => {
    stack.configure({ 'cloudCompute:maxRunDuration': '5m' });
    stack.newProcess();
    expect(await problemsOf({})).toContainEqual(
      expect.stringContaining('cloudCompute:maxRunDuration is "5m"; it must be a duration'),
    );
  });
});
