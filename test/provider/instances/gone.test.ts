// A machine in state no longer exists, e.g. because a destroy was interrupted after its request.
import { PENDING } from '../../../core/pendingTag';
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
};

describe('the diff of a machine that is gone', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  /** Removes the pending tag of a machine in a run of its own, as the next run of the program does. */
  async function removePendingTag(machine: TestResource): Promise<void> {
    stack.newProcess();
    await machine.diff();
    await stack.until(async () =>
      (await stack.cloud.instances.get(machine.id)).tags.every(({ key }) => key !== PENDING),
    );
  }

  it('names the machine that took its place, if an older state was imported after a replacement', async () => {
    const older = await stack.up('instance', 'trainer', MACHINE);
    await older.copy().delete();
    stack.newProcess();
    const newer = await stack.up('instance', 'trainer', MACHINE);
    await removePendingTag(newer);
    stack.newProcess();
    const warned = await warnedBy(async () => {
      await older.problems();
      expect(await older.diff()).toMatchObject({ changes: true });
      await stack.resource('instance', 'trainer', MACHINE).problems();
    });
    expect(warned).toContain(
      `hostname is also the name of the instance ${newer.id}, which matches this resource exactly and is not in state. ` +
        'If state is older than that instance, adopt it with adoptId',
    );
  });

  it('says nothing of that kind about the machine that a forced replacement replaces', async () => {
    const made = await stack.up('instance', 'trainer', MACHINE);
    await removePendingTag(made);
    stack.newProcess();
    // After `pulumi state taint`, the engine checks it twice, and compares nothing.
    const warned = await warnedBy(async () => {
      await made.problems();
      await stack.resource('instance', 'trainer', MACHINE).problems();
    });
    expect(warned).not.toContain('is also the name of');
  });
});
