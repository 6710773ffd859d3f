// Several volumes need one machine off at the same time: one stop serves all, until the latest of their deadlines.
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const DISK = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };
const MACHINE = {
  hostname: 'trainer',
  image: 'ubuntu-24.04',
  instanceType: 'CPU.4V.16G',
  locationCode: 'FIN-01',
};

describe('a stop of a machine that takes ten minutes', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start({ durations: { shutdownSeconds: 600, forceShutdownSeconds: 600 } });
  });
  afterEach(() => stack.stop());

  async function attached(...timeouts: readonly string[]): Promise<PromiseSettledResult<void>[]> {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const volumes = timeouts.map((create, index) =>
      stack.resource('volume', `data-${String(index)}`, {
        ...{ ...DISK, instanceIds: [machine.id], allowShutdown: true },
        __timeouts: { create },
      }),
    );
    return Promise.allSettled(volumes.map((volume) => volume.create()));
  }

  it.each([
    ['the first', ['6m', '60m']],
    ['the second', ['60m', '6m']],
  ])('lasts until the latest deadline, also if %s call has less time', async (_, timeouts) => {
    const results = await attached(...timeouts);
    expect(results[timeouts.indexOf('60m')]).toMatchObject({ status: 'fulfilled' });
  });

  it('says what the machine was to be off for if it fails', async () => {
    const [one] = await attached('5m', '6m');
    const { message } = (one as PromiseRejectedResult).reason as Error;
    expect(message).toMatch(/Attaching the volume data-0.*, Attaching the volume data-1/);
  });
});
