// A machine with the inline volume `data`. The tests that use it mock `provider/session/progress`.
import type { InProcessStack, TestResource } from './inProcessStack';

export type Args = Record<string, unknown>;

export const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  allowShutdown: true,
};
export const DATA = { name: 'data', size: 10, type: 'NVMe' };

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
    const { onSpotDiscontinue: _policy, ...shown } = volume;
    expect(machine.outputs['inlineVolumes']).toEqual([{ keep: null, ...shown, id: this.id }]);
    return machine;
  };

  /** Looks up its id, which is known by its name only until somebody renames it. */
  readonly find = async (): Promise<void> => {
    this.id = (await this.volumes.list()).find(({ name }) => name === 'data')?.id ?? '';
  };

  readonly now = () => this.volumes.get(this.id);

  readonly detach = (machine: TestResource) => this.stackOf().detach(this.id, machine.id);

  readonly rename = () => this.volumes.perform({ action: 'rename', id: this.id, name: 'theirs' });

  private get volumes() {
    return this.stackOf().cloud.volumes;
  }
}
