// What the next `up` says and does after a machine has ended with its time.
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
});

afterEach(() => stack.stop());

const up = (more: object = {}): Promise<TestResource> =>
  stack.up('instance', 'trainer', { ...MACHINE, ...more });

const later = (ms: number): void => {
  stack.emulator.clock.advance(ms);
  stack.newProcess();
};

describe('after the end', () => {
  /** As `expired --remove` does it. */
  const end = async (id: string, action: 'delete' | 'hibernate', volumeIds: string[]) => {
    if (action === 'hibernate') await stack.power(id, 'shutdown');
    await stack.cloud.instances.perform({
      ...{ action, id },
      ...(action === 'delete' && { volume_ids: volumeIds }),
    });
    stack.emulator.clock.advance(600_000);
    stack.newProcess();
  };

  it('the next up says so, makes a new machine, and treats the volumes as after any delete', async () => {
    const args = { maxRunDuration: '8h', volumes: [{ name: 'data', size: 10, type: 'NVMe' }] };
    const machine = await up(args);
    const { osVolumeId } = machine.outputs;
    later(8 * HOUR);
    await end(machine.id, 'delete', [String(osVolumeId)]);
    const said = await warnedBy(() => machine.diff());
    expect(said).toContain(
      `ended with its time, at ${String(machine.outputs['expiresAt'])} (maxRunDuration): another takes its place.`,
    );
    expect(said).toMatch(/Replacing it deletes data: the storage data \(10 GB\) is moved to the trash/);
    const copy = machine.copy();
    await copy.refresh();
    expect(copy.outputs['__vanished']).toContain('ended with its time');
    stack.newProcess();
    expect(await machine.diff()).toMatchObject({ changes: true });
    const next = await up(args);
    expect(next.outputs['expiresAt']).not.toBe(machine.outputs['expiresAt']);
  });

  it('what was deleted before its end did not end with its time', async () => {
    const machine = await up({ maxRunDuration: '8h' });
    await end(machine.id, 'delete', []);
    later(9 * HOUR);
    const said = await warnedBy(() => machine.diff());
    expect(said).toContain('another takes its place');
    expect(said).not.toContain('ended with its time');
  });

  it('the volumes of a hibernated machine go on in keptVolumeIds, with their price at each up', async () => {
    const args = { maxRunDuration: '8h', hibernate: true };
    const machine = await up(args);
    const disk = String(machine.outputs['osVolumeId']);
    later(8 * HOUR);
    await end(machine.id, 'hibernate', []);
    const refreshed = machine.copy();
    expect(await refreshed.refresh()).toBe(true);
    expect(refreshed.outputs['__vanished']).toContain(`but it left ${disk} behind`);
    stack.newProcess();
    const said = await warnedBy(() => machine.diff({ ...MACHINE, ...args }));
    expect(said).toMatch(new RegExp(`${disk}.* of a hibernated machine is kept\\. It costs .* an hour`));
    const next = await up(args);
    await machine.delete();
    expect(next.outputs['keptVolumeIds']).toEqual([disk]);
    stack.newProcess();
    expect(await warnedBy(() => next.diff())).toContain('of a hibernated machine is kept. It costs');
    await stack.cloud.volumes.perform({ action: 'delete', id: disk });
    await stack.cloud.instances.perform({ action: 'delete', id: next.id });
    stack.emulator.clock.advance(600_000);
    const gone = next.copy();
    expect(await gone.refresh()).toBe(false);
  });
});
