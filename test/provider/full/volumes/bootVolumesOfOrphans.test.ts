// An orphan of a killed run boots from a `Volume` of the program.
import type { Values } from '../../support/billed';
import { InProcessStack } from '../../support/inProcessStack';
import type { Declared } from '../../support/inProcessStack';

jest.mock('../../../../provider/run/progress');

const PLACE = { locationCode: 'FIN-01' } as const;
const MACHINE = { ...PLACE, instanceType: 'CPU.4V.16G', allowShutdown: true } as const;

describe('a volume that an orphan boots from', () => {
  let stack: InProcessStack;
  let disk: Declared;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
    const osVolume = { name: 'system', size: 50, keep: true };
    const args = { ...MACHINE, hostname: 'old', image: 'ubuntu-24.04', osVolume };
    await stack.upProgram([{ kind: 'instance', name: 'old', needs: [], args: () => args }]);
    const [volume] = await stack.cloud.volumes.list();
    const adopted: Values = { ...PLACE, name: 'system', size: 50, type: 'NVMe', adoptId: volume?.id };
    disk = { kind: 'volume', name: 'disk', needs: [], args: () => ({ ...adopted, allowShutdown: true }) };
    await stack.upProgram([disk]);
    await stack.upProgram([disk, booting('first')], {
      kill: { write: 1, isAnswered: true, pluginLives: false },
    });
  });
  afterEach(() => stack.stop());

  const booting = (name: string): Declared => ({
    ...{ kind: 'instance', name, needs: ['disk'] },
    args: (idOf) => ({ ...MACHINE, hostname: name, image: idOf('disk') }),
  });

  it.each([0, 60_000])('is not detached by up, which names the command, %d ms after the kill', async (ms) => {
    await stack.clock.sleep(ms);
    await expect(stack.upProgram([disk, booting('second')])).rejects.toThrow('orphans remove');
  });

  it('is deleted by destroy, also while the orphan is deployed', async () => {
    await stack.destroy();
    await stack.clock.sleep(60_000);
    expect([await stack.cloud.instances.list(), await stack.cloud.volumes.list()]).toEqual([[], []]);
  });
});
