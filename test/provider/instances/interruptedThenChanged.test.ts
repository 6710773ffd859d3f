import { InProcessStack } from '../support/inProcessStack';
import { killedRuns, MACHINE, VOLUME } from '../support/killedRuns';

jest.mock('../../../provider/run/progress');

describe('after an interrupted run, another program', () => {
  let stack: InProcessStack;
  const { kill } = killedRuns(() => stack);

  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const refuseGrowth = () => {
    stack.emulator.control.faults.add({
      kind: 'status',
      status: 402,
      times: 1,
      operation: 'performVolumeAction',
      action: 'resize',
    });
  };

  it('deletes first a machine to which a killed update has attached a volume, if it replaces the machine', async () => {
    const disk = await stack.up('volume', 'disk', VOLUME);
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: [] });
    await kill(machine, { ...MACHINE, existingVolumes: [disk.id] });
    const diff = await machine.diff({ ...MACHINE, existingVolumes: [disk.id], hostname: 'other' });
    expect(diff).toMatchObject({ replaces: ['hostname'], deleteBeforeReplace: true });
  });

  it('may declare the smaller operating-system volume of a machine whose growth failed at its create', async () => {
    const other = await stack.up('instance', 'other', { ...MACHINE, osVolume: { name: 'system', size: 50 } });
    refuseGrowth();
    const args = { ...MACHINE, adoptId: other.id, osVolume: { name: 'system', size: 80 } };
    const adopted = stack.resource('instance', 'trainer', args);
    await expect(adopted.create()).rejects.toThrow('402');
    stack.newProcess();
    await adopted.update({ ...args, osVolume: { name: 'system', size: 50 } });
    expect(adopted.outputs['osVolume']).toEqual({ name: 'system', size: 50 });
  });
});
