// A volume was attached to a machine while that was off. Once the machine runs, a delete of the volume has to stop it.
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
};

describe('a volume of a machine that is started later', () => {
  let stack: InProcessStack;
  let machine: TestResource;
  let data: TestResource;
  let args: Record<string, unknown>;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    machine = await stack.up('instance', 'trainer', { ...MACHINE, powerState: 'offline' });
    args = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01', instanceIds: [machine.id] };
    data = await stack.up('volume', 'data', args);
    stack.newProcess();
  });
  afterEach(() => stack.stop());

  it('is warned of at the preview that starts the machine, unless it may be shut down', async () => {
    const preview = async (more: object, powerState = 'running') => {
      stack.newProcess();
      return warnedBy(async () => {
        await machine.diff({ ...MACHINE, powerState });
        await data.diff({ ...args, ...more });
      });
    };
    expect(await preview({})).toContain(
      `names the instance trainer (${machine.id}), which is to run from now on: \`pulumi destroy\` cannot detach the volume from a running machine. Set allowShutdown: true here too`,
    );
    expect(await preview({ allowShutdown: true })).not.toContain('to run from now on');
    expect(await preview({}, 'offline')).not.toContain('to run from now on');
  });

  it('is refused at destroy with a way out that works', async () => {
    await machine.update({ ...MACHINE, powerState: 'running' });
    stack.newProcess();
    await expect(data.delete()).rejects.toThrow(
      '`pulumi destroy` uses the settings of the last `pulumi up`: run `pulumi up` with the new setting first.',
    );
    stack.newProcess();
    await data.update({ ...args, allowShutdown: true });
    stack.newProcess();
    await data.delete();
    await machine.delete();
    expect(await stack.cloud.instances.list()).toEqual([]);
  });
});
