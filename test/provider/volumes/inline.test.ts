// The volumes that are declared within a machine: they are set when it is created.
import { UNKNOWN } from '../../../provider/schema/unknown';
import { InProcessStack } from '../support/inProcessStack';
import type { Args } from '../support/inlineVolume';
import { DATA, DISK, InlineVolume, MACHINE, withVolumes } from '../support/inlineVolume';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MORE = { ...DATA, name: 'more' };

let stack: InProcessStack;
const inline = new InlineVolume(() => stack);
const { start, now, detach, deleteIt, changesNothing, dataVolumes, writes } = inline;
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

describe('a machine that exists', () => {
  const GROW = /data has 10 GB and cannot become 20 GB here.* by a Volume with adoptId: "[-0-9a-f]{36}"/;
  const REMOVE =
    /volumes cannot lose data \(.*with both this entry and a Volume that has adoptId: "[-0-9a-f]{36}"/;
  const CHANGES: [string, unknown[], RegExp][] = [
    [
      'a new entry',
      [DATA, MORE],
      /^volumes\[1\] adds more, .*Declare a Volume, and name it in existingVolumes/,
    ],
    ['a name', [MORE], /volumes\[0\] adds more, .*To rename an entry.*\n.*cannot lose data/],
    ['a larger size', [{ ...DATA, size: 20 }], GROW],
    ['a smaller size', [{ ...DATA, size: 5 }], /data has 10 GB and cannot become 5 GB/],
    ['a type', [{ ...DATA, type: 'NVMe_Shared' }], /data is of the type NVMe and cannot become NVMe_Shared/],
    ['no entry', [], REMOVE],
  ];

  it.each(CHANGES)('refuses %s at preview, with the way there', async (_what, volumes, reason) => {
    const machine = await start(DATA);
    const before = await dataVolumes();
    stack.newProcess();
    await expect(machine.diff(withVolumes(...volumes))).rejects.toThrow(reason);
    await expect(machine.update(withVolumes(...volumes))).rejects.toThrow('replaceOn: ["volumes"]');
    expect(await dataVolumes()).toEqual(before);
    expect(await machine.diff(withVolumes(DATA))).toMatchObject({ changes: false });
  });

  it.each(CHANGES)('refuses %s before its state has its volumes', async (_what, volumes, reason) => {
    const args = { awaitReady: false, hostname: 'later' };
    const machine = await stack.up('instance', 'later', { ...withVolumes(DATA), ...args });
    stack.newProcess();
    const how = reason === GROW || reason === REMOVE ? /its id in adoptId/ : reason;
    await expect(machine.diff({ ...withVolumes(...volumes), ...args })).rejects.toThrow(how);
  });

  it.each([
    ['the whole list', UNKNOWN],
    ['an entry', [UNKNOWN]],
    ['a name', [{ ...DATA, name: UNKNOWN }]],
    ['a size', [{ ...DATA, size: UNKNOWN }]],
    ['a type', [{ ...DATA, type: UNKNOWN }]],
  ])(
    'leaves %s that is unknown to `up`, which refuses it before its first request',
    async (_what, volumes) => {
      const machine = await start(DATA);
      stack.newProcess();
      expect(await machine.diff({ ...MACHINE, volumes })).toMatchObject({ changes: true });
      const before = writes();
      await expect(machine.update(withVolumes({ ...DATA, size: 20 }, MORE))).rejects.toThrow(GROW);
      expect(writes()).toBe(before);
    },
  );

  it('judges what is known beside unknown entries', async () => {
    const machine = await start(DATA);
    await expect(machine.diff(withVolumes(UNKNOWN, MORE))).rejects.toThrow('volumes[1] adds more');
  });

  it.each([
    ['another input', { instanceType: 'CPU.8V.32G' }],
    ['replaceOn', { replaceOn: ['volumes'] }],
    ['replaceOnChanges', { __replaceOn: ['volumes'] }],
    ['replaceOnChanges of everything', { __replaceOn: ['*'] }],
  ])('refuses nothing if %s replaces it, and says what is deleted', async (_what, more) => {
    const machine = await start(DATA);
    stack.newProcess();
    for (const [, volumes] of CHANGES) {
      const wanted = { ...withVolumes(...volumes), ...more };
      const warned = await warnedBy(async () => {
        expect((await machine.diff(wanted)).replaces).not.toEqual([]);
      });
      expect(warned).toMatch(/Replacing it deletes data: .*data \(10 GB\)/);
    }
  });

  it('refuses nothing if it was evicted, and the next machine gets the list of the program', async () => {
    const spot = { isSpot: true };
    const machine = await start(DATA, spot);
    stack.emulator.control.evict(machine.id);
    stack.emulator.clock.advance(600_000);
    stack.newProcess();
    const wanted = { ...withVolumes({ ...DATA, size: 20 }, MORE), ...spot };
    expect((await machine.diff(wanted)).replaces).not.toEqual([]);
    const next = await stack.up('instance', 'trainer', wanted);
    expect(next.outputs['inlineVolumes']).toMatchObject([{ name: 'data' }, { name: 'more' }]);
  });

  it('changes `keep` in state, and a delete follows it', async () => {
    const machine = await start(DATA);
    await changesNothing(machine, withVolumes({ ...DATA, keep: true }));
    expect(machine.outputs['volumes']).toEqual([{ ...DATA, keep: true }]);
    await changesNothing(machine, withVolumes({ ...DATA, keep: false }));
    await changesNothing(machine, withVolumes({ ...DATA, keep: true }));
    stack.newProcess();
    await machine.delete();
    expect(await dataVolumes()).toEqual(['data 10 detached']);
  });

  it.each([
    ['tags', { tags: { team: 'ml' } }],
    ['onSpotDiscontinue', { onSpotDiscontinue: 'delete_permanently' }],
  ])('stores %s for the next machine, and says so', async (what, change) => {
    const machine = await start(DATA, { isSpot: true });
    const wanted = { ...withVolumes({ ...DATA, ...change }), isSpot: true };
    expect(await changesNothing(machine, wanted)).toContain(
      `volumes[0].${what} cannot change on a machine that exists: stored for the next one. To replace this machine now, ` +
        'add replaceOn: ["volumes"].',
    );
    expect(machine.outputs['volumes']).toEqual([{ ...DATA, ...change }]);
    expect((await now()).tags.map(({ key }) => key)).not.toContain('team');
  });
});

describe('an entry may go', () => {
  const adopt = (more: Args = {}) =>
    stack.up('volume', 'data', { ...DISK, size: 10, adoptId: inline.id, ...more });

  it('after a Volume has adopted its volume, which then grows', async () => {
    const machine = await start(DATA);
    const volume = await adopt();
    await changesNothing(machine, withVolumes(DATA));
    await changesNothing(machine, withVolumes());
    expect(machine.outputs).not.toHaveProperty('inlineVolumes');
    expect(machine.outputs['ownVolumeIds']).not.toContain(inline.id);
    await volume.update({ ...DISK, size: 20, adoptId: inline.id });
    expect(await dataVolumes()).toEqual(['data 20 attached']);
    stack.newProcess();
    await machine.delete();
    expect(await dataVolumes()).toEqual(['data 20 detached']);
  });

  it('not in the run in which the Volume is new', async () => {
    const machine = await start(DATA);
    stack.newProcess();
    await stack.resource('volume', 'data', { ...DISK, size: 10, adoptId: inline.id }).problems();
    await expect(machine.diff(withVolumes())).rejects.toThrow(
      'The Volume that adopts it is new: first run `pulumi up` with both, then remove the entry.',
    );
  });

  it.each(['attached', 'detached'])('if existingVolumes names its volume, which is %s', async (status) => {
    const machine = await start(DATA);
    if (status === 'detached') await detach(machine);
    const wanted = { ...withVolumes(), existingVolumes: [inline.id] };
    stack.newProcess();
    await machine.update(wanted);
    expect(await dataVolumes()).toEqual(['data 10 attached']);
    expect(await machine.diff(wanted)).toMatchObject({ changes: false });
    stack.newProcess();
    await machine.delete();
    expect(await dataVolumes()).toEqual(['data 10 detached']);
  });

  it('to existingVolumes of the machine that replaces it, which keeps its data', async () => {
    const machine = await start(DATA);
    stack.newProcess();
    const wanted = { ...withVolumes(), existingVolumes: [inline.id], image: 'ubuntu-22.04' };
    expect(await warnedBy(() => machine.diff(wanted))).not.toContain(inline.id);
    expect(await machine.diff(wanted)).toMatchObject({ replaces: ['image'], deleteBeforeReplace: true });
    await machine.delete();
    await stack.up('instance', 'trainer', wanted);
    expect(await dataVolumes()).toEqual(['data 10 attached']);
  });

  it('if its volume is gone', async () => {
    const machine = await start(DATA);
    await deleteIt(machine);
    await changesNothing(machine, withVolumes());
  });

  it('unknown existingVolumes are left to `up`', async () => {
    const machine = await start(DATA);
    expect(await machine.diff({ ...withVolumes(), existingVolumes: [UNKNOWN] })).toMatchObject({
      changes: true,
    });
  });
});

it('an entry that existingVolumes names too stays when the machine is deleted', async () => {
  const machine = await start(DATA);
  await machine.update({ ...withVolumes(DATA), existingVolumes: [inline.id] });
  stack.newProcess();
  await machine.delete();
  expect(await dataVolumes()).toEqual(['data 10 detached']);
});

it('two entries of the same name are refused', async () => {
  const machine = stack.resource('instance', 'trainer', withVolumes(DATA, DATA));
  expect(await machine.problems()).toContain(
    'volumes[1].name is already the name of volumes[0]: an inline volume is identified by its name',
  );
});

describe('the adoption of a machine', () => {
  let id: string;
  beforeEach(async () => {
    id = await stack.cloud.instances.deploy({
      ...{ hostname: 'trainer', description: 'trainer', instance_type: 'CPU.4V.16G', image: 'ubuntu-24.04' },
      ...{ location_code: 'FIN-01', ssh_key_ids: [], volumes: [DATA, MORE, MORE] as never },
    });
    await stack.until(async () => (await stack.cloud.instances.get(id)).status === 'running');
  });

  it.each([
    [
      'name',
      { name: 'other' },
      /volumes\[0\] is other \(10 GB, NVMe\), and no volume of the instance to adopt is that/,
    ],
    ['type', { type: 'NVMe_Shared' }, /volumes\[0\] is data \(10 GB, NVMe_Shared\), and no volume/],
    ['larger size', { size: 20 }, /it has data \(10 GB, NVMe\), more/],
    ['smaller size', { size: 5 }, /no volume/],
    ['name that two volumes have', { name: 'more' }, /more than one volume/],
  ])('is refused at preview for another %s', async (_what, change, reason) => {
    const args = { ...withVolumes({ ...DATA, ...change }), adoptId: id };
    const machine = stack.resource('instance', 'mine', args);
    expect(await machine.problems()).toEqual([expect.stringMatching(reason)]);
    stack.configure({ 'cloudCompute:planChecks': 'off' });
    stack.newProcess();
    const before = writes();
    await expect(machine.create()).rejects.toThrow(reason);
    expect(writes()).toBe(before);
  });

  it('takes over the volumes of its entries, and leaves the others', async () => {
    const machine = await stack.up('instance', 'mine', { ...withVolumes(DATA), adoptId: id });
    await inline.find();
    expect(machine.outputs['inlineVolumes']).toEqual([{ id: inline.id, name: 'data' }]);
    stack.newProcess();
    await machine.delete();
    expect(await dataVolumes()).toEqual(['more 10 detached', 'more 10 detached']);
  });
});
