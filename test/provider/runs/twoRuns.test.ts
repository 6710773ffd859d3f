// Two runs of one stack on one computer, after `pulumi cancel` has unlocked the stack.
import { intentLogIn } from '../../../core/orphans/intentLog';
import { resourceHashOf } from '../../../core/pendingTag';
import { EndOfRun } from '../../../plugin/endOfRun';
import { kindOf } from '../../../plugin/kinds';
import { currentRun } from '../../../provider/run/run';
import { InProcessStack, OWNER } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const URN_OF_DISK = 'urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Volume::disk';
/** The parent of this process stands for the plugin of the first run. */
const FIRST = process.ppid;
const REFUSAL = `Another run of this stack on this computer (process ${String(FIRST)}) has ordered this volume.`;

describe('a second run', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });

  afterEach(() => stack.stop());

  const firstLog = () => intentLogIn(stack.environment, FIRST);

  it('does not order what the first run has ordered, while that is under way', async () => {
    firstLog().addOrder(OWNER, resourceHashOf(URN_OF_DISK));
    await expect(stack.up('volume', 'disk', DISK)).rejects.toThrow(REFUSAL);
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('does not order it either if the first run ends well meanwhile: it has read an older state', async () => {
    firstLog().addOrder(OWNER, resourceHashOf(URN_OF_DISK));
    stack.newProcess({
      now: stack.clock.now,
      sleep: async (ms, signal) => {
        firstLog().removeOrders(OWNER);
        await stack.clock.sleep(ms, signal);
      },
    });
    await expect(stack.up('volume', 'disk', DISK)).rejects.toThrow(REFUSAL);
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('leaves the note of an order that the first run has not sent yet, if it is a preview of the native plugin', async () => {
    const urn = 'urn:pulumi:dev::test::cloud-compute:index:Volume::disk';
    firstLog().addOrder(OWNER, resourceHashOf(urn));
    const preview = new EndOfRun(currentRun(), OWNER);
    preview.inState(kindOf(urn), urn, 'another', {});
    // A preview takes no lock. Meanwhile, the order of the first run waits for the rate limit.
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000);
    await currentRun().phase.finish();
    later.mockRestore();
    expect(firstLog().isOpen(OWNER)).toBe(true);
  });
});
