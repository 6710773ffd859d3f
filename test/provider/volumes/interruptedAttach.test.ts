// A run is killed while it attaches a volume, and the program is then as before: a refresh shows it.
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { killedRuns, MACHINE, VOLUME } from '../support/killedRuns';

jest.mock('../../../provider/run/progress');

describe('an update of a volume in a killed run', () => {
  let stack: InProcessStack;
  const { kill, applyRefreshed } = killedRuns(() => stack);
  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });
  afterEach(() => stack.stop());

  const volumeOf = ({ id }: TestResource) => stack.cloud.volumes.get(id);

  it('is reverted if it attached a volume', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const args = { ...VOLUME, instanceIds: [] as string[], allowShutdown: true };
    const volume = await stack.up('volume', 'data', args);
    await kill(volume, { ...args, instanceIds: [machine.id] });
    await machine.diff();
    await applyRefreshed(volume, args);
    expect(await volumeOf(volume)).toMatchObject({ instance_id: null });
    expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: 'running' });
  });
});
