import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

describe('a machine whose deployment takes long', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('a slow deployment ends the wait, and the next up continues with the same machine', async () => {
    const args = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
    stack.emulator.clock.freeze();
    const machine = stack.resource('instance', 'slow', { ...args, __timeouts: { create: '20m' } });
    await expect(machine.create()).rejects.toThrow(
      /^slow-\w+ \(.*\) is still ordered after .+\. .*continues to wait.* Its journal: /,
    );
    expect(machine.id).not.toBe('');
    stack.emulator.clock.resume();
    stack.newProcess();
    expect(await machine.diff(args)).toMatchObject({ changes: true, replaces: [] });
    await machine.update(args);
    expect(machine.outputs).toMatchObject({ status: 'running' });
    expect(await stack.cloud.instances.list()).toHaveLength(1);
    expect(await machine.diff()).toMatchObject({ changes: false });
  });
});
