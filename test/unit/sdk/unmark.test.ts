// The marks of what is created, and the program that takes them off once the ids are in state.
import * as pulumi from '@pulumi/pulumi';
import { Instance, SshKey, Volume } from 'pulumi-cloud-compute';
import { Unmarker } from '../../../sdk/unmark';
import { Cloud, withToken } from '../api/cloud';
import type { TestCloud } from './cloud';
import { configFor, startCloud } from './cloud';
import type { Registered } from './program';
import { run, runOnMocks, valueOf } from './program';

const MARK = { key: 'pulumi-pending', value: 'owner.urn.0' };

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startCloud();
});
afterEach(() => cloud.close());

const deploy = (tags: { key: string; value: string }[]) =>
  cloud.client.instances.deploy({
    hostname: 'trainer',
    description: 'trains',
    image: 'ubuntu-24.04',
    instance_type: '1V100.6V',
    location_code: 'FIN-01',
    tags,
  });

const createVolume = (tags: { key: string; value: string }[]) =>
  cloud.client.volumes.create({ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01', tags });

const keysOf = async (id: string) => (await cloud.client.instances.get(id)).tags.map(({ key }) => key);

/** Answers with ids that are there, as a create of this run does, or as an earlier run left them. */
const saved =
  (ids: Record<string, string>, created: boolean) =>
  ({ name, inputs }: Registered) => ({
    id: ids[name] ?? name,
    state: { ...inputs, ...(created && { __createdAt: Date.now() }) },
  });

/** The end of a program: Pulumi lets go of it when nothing is under way any more. */
const end = () => pulumi.runtime.disconnect();

/** What was asked of the cloud since, tokens aside. */
function requestsSince(): () => string[] {
  cloud.emulator.control.requests.reset();
  return () =>
    cloud.emulator.control.requests
      .list()
      .filter(({ operationId }) => operationId !== 'createToken')
      .map(({ operationId = '', url }) =>
        url.includes('?') ? `${operationId}?${url.split('?')[1] ?? ''}` : operationId,
      );
}

const machine = (name: string, tags: Record<string, string> = {}) => new Instance(name, { image: 'i', tags });
const volume = (name: string) => new Volume(name, { size: 10, type: 'NVMe', locationCode: 'FIN-01' });

test('what this run created loses its mark and keeps every other tag', async () => {
  const id = await deploy([MARK, { key: 'team', value: 'ml' }, { key: 'pulumi-taken-over', value: 'o.u.1' }]);
  await run({ preview: false, config: cloud.config, answer: saved({ trainer: id }, true) });
  machine('trainer', { team: 'ml' });
  await end();
  expect(await keysOf(id)).toEqual(['team', 'pulumi-taken-over']);
});

test('many at once cost one list, of what is marked', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const ids = await Promise.all(names.map(() => deploy([MARK])));
  const requests = requestsSince();
  await run({
    preview: false,
    config: cloud.config,
    answer: saved(Object.fromEntries(names.map((name, index) => [name, ids[index] ?? ''])), true),
  });
  for (const name of names) machine(name);
  await end();
  expect(requests().sort()).toEqual([
    ...names.map(() => 'deleteInstanceTag'),
    'listInstances?tag=pulumi-pending',
  ]);
});

test('what its create saw marked is not looked for', async () => {
  const names = ['a', 'b', 'c'];
  const ids = await Promise.all(names.map(() => deploy([MARK, { key: 'team', value: 'ml' }])));
  const marks = await Promise.all(
    ids.map(
      async (id) => (await cloud.client.instances.get(id)).tags.find(({ key }) => key === MARK.key)?.id,
    ),
  );
  const requests = requestsSince();
  await run({
    preview: false,
    config: cloud.config,
    answer: ({ name, inputs }: Registered) => {
      const index = names.indexOf(name);
      const state = { ...inputs, __createdAt: Date.now(), __pendingTagId: marks[index] };
      return { id: ids[index] ?? '', state };
    },
  });
  for (const name of names) machine(name, { team: 'ml' });
  await end();
  expect(requests()).toEqual(names.map(() => 'deleteInstanceTag'));
  expect(await Promise.all(ids.map(keysOf))).toEqual(names.map(() => ['team']));
});

test('volumes lose theirs too', async () => {
  const id = await createVolume([MARK]);
  await run({ preview: false, config: cloud.config, answer: saved({ data: id }, true) });
  volume('data');
  await end();
  expect((await cloud.client.volumes.get(id)).tags).toEqual([]);
});

test('what is not of this program keeps its mark', async () => {
  const [mine, theirs] = await Promise.all([deploy([MARK]), deploy([MARK])]);
  await run({ preview: false, config: cloud.config, answer: saved({ trainer: mine }, true) });
  machine('trainer');
  await end();
  expect(await keysOf(theirs)).toEqual(['pulumi-pending']);
});

test('a run that creates nothing asks one list of each kind that it has', async () => {
  const [id, other, disk] = await Promise.all([deploy([]), deploy([]), createVolume([])]);
  const requests = requestsSince();
  await run({ preview: false, config: cloud.config, answer: saved({ a: id, b: other, data: disk }, false) });
  machine('a');
  machine('b');
  volume('data');
  new SshKey('key', { key: 'ssh-ed25519 AAAA' });
  await end();
  expect(requests().sort()).toEqual(['listInstances?tag=pulumi-pending', 'listVolumes']);
});

test('what an interrupted run left marked loses its mark in the next', async () => {
  const id = await deploy([MARK]);
  await run({ preview: false, config: cloud.config, answer: saved({ trainer: id }, false) });
  machine('trainer');
  await end();
  expect(await keysOf(id)).toEqual([]);
});

test('the tenth tag, which had no room, comes after the mark has gone', async () => {
  const tags = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`Tag-${index}`, String(index)]));
  const nine = Object.entries(tags).slice(0, 9);
  const id = await deploy([MARK, ...nine.map(([key, value]) => ({ key, value }))]);
  await run({ preview: false, config: cloud.config, answer: saved({ trainer: id }, true) });
  machine('trainer', tags);
  await end();
  const found = await cloud.client.instances.get(id);
  expect(Object.fromEntries(found.tags.map(({ key, value }) => [key, value]))).toEqual(
    Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.toLowerCase(), value])),
  );
});

