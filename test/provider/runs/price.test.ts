import { billOf } from '../../../provider/checks/cost/bill';
import { UNKNOWN } from '../../../provider/schema/unknown';
import { currentRun } from '../../../provider/run/run';
import { InProcessStack } from '../support/inProcessStack';
import { data, machine, priceRuns } from '../support/priceRuns';

jest.mock('../../../provider/run/progress');

let stack: InProcessStack;
const { preview, isNew } = priceRuns(() => stack);
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

describe('the price at preview', () => {
  test.each<[string, 'instance' | 'cluster' | 'volume', Record<string, unknown>]>([
    ['a machine with the default operating-system volume', 'instance', machine],
    ['a spot machine', 'instance', { ...machine, isSpot: true }],
    ['a machine with awaitReady: false', 'instance', { ...machine, awaitReady: false }],
    [
      'a machine with volumes',
      'instance',
      { ...machine, osVolume: { size: 70 }, volumes: [{ name: 'more', size: 300, type: 'NVMe' }] },
    ],
    [
      'a cluster with a shared volume',
      'cluster',
      {
        ...{ hostname: 'training', clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster' },
        ...{ locationCode: 'FIN-01', sshKeyIds: [], sharedVolume: { name: 'shared', size: 1000 } },
      },
    ],
    ['a volume', 'volume', data],
  ])('equals the billed price of %s', async (_, kind, args) => {
    await isNew(kind, 'it', args)();
    const planned = billOf(currentRun()).planned('usd');
    const { outputs } = await stack.up(kind, 'it', args);
    expect(planned).toBeCloseTo(Number(outputs['hourlyCost']), 5);
    expect(planned).toBeGreaterThan(0);
  });

  const group = {
    ...{ name: 'workers', instanceType: '1A100.22V', locationCode: 'FIN-01' },
    template: { image: 'ubuntu-24.04', osVolume: { size: 200 } },
  };
  const member = { hostname: 'worker' };

  test('equals the billed price of a member of an existing group', async () => {
    const { id } = await stack.up('instanceGroup', 'workers', group);
    await isNew('instance', 'worker', { ...member, instanceGroupId: id })();
    const planned = billOf(currentRun()).planned('usd');
    const { outputs } = await stack.up('instance', 'worker', { ...member, instanceGroupId: id });
    expect(planned).toBeCloseTo(Number(outputs['hourlyCost']), 5);
  });

  test('includes a member of a group that is created with it', async () => {
    const price = await preview(
      isNew('instanceGroup', 'workers', group),
      isNew('instance', 'worker', { ...member, instanceGroupId: UNKNOWN }),
    );
    expect(price).toBe('Price of the stack: 1.34 USD/h (+1.34 USD/h, now 0.00).');
  });

  test('is a lower bound if the member may join one of several different new groups', async () => {
    const price = await preview(
      isNew('instanceGroup', 'workers', group),
      isNew('instanceGroup', 'others', { ...group, name: 'others', instanceType: '1H100.80S.30V' }),
      isNew('volume', 'data', data),
      isNew('instance', 'worker', { ...member, instanceGroupId: UNKNOWN }),
    );
    expect(price).toBe('Price of the stack: at least 0.027 USD/h (+0.027 USD/h, now 0.00).');
  });

  test('is not shown if no part of it is known, as after a failed check', async () => {
    const unknownType = isNew('volume', 'data', { ...data, type: 'Floppy' });
    expect(await preview(unknownType)).toBeUndefined();
  });
});
