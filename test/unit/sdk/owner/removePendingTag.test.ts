// The program removes the pending tags of created resources when their ids are in state.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { SshKey } from 'pulumi-cloud-compute';
import { intentLogIn } from '../../../../core/orphans/intentLog';
import { PendingTagRemoval } from '../../../../sdk/owner/removePendingTag';
import { Cloud, withToken } from '../../api/cloud';
import { configFor } from '../support/cloud';
import type { Registered } from '../support/program';
import { endProgram as end, run } from '../support/program';
import { LAST_LISTS, PENDING_TAG, machine, saved, volume, billedThings } from './billedThings';

const { here, deploy, createVolume, keysOf, requestsSince } = billedThings();

describe('the removal of a tag', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('waits after the id is known, because an engine that is interrupted twice passes on ids that it does not save', async () => {
    const remove = jest.fn(() => Promise.resolve());
    const removal = new PendingTagRemoval(
      () => ({ tags: { remove } }) as never,
      () => undefined,
    );
    for (const id of ['one', 'two'])
      removal.add({ collection: 'instances', id, isNew: true, pendingTagId: `tag_${id}` });
    await jest.advanceTimersByTimeAsync(999);
    expect(remove).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(600);
    expect(remove).toHaveBeenCalledTimes(2);
  });
});

test('a resource of this run loses its pending tag and keeps every other tag', async () => {
  const id = await deploy([
    PENDING_TAG,
    { key: 'team', value: 'ml' },
    { key: 'pulumi-taken-over', value: 'o.u.1' },
  ]);
  await run({ preview: false, config: here.cloud.config, answer: saved({ trainer: id }, true) });
  machine('trainer', { team: 'ml' });
  await end();
  expect(await keysOf(id)).toEqual(['team', 'pulumi-taken-over']);
});

test('many resources at once cost one list of things with a pending tag', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const ids = await Promise.all(names.map(() => deploy([PENDING_TAG])));
  const requests = requestsSince();
  await run({
    preview: false,
    config: here.cloud.config,
    answer: saved(Object.fromEntries(names.map((name, index) => [name, ids[index] ?? ''])), true),
  });
  for (const name of names) machine(name);
  await end();
  expect(requests().sort()).toEqual(
    [...names.map(() => 'deleteInstanceTag'), 'listInstances?tag=pulumi-pending', ...LAST_LISTS].sort(),
  );
});

test('the removal of a pending tag needs no list if the create has returned the id of the tag', async () => {
  const names = ['a', 'b', 'c'];
  const ids = await Promise.all(names.map(() => deploy([PENDING_TAG, { key: 'team', value: 'ml' }])));
  const marks = await Promise.all(
    ids.map(
      async (id) =>
        (await here.cloud.client.instances.get(id)).tags.find(({ key }) => key === PENDING_TAG.key)?.id,
    ),
  );
  const requests = requestsSince();
  await run({
    preview: false,
    config: here.cloud.config,
    answer: ({ name, inputs }: Registered) => {
      const index = names.indexOf(name);
      const state = { ...inputs, __createdAt: Date.now(), __pendingTagId: marks[index] };
      return { id: ids[index] ?? '', state };
    },
  });
  for (const name of names) machine(name, { team: 'ml' });
  await end();
  expect(requests().sort()).toEqual([...names.map(() => 'deleteInstanceTag'), ...LAST_LISTS].sort());
  expect(await Promise.all(ids.map(keysOf))).toEqual(names.map(() => ['team']));
});

test('volumes lose their pending tags too', async () => {
  const id = await createVolume([PENDING_TAG]);
  await run({ preview: false, config: here.cloud.config, answer: saved({ data: id }, true) });
  volume('data');
  await end();
  expect((await here.cloud.client.volumes.get(id)).tags).toEqual([]);
});

test('a thing that is not in the program keeps its pending tag', async () => {
  const [mine, theirs] = await Promise.all([deploy([PENDING_TAG]), deploy([PENDING_TAG])]);
  await run({ preview: false, config: here.cloud.config, answer: saved({ trainer: mine }, true) });
  machine('trainer');
  await end();
  expect(await keysOf(theirs)).toEqual(['pulumi-pending']);
});

test('a run that creates nothing requests one list of each kind', async () => {
  const [id, other, disk] = await Promise.all([deploy([]), deploy([]), createVolume([])]);
  const requests = requestsSince();
  await run({
    preview: false,
    config: here.cloud.config,
    answer: saved({ a: id, b: other, data: disk }, false),
  });
  machine('a');
  machine('b');
  volume('data');
  new SshKey('key', { key: 'ssh-ed25519 AAAA' });
  await end();
  expect(requests().sort()).toEqual(LAST_LISTS);
});

test('a resource in state that still has a pending tag after an interrupted run loses it in the next run', async () => {
  const id = await deploy([PENDING_TAG]);
  await run({ preview: false, config: here.cloud.config, answer: saved({ trainer: id }, false) });
  machine('trainer');
  await end();
  expect(await keysOf(id)).toEqual([]);
});

test('the volumes created with a machine lose their pending tags with the machine', async () => {
  const machineId = await deploy([PENDING_TAG]);
  const [own, theirs] = await Promise.all([createVolume([PENDING_TAG]), createVolume([PENDING_TAG])]);
  await run({
    preview: false,
    config: here.cloud.config,
    answer: ({ inputs }: Registered) => ({
      id: machineId,
      state: { ...inputs, __createdAt: Date.now(), ownVolumeIds: ['os', own], osVolumeId: 'os' },
    }),
  });
  machine('trainer');
  await end();
  const tags = async (id: string) => (await here.cloud.client.volumes.get(id)).tags;
  expect(await keysOf(machineId)).toEqual([]);
  expect(await tags(own)).toEqual([]);
  expect(await tags(theirs)).toHaveLength(1);
});

describe('a pending tag that cannot be removed', () => {
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
    const tagged = ['a', 'b'].map((id) => ({ id, tags: [{ id: `tag_${id}`, ...PENDING_TAG }] }));
    refusing = await Cloud.start(
      withToken(({ method }) => (method === 'GET' && !list ? { body: tagged } : refusal)),
    );
    await run({ preview: false, config: configFor(refusing.url), answer: saved({}, true) });
    machine('a');
    machine('b');
    await end();
  };

  test('causes one warning, and no error', async () => {
    await refuse(false);
    expect(warnings).toEqual([
      expect.stringMatching(
        /Could not remove the tag pulumi-pending from a, b; the next `pulumi up` tries again: .*not for you/,
      ),
    ]);
  });

  test('is noted, so that a later `destroy` takes the things for no orphans', async () => {
    const home = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-home-'));
    jest.replaceProperty(process, 'env', { ...process.env, PULUMI_HOME: home });
    try {
      await refuse(false);
      const log = intentLogIn({ PULUMI_HOME: home });
      expect(['a', 'b', 'c'].map((id) => log.isSaved(id))).toEqual([true, true, false]);
    } finally {
      await rm(home, { recursive: true });
    }
  });

  test('causes one warning if the list fails', async () => {
    await refuse(true);
    expect(warnings).toEqual([
      expect.stringMatching(
        /Could not look for pending tags and orphans; the next `pulumi up` does: .*not for you/,
      ),
    ]);
  });
});
