import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const SCRATCH = { name: 'scratch', size: 50, type: 'NVMe' };

describe('a preview', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('names inputs for the next machine and creation-only inputs, and nothing for a replacement', async () => {
    const machine = await stack.up('instance', 'trainer', {
      ...{ ...MACHINE, isSpot: true, volumes: [SCRATCH], coupon: 'WELCOME' },
    });
    const wanted = {
      ...{ ...MACHINE, isSpot: true, coupon: 'AGAIN', description: 'better' },
      volumes: [{ ...SCRATCH, onSpotDiscontinue: 'delete_permanently' }],
    };
    const messages = await warnedBy(() => machine.diff(wanted));
    expect(messages).toContain(
      'description, volumes[0].onSpotDiscontinue cannot change on a machine that exists: stored for the next one. ' +
        'To replace this machine now, add replaceOn: ["description","volumes"].',
    );
    expect(messages).toContain(
      'coupon only matters at creation: the new value is stored, and the existing resource stays as it is.',
    );
    const replaced = await warnedBy(() => machine.diff({ ...wanted, replaceOn: ['volumes'] }));
    expect(replaced).not.toMatch(/cannot change|at creation/);
    await machine.update(wanted);
    expect(await warnedBy(() => machine.diff())).toBe('');
    expect(await machine.diff()).toMatchObject({ changes: false });
    expect(await warnedBy(() => machine.diff({ ...wanted, coupon: undefined }))).not.toContain('coupon');
  });

  it('reports that the policy of the operating-system volume changes for all volumes of a machine', async () => {
    const spot = (policy?: string) => ({
      ...{ ...MACHINE, isSpot: true, volumes: [SCRATCH] },
      osVolume: { name: 'os', size: 60, onSpotDiscontinue: policy },
    });
    const machine = await stack.up('instance', 'spot', spot('delete_permanently'));
    expect(await warnedBy(() => machine.diff(spot('move_to_trash')))).toContain(
      'move_to_trash will also apply to scratch (50 GB).',
    );
    // Without a policy, the default of the cloud applies again.
    await machine.update(spot());
    stack.emulator.control.evict(machine.id);
    stack.emulator.clock.advance(600_000);
    const left = (await stack.cloud.volumes.list()).map(({ name }) => name);
    expect(left.sort()).toEqual(['os', 'scratch']);
  });
});
