// After a kill, the program is changed so that it attaches a volume of the orphan, whose order it no longer contains.
import { InProcessStack } from '../../support/inProcessStack';
import type { Declared } from '../../support/inProcessStack';

jest.mock('../../../../provider/run/progress');

const MACHINE = { instanceType: 'CPU.4V.16G', locationCode: 'FIN-01', allowShutdown: true } as const;

const machine = (name: string, args: object): Declared => ({
  ...{ kind: 'instance', name, needs: [] },
  args: () => ({ ...MACHINE, hostname: name, image: 'ubuntu-24.04', ...args }),
});

it.each([
  ['the same machine attaches', 'scratch', (id: string) => [machine('trainer', { existingVolumes: [id] })]],
  ['the same machine boots from', 'system', (id: string) => [machine('trainer', { image: id })]],
  [
    'another machine attaches',
    'scratch',
    (id: string) => [
      machine('trainer', { image: 'ubuntu-22.04' }),
      machine('peer', { existingVolumes: [id] }),
    ],
  ],
] as const)('a volume that %s by now is not removed with its orphan', async (_, name, programOf) => {
  const stack = await InProcessStack.start();
  try {
    await stack.useHome();
    const order = {
      osVolume: { name: 'system', size: 50 },
      volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }],
    };
    const kill = { write: 1, isAnswered: true, pluginLives: false };
    await stack.upProgram([machine('trainer', order)], { kill });
    await stack.clock.sleep(60_000);
    const volume = (await stack.cloud.volumes.list()).find((one) => one.name === name);
    await stack.upProgram(programOf(volume?.id ?? ''));
    expect((await stack.cloud.volumes.get(volume?.id ?? '')).status).toBe('attached');
  } finally {
    await stack.stop();
  }
});
