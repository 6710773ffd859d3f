// Somebody renames, detaches or deletes an inline volume, or an update stops half-way. State does not show that, and the
// next update acts on what the cloud shows: its preview says so.
import type { Volume } from '../../../api';
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';
import { UNKNOWN } from '../../../core/validation/shape';

jest.mock('../../../provider/session/progress');

const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  allowShutdown: true,
};
const DATA = { name: 'data', size: 10, type: 'NVMe' };
const WITH_DATA = { ...MACHINE, volumes: [DATA] };
const RESTART = 'The machine will be shut down for that and started again.';

describe('an inline volume', () => {
  let stack: InProcessStack;
  let machine: TestResource;
  let id: string;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    machine = await stack.up('instance', 'trainer', WITH_DATA);
    id = (await dataVolumes()).find(({ name }) => name === 'data')?.id ?? '';
    stack.newProcess();
  });
  afterEach(() => stack.stop());

  const dataVolumes = async (): Promise<Volume[]> =>
    (await stack.cloud.volumes.list()).filter(({ is_os_volume: isOs }) => !isOs);
  const rename = (name: string) => stack.cloud.volumes.perform({ action: 'rename', id, name });
  const statusOf = async () => (await stack.cloud.volumes.get(id)).status;

  /** Somebody detaches it, and the machine runs on. */
  async function detachByHand(meanwhile?: () => Promise<unknown>): Promise<void> {
    await stack.detach(id, machine.id, meanwhile);
    stack.newProcess();
  }

  const deleteByHand = () => detachByHand(() => stack.cloud.volumes.delete(id, { isPermanent: true }));
  const withTag = (args: object) => ({ ...args, tags: { team: 'ml' } });

  it('is attached by the next change if it was detached, and the preview says so', async () => {
    await detachByHand();
    expect(await warnedBy(() => machine.diff(withTag(WITH_DATA)))).toBe(
      `data (10 GB) will be attached again.\n${RESTART}`,
    );
    await machine.update(withTag(WITH_DATA));
    expect(await statusOf()).toBe('attached');
  });

  it('is named with the other machine that it was attached to, because the next change may fail', async () => {
    const other = await stack.cloud.instances.deploy({
      ...{ hostname: 'other', description: 'other', instance_type: 'CPU.4V.16G' },
      ...{ image: 'ubuntu-24.04', location_code: 'FIN-01', ssh_key_ids: [] },
    });
    await stack.until(async () => (await stack.cloud.instances.get(other)).status === 'running');
    await stack.power(other, 'shutdown');
    await detachByHand(async () => {
      await stack.cloud.volumes.perform({ action: 'attach', id, instance_id: other });
      await stack.until(async () => (await statusOf()) === 'attached');
    });
    expect(await warnedBy(() => machine.diff(withTag(WITH_DATA)))).toContain(
      `data is attached to the instance ${other} now. If no resource of this program detaches it there, the update fails`,
    );
    await expect(machine.update(withTag(WITH_DATA))).rejects.toThrow(other);
  });

  it.each([false, true])(
    'is attached if it was detached and renamed and the program follows, and the preview says so: refreshed %s',
    async (isRefreshed) => {
      await detachByHand(() => rename('theirs'));
      if (isRefreshed) await machine.refresh();
      const wanted = { ...MACHINE, volumes: [{ ...DATA, name: 'theirs' }] };
      expect(await warnedBy(() => machine.diff(wanted))).toBe(
        `theirs (10 GB) will be attached again.\n${RESTART}`,
      );
      await machine.update(wanted);
      expect(await statusOf()).toBe('attached');
    },
  );

  it('is created by the next change if it was deleted, and the preview says so', async () => {
    await deleteByHand();
    expect(await warnedBy(() => machine.diff(withTag(WITH_DATA)))).toBe(
      [
        'data (10 GB) will be created and attached.',
        `Its data will be empty: the volume ${id} is in the trash, or gone.`,
        RESTART,
      ].join('\n'),
    );
    await machine.update(withTag(WITH_DATA));
    expect(await dataVolumes()).toMatchObject([{ name: 'data', status: 'attached' }]);
  });

  it('fails the preview of the next change if it was deleted and the machine must not be shut down', async () => {
    await deleteByHand();
    await expect(machine.diff({ ...withTag(WITH_DATA), allowShutdown: false })).rejects.toThrow(
      'to be shut down, and it is running',
    );
  });

  it('may leave the program without a shutdown if it was deleted', async () => {
    await deleteByHand();
    const wanted = { ...MACHINE, allowShutdown: false, volumes: [] };
    expect(await warnedBy(() => machine.diff(wanted))).toBe('');
    await machine.update(wanted);
  });

  it('is not announced as created once more if a killed update has created it', async () => {
    const wanted = { ...MACHINE, volumes: [DATA, { ...DATA, name: 'more' }] };
    await machine.copy().update(wanted);
    stack.newProcess();
    expect(await warnedBy(() => machine.diff(wanted))).not.toContain('created');
    await machine.update(wanted);
    expect(await dataVolumes()).toHaveLength(2);
  });

  it('is not announced as deleted if it was renamed and another resource adopts it', async () => {
    await rename('theirs');
    const adopted = { name: 'theirs', size: 10, type: 'NVMe', locationCode: 'FIN-01', adoptId: id };
    expect(await stack.resource('volume', 'data', adopted).problems()).toEqual([]);
    expect(await warnedBy(() => machine.diff({ ...MACHINE, volumes: [] }))).toBe('');
    await machine.update({ ...MACHINE, volumes: [] });
    expect(await statusOf()).toBe('attached');
  });

  it('is attached again if its removal failed and the program takes it back, and the preview says so', async () => {
    const more = { ...DATA, name: 'more' };
    const refused = { kind: 'status', status: 403, times: 'always' } as const;
    stack.emulator.control.faults.add({ ...refused, operation: 'PUT /v1/volumes', action: 'delete' });
    await expect(machine.update({ ...MACHINE, volumes: [more] })).rejects.toThrow('403');
    stack.emulator.control.faults.clear();
    stack.newProcess();
    const wanted = { ...MACHINE, volumes: [DATA, more] };
    expect(await warnedBy(() => machine.diff(wanted))).toBe(
      `data (10 GB) will be attached again.\n${RESTART}`,
    );
    await machine.update(wanted);
    const volumes = await dataVolumes();
    expect(volumes.map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
      'data attached',
      'more attached',
    ]);
  });

  it('stays attached if existingVolumes named it as well and leaves it out now', async () => {
    await machine.update({ ...WITH_DATA, existingVolumes: [id] });
    const wanted = { ...WITH_DATA, allowShutdown: false, existingVolumes: [] };
    stack.newProcess();
    expect(await warnedBy(() => machine.diff(wanted))).toBe('');
    await machine.update(wanted);
    expect(await statusOf()).toBe('attached');
  });

  describe('an inline volume beside an attached volume', () => {
    it('stays while the next change attaches the other volume again, and the preview says so', async () => {
      const given = await stack.up('volume', 'given', { ...DATA, name: 'given', locationCode: 'FIN-01' });
      const args = { ...WITH_DATA, existingVolumes: [given.id] };
      await machine.update(args);
      id = given.id;
      await detachByHand();
      expect(await warnedBy(() => machine.diff(withTag(args)))).toBe(
        `The volume ${id} is not attached any more: it will be attached again.\n${RESTART}`,
      );
      await machine.update(withTag(args));
      expect(await statusOf()).toBe('attached');
    });
  });

  it.each([
    ['offline', 'start', 'It runs, and powerState is "offline": it will be shut down.'],
    ['running', 'shutdown', 'It is off, and powerState is "running": it will be started.'],
  ] as const)(
    'the next change of a machine that is to be %s undoes a %s, and the preview says so',
    async (powerState, action, sentence) => {
      const args = { ...WITH_DATA, powerState };
      await machine.update(args);
      await stack.power(machine.id, action);
      stack.newProcess();
      expect(await warnedBy(() => machine.diff(withTag(args)))).toBe(sentence);
      await machine.update(withTag(args));
      expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: powerState });
    },
  );

  it('stays if it has got the name of a volume that is gone', async () => {
    await machine.update({ ...MACHINE, volumes: [DATA, { ...DATA, name: 'more' }] });
    const data = id;
    id = (await dataVolumes()).find(({ name }) => name === 'more')?.id ?? '';
    await deleteByHand();
    id = data;
    await rename('more');
    stack.newProcess();
    const wanted = { ...MACHINE, volumes: [{ ...DATA, name: 'more' }] };
    expect(await warnedBy(() => machine.diff(wanted))).not.toMatch(/deleted|created/);
    await machine.update(wanted);
    expect(await dataVolumes()).toMatchObject([{ id: data, status: 'attached' }]);
  });

  it.each([
    ['a size', [{ ...DATA, name: 'more', size: UNKNOWN }], undefined],
    ['the whole list', UNKNOWN, []],
    ['a volume', [UNKNOWN], []],
  ])(
    'fails no preview that does not know %s and must not shut the machine down',
    async (_, volumes, existingVolumes) => {
      await machine.update({ ...WITH_DATA, existingVolumes: [id] });
      if (existingVolumes === undefined) await detachByHand();
      const wanted = { ...MACHINE, allowShutdown: false, volumes, existingVolumes };
      stack.newProcess();
      expect(await machine.diff(wanted)).toMatchObject({ changes: true, replaces: [] });
    },
  );
});
