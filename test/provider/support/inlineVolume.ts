// A machine with the inline volume `data`. The tests that use it mock `provider/run/progress`.
import type { InProcessStack, TestResource } from './inProcessStack';
import { warnedBy } from './warnings';

export type Args = Record<string, unknown>;

export const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  allowShutdown: true,
};
export const DATA = { name: 'data', size: 10, type: 'NVMe' };
export const DISK = { type: 'NVMe', locationCode: 'FIN-01', allowShutdown: true };

/** The machine with these entries. */
export const withVolumes = (...volumes: unknown[]): Args => ({ ...MACHINE, volumes });

/** The volume `data`, which a machine of the stack declares. */
export class InlineVolume {
  id = '';

  constructor(private readonly stackOf: () => InProcessStack) {}

  /** Brings up the machine with its volume. */
  readonly start = async (volume: Args, args: Args = {}): Promise<TestResource> => {
    const machine = await this.stackOf().up('instance', 'trainer', {
      ...MACHINE,
      volumes: [volume],
      ...args,
    });
    await this.find();
    expect(machine.outputs['inlineVolumes']).toContainEqual({ id: this.id, name: 'data' });
    return machine;
  };

  /** Keeps the id of the volume, which a test can find by its name only until somebody renames it. */
  readonly find = async (): Promise<void> => {
    this.id = (await this.volumes.list()).find(({ name }) => name === 'data')?.id ?? '';
  };

  readonly now = () => this.volumes.get(this.id);

  readonly detach = (machine: TestResource) => this.stackOf().detach(this.id, machine.id);

  readonly rename = () => this.volumes.perform({ action: 'rename', id: this.id, name: 'theirs' });

  /** Somebody detaches and deletes it. */
  readonly deleteIt = (machine: TestResource) =>
    this.stackOf().detach(this.id, machine.id, () => this.volumes.delete(this.id, { isPermanent: false }));

  /** The data volumes in the cloud. */
  readonly dataVolumes = async (): Promise<string[]> =>
    (await this.volumes.list())
      .filter(({ is_os_volume: isOs }) => !isOs)
      .map(({ name, size, status }) => `${name} ${String(size)} ${status}`)
      .sort();

  /** How many requests have changed machines or volumes. */
  readonly writes = (): number => {
    const counts = this.stackOf().emulator.control.requests.counts();
    return ['performInstanceAction', 'performVolumeAction', 'createVolume', 'deleteVolume', 'deployInstance']
      .map((operation) => counts[operation] ?? 0)
      .reduce((sum, count) => sum + count);
  };

  /** Checks that these arguments change only state. Returns the warnings of the preview. */
  readonly changesNothing = async (machine: TestResource, wanted: Args): Promise<string> => {
    const stack = this.stackOf();
    stack.newProcess();
    const before = [this.writes(), await this.dataVolumes()];
    const warned = await warnedBy(() => machine.diff(wanted));
    await machine.update(wanted);
    expect([this.writes(), await this.dataVolumes()]).toEqual(before);
    stack.newProcess();
    expect(await machine.diff(wanted)).toMatchObject({ changes: false });
    return warned;
  };

  private get volumes() {
    return this.stackOf().cloud.volumes;
  }
}