describe('a registration', () => {
  const registration = (id: Promise<string>) =>
    ({ id: { promise: () => id } }) as unknown as pulumi.CustomResource;

  test.each([
    ['that fails', () => Promise.reject(new Error('no room'))],
    // So ends what is under way when the engine gives up.
    ['that is broken off without a word', () => new Promise<never>(() => undefined)],
  ])('%s holds up neither the program nor the others', async (_, broken) => {
    const id = await deploy([MARK]);
    await run({ preview: false, config: cloud.config });
    const warn = jest.fn();
    const unmarker = new Unmarker(() => cloud.client, warn);
    unmarker.follow('instances', registration(Promise.resolve(id)));
    unmarker.follow('instances', registration(broken()));
    await end();
    expect(await keysOf(id)).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('nothing is asked', () => {
  test.each([
    ['in a preview', () => run({ preview: true, config: cloud.config })],
    ['in a unit test on mocks', () => runOnMocks({ config: cloud.config })],
  ])('%s', async (_, start) => {
    const requests = requestsSince();
    await start();
    await valueOf(machine('trainer').id);
    await end();
    expect(requests()).toEqual([]);
  });

  test('by a program that has nothing billed', async () => {
    const requests = requestsSince();
    await run({ preview: false, config: cloud.config });
    await valueOf(new SshKey('key', { key: 'ssh-ed25519 AAAA' }).id);
    await end();
    expect(requests()).toEqual([]);
  });

  test('of what is only read', async () => {
    const id = await deploy([MARK]);
    const requests = requestsSince();
    await run({ preview: false, config: cloud.config, answer: saved({}, true) });
    await valueOf(Instance.get('theirs', id).id);
    await end();
    expect(requests()).toEqual([]);
  });
});

describe('a mark that cannot be taken off', () => {
  let warnings: string[];
  let refusing: Cloud;
  beforeEach(() => {
    warnings = [];
    jest.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await refusing.stop();
  });

  const refuse = async (list: boolean): Promise<void> => {
    const refusal = { status: 403, body: { code: 'forbidden_action', message: 'not for you' } };
    const marked = ['a', 'b'].map((id) => ({ id, tags: [{ id: `tag_${id}`, ...MARK }] }));
    refusing = await Cloud.start(
      withToken(({ method }) => (method === 'GET' && !list ? { body: marked } : refusal)),
    );
    await run({ preview: false, config: configFor(refusing.url), answer: saved({}, true) });
    machine('a');
    machine('b');
    await end();
  };

  test('is one warning that says what happens next, and no error', async () => {
    await refuse(false);
    expect(warnings).toEqual([
      expect.stringMatching(
        /Could not take the tag pulumi-pending off a, b, which is left to the next `pulumi up`: .*not for you/,
      ),
    ]);
  });

  test('for want of a list, too', async () => {
    await refuse(true);
    expect(warnings).toEqual([
      expect.stringMatching(
        /Could not look for the tag pulumi-pending, which is left to the next `pulumi up`: .*not for you/,
      ),
    ]);
  });
});
