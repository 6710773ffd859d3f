// Commit 2af911b stored `ownVolumeIds: []` for a machine that showed no operating-system volume when it was accepted.
// Nothing proves then that the inline volumes were created with the machine: the provider names them, and neither
// changes them nor creates them again.
import { warn } from '../../../provider/session/progress';
import type { TestResource } from '../support/inProcessStack';
import { InProcessStack } from '../support/inProcessStack';
import { warned, warnedBy } from '../support/warnings';

jest.mock('../../../provider/session/progress');

const SCRATCH = { name: 'scratch', size: 50, type: 'NVMe' };
const MACHINE = {
  ...{ hostname: 'worker', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { name: 'worker-os', size: 50 }, volumes: [SCRATCH], allowShutdown: true },
};

describe('a state of 2af911b without created volumes', () => {
  let stack: InProcessStack;
  let machine: TestResource;
  let scratch: { readonly id: string; readonly base_hourly_cost: number } | undefined;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    machine = await stack.up('instance', 'worker', MACHINE);
    const volumes = await stack.cloud.volumes.list();
    for (const { id, tags } of volumes)
      for (const tag of tags) await stack.cloud.tags.remove('volumes', id, tag.id);
    scratch = volumes.find(({ name }) => name === 'scratch');
    machine.outputs = { ...machine.outputs, ownVolumeIds: [] };
    stack.newProcess();
    jest.mocked(warn).mockClear();
  });

  afterEach(() => stack.stop());

  const left = async () => (await stack.cloud.volumes.list()).map(({ id }) => id);
  const expectNamed = () => {
    const { id = '', base_hourly_cost: price = 0 } = scratch ?? {};
    expect(warned()).toContain(`The volume scratch (${id}, 50 GB)`);
    expect(warned()).toContain(`It costs ${String(price)} usd an hour`);
    expect(warned()).toContain(`adoptId: "${id}"`);
  };

  it('keeps and names the inline volume when the machine is deleted', async () => {
    await machine.delete();
    expect(await left()).toEqual([scratch?.id]);
    expectNamed();
  });

  it('keeps and names the volume when the machine is deleted after a refresh', async () => {
    await machine.refresh();
    await machine.delete();
    expect(await left()).toEqual([scratch?.id]);
    expectNamed();
  });

  it('names nothing if the machine keeps its volumes', async () => {
    await machine.update({ ...MACHINE, keepVolumes: true });
    jest.mocked(warn).mockClear();
    await machine.delete();
    expect(await left()).toHaveLength(2);
    expect(warned()).toBe('');
  });

  it('does not create the volume again after a refresh and an update', async () => {
    await machine.refresh();
    expect(await machine.diff()).toMatchObject({ changes: false });
    await machine.update({ ...MACHINE, tags: { team: 'ml' } });
    expect(await left()).toHaveLength(2);
    expectNamed();
    await machine.delete();
    expect(await left()).toEqual([scratch?.id]);
  });

  it('keeps and names the volume when it leaves the program', async () => {
    await machine.update({ ...MACHINE, volumes: [] });
    expect(await left()).toHaveLength(2);
    expectNamed();
  });

  it('deletes later volumes of the program with the machine', async () => {
    const more = { name: 'more', size: 10, type: 'NVMe' };
    await machine.update({ ...MACHINE, volumes: [SCRATCH, more] });
    expect(await left()).toHaveLength(3);
    await machine.delete();
    expect(await left()).toEqual([scratch?.id]);
  });

  it('says in a preview that the volume stays when it leaves the program', async () => {
    const warnings = await warnedBy(() => machine.diff({ ...MACHINE, volumes: [] }));
    expect(warnings).toContain('scratch (50 GB) stays attached and billed');
    expect(warnings).not.toMatch(/deleted|shut down/);
  });

  it('says in a preview that a volume is deleted if state proves its creation', async () => {
    machine.outputs = { ...machine.outputs, ownVolumeIds: [scratch?.id] };
    const warnings = await warnedBy(() => machine.diff({ ...MACHINE, volumes: [] }));
    expect(warnings).toContain('scratch (50 GB) will be detached and deleted');
  });

  describe('a state of 2af911b whose machine somebody discontinued', () => {
    /** @param also other volumes to delete with it. */
    const discontinue = async (...also: string[]) => {
      const { id } = machine;
      await stack.cloud.instances.perform({ action: 'delete', id, volume_ids: also });
      await stack.clock.sleep(60_000);
      stack.newProcess();
    };
    const osVolume = () => String(machine.outputs['osVolumeId']);

    it.each([
      ['is in state as attached', (outputs: object) => outputs],
      ['was not yet in state as attached', (outputs: object) => ({ ...outputs, volumeIds: [] })],
      [
        'was not yet in state as attached or created',
        (outputs: object) => ({ ...outputs, volumeIds: [], ownVolumeIds: undefined }),
      ],
    ])('names the inline volume at the replacement if it %s', async (_what, old) => {
      machine.outputs = old(machine.outputs) as Record<string, unknown>;
      await discontinue();
      expect(await machine.diff()).toMatchObject({ changes: true });
      await machine.delete();
      expect(await left()).toEqual([scratch?.id]);
      expectNamed();
    });

    it('names the volume at a refresh that drops the machine from state', async () => {
      await discontinue(osVolume());
      expect(await machine.refresh()).toBe(false);
      expectNamed();
    });

    it('names the volume if the cloud no longer shows the machine', async () => {
      await discontinue(osVolume());
      stack.emulator.control.faults.add({
        ...{ operation: 'getInstance', kind: 'status', status: 404, times: 'always' },
      });
      await machine.delete();
      expectNamed();
    });

    it('names no volume of another time, of another type, or of another machine', async () => {
      await discontinue(osVolume(), scratch?.id ?? '');
      await stack.up('instance', 'other', { ...MACHINE, hostname: 'other' });
      const disk = { ...SCRATCH, location_code: 'FIN-01' };
      await stack.cloud.volumes.create({ ...disk, type: 'NVMe_Shared' });
      await stack.clock.sleep(3_600_000);
      await stack.cloud.volumes.create({ ...disk, type: 'NVMe' });
      stack.newProcess();
      jest.mocked(warn).mockClear();
      await machine.delete();
      expect(warned()).toBe('');
    });
  });
});
