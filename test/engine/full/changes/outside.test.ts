// Changes by other people and by the cloud itself: refresh finds them, and the next up undoes exactly these changes.
import type { Emulator } from 'cloud-compute-emulator';
import type { CloudComputeClient } from '../../../../api';
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { TestStack } from '../../support/stacks/stack';
import { startCloud } from '../../support/testCloud';

const machine = (name: string, more = '') => `new cc.Instance('${name}', {
  hostname: '${name}', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: '${name}-os', size: 50 }, ${more}
});`;
const volume = (name: string, more = '') =>
  `new cc.Volume('${name}', { name: '${name}', size: 10, type: 'NVMe', locationCode: 'FIN-01', ${more} });`;
const scratch = (name: string) => `volumes: [{ name: '${name}-scratch', size: 10, type: 'NVMe' }]`;

const PROGRAM =
  machine('evicted', `isSpot: true, ${scratch('evicted')}`) +
  machine('abandoned', scratch('abandoned')) +
  machine('deleted') +
  machine('steady', `tags: { team: 'ml' }, ${scratch('steady')}`) +
  volume('trashed') +
  volume('renamed') +
  volume('tagged', `tags: { team: 'ml', stage: 'test' }`) +
  volume('quiet', `tags: { team: 'ml' }`);

describe.each(doors)('a change outside of the program ($name)', (door) => {
  jest.setTimeout(300_000);
  let emulator: Emulator;
  let cloud: CloudComputeClient;
  let close: () => Promise<void>;
  let stack: TestStack;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    ({ emulator, cloud, close } = await startCloud());
    stack = await TestStack.create({ door, url: emulator.url, program: PROGRAM });
    await stack.up();
    Object.assign(ids, await idsInState());
  });

  afterAll(async () => {
    await stack.dispose();
    await close();
  });

  const idsInState = async () =>
    Object.fromEntries(
      (await stack.resources()).map(({ urn, id }) => [urn.split('::').at(-1) ?? '', id ?? '']),
    );

  const names = async () => ({
    instances: (await cloud.instances.list()).map(({ hostname }) => hostname).sort(),
    volumes: (await cloud.volumes.list()).map(({ name }) => name).sort(),
  });

  /** The names of the resources that the next up would change, by the kind of change. */
  const plans = async () => (await stack.preview()).changes;

  const everything = {
    instances: ['abandoned', 'deleted', 'evicted', 'steady'],
    volumes: [
      ...['abandoned', 'evicted', 'steady'].map((name) => `${name}-scratch`),
      ...['abandoned', 'deleted', 'evicted', 'steady'].map((name) => `${name}-os`),
      ...['trashed', 'renamed', 'tagged', 'quiet'],
    ].sort(),
  };

  it('is shown by refresh, property by property, and no billed resource is forgotten', async () => {
    expect(await names()).toEqual(everything);
    const { os_volume_id: osVolumeId } = await cloud.instances.get(ids['deleted'] ?? '');
    emulator.control.evict(ids['evicted'] ?? '');
    await cloud.instances.perform({ action: 'delete', id: ids['abandoned'] ?? '', volume_ids: [] });
    await cloud.instances.perform({
      ...{ action: 'delete', id: ids['deleted'] ?? '', volume_ids: [osVolumeId ?? ''] },
    });
    await cloud.volumes.delete(ids['trashed'] ?? '');
    await cloud.volumes.perform({ action: 'rename', id: ids['renamed'] ?? '', name: 'theirs' });
    const tagged = await cloud.volumes.get(ids['tagged'] ?? '');
    const team = tagged.tags.find(({ key }) => key === 'team');
    await cloud.tags.remove('volumes', tagged.id, team?.id ?? '');
    await cloud.tags.add('volumes', tagged.id, { key: 'team', value: 'theirs' });
    // A tag of another person is no drift.
    await cloud.tags.add('volumes', ids['quiet'] ?? '', { key: 'cost-center', value: '42' });
    emulator.clock.advance(60_000);

    const gone = /The instance is gone, but it left [0-9a-f-]+, [0-9a-f-]+ behind, which are still billed\./;
    expect((await stack.refresh()).output).toMatch(gone);
    const state = await idsInState();
    expect(Object.keys(state).sort()).toEqual(
      ['abandoned', 'evicted', 'quiet', 'renamed', 'steady', 'tagged'].sort(),
    );
    const found = new Map((await stack.resources()).map((one) => [one.id, one]));
    expect(found.get(ids['renamed'])?.inputs).toMatchObject({ name: 'theirs' });
    expect(found.get(ids['tagged'])?.inputs).toMatchObject({ tags: { team: 'theirs', stage: 'test' } });
    expect(found.get(ids['quiet'])?.inputs).toMatchObject({ tags: { team: 'ml' } });
    const { changes, output } = await stack.preview();
    expect(changes).toMatchObject({ same: 2, update: 2, create: 2, replace: 2 });
    expect(output).toMatch(gone);
  });

  it('is undone by the next up, which changes nothing else', async () => {
    const disks = (await cloud.volumes.list()).filter(({ name }) => /^(evicted|abandoned)-/.test(name));
    expect(disks).toHaveLength(4);
    const steady = await cloud.instances.get(ids['steady'] ?? '');
    const kept = disks.filter(({ name }) => name.startsWith('evicted-'));
    const { output } = await stack.up();
    // The policy of the evicted machine is keep_detached: its disks stay beside the disks of the new machine, and are
    // named.
    const { instances, volumes } = everything;
    expect(await names()).toEqual({
      instances,
      volumes: [...volumes, ...kept.map(({ name }) => name)].sort(),
    });
    for (const { id } of kept) expect(output).toContain(id);
    const state = await idsInState();
    for (const name of ['steady', 'renamed', 'tagged', 'quiet']) expect(state[name]).toBe(ids[name]);
    for (const name of ['evicted', 'abandoned', 'deleted', 'trashed'])
      expect(state[name]).not.toBe(ids[name]);
    // The disks of a machine that somebody deleted are deleted too, as the delete of the machine would have done.
    const left = (await cloud.volumes.list()).map(({ id }) => id);
    expect(disks.filter(({ id }) => left.includes(id))).toEqual(kept);
    expect((await cloud.volumes.trash()).map(({ name }) => name)).toEqual(
      expect.arrayContaining(disks.filter((disk) => !kept.includes(disk)).map(({ name }) => name)),
    );
    expect(await cloud.instances.get(steady.id)).toEqual({ ...steady, tags: door.tagsAfterUp(steady.tags) });
    const tagsOf = async (name: string) =>
      Object.fromEntries(
        (await cloud.volumes.get(ids[name] ?? '')).tags.map(({ key, value }) => [key, value]),
      );
    expect(await tagsOf('tagged')).toEqual({ team: 'ml', stage: 'test' });
    expect(await tagsOf('quiet')).toEqual({ team: 'ml', 'cost-center': '42' });
    expect(await plans()).toEqual({ same: 8 });
  });

  it('leaves nothing behind after destroy, also without a refresh', async () => {
    const { evicted = '' } = await idsInState();
    emulator.control.evict(evicted);
    emulator.clock.advance(60_000);
    expect((await names()).volumes).toContain('evicted-scratch');
    await stack.destroy();
    expect(await everythingIn(cloud)).toEqual([]);
  });
});
