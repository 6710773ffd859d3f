// The policy for volumes at an eviction: on an existing machine, the API can only set it for all volumes at once.
import { warn } from '../../../provider/run/progress';
import { UNKNOWN } from '../../../core/validation/shape';
import { InProcessStack } from '../support/inProcessStack';
import { warned } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const SPOT = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01', isSpot: true };
const os = (onSpotDiscontinue?: string) => ({ name: 'os', size: 60, onSpotDiscontinue });
const scratch = (onSpotDiscontinue?: string) => ({
  ...{ name: 'scratch', size: 50, type: 'NVMe', onSpotDiscontinue },
});

describe('onSpotDiscontinue of an existing machine', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    jest.mocked(warn).mockClear();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const leftAfterEviction = async (id: string) => {
    stack.emulator.control.evict(id);
    stack.emulator.clock.advance(600_000);
    return (await stack.cloud.volumes.list()).map(({ name }) => name).sort();
  };

  it('changes in place for all volumes if none declares another policy', async () => {
    const machine = await stack.up('instance', 'spot', { ...SPOT, osVolume: os(), volumes: [scratch()] });
    const wanted = { ...SPOT, osVolume: os('delete_permanently'), volumes: [scratch()] };
    expect(await machine.diff(wanted)).toMatchObject({ changes: true, replaces: [] });
    expect(warned()).toContain('delete_permanently will also apply to scratch (50 GB)');
    await machine.update(wanted);
    expect(await leftAfterEviction(machine.id)).toEqual([]);
  });

  it('is stored for the next machine if volumes get different policies, and a message says so', async () => {
    const args = { ...SPOT, osVolume: os(), volumes: [scratch()] };
    const machine = await stack.up('instance', 'spot', args);
    const wanted = { ...args, volumes: [scratch('delete_permanently')] };
    await machine.diff(wanted);
    expect(warned()).toContain('volumes[0].onSpotDiscontinue cannot change on a machine that exists');
    await machine.update(wanted);
    expect(await leftAfterEviction(machine.id)).toEqual(['os', 'scratch']);
  });

  it('is stored for the next machine if it changes only for the operating-system volume and a volume declares another policy', async () => {
    const args = { ...SPOT, osVolume: os(), volumes: [scratch('keep_detached')] };
    const machine = await stack.up('instance', 'spot', args);
    const wanted = { ...args, osVolume: os('delete_permanently') };
    await machine.diff(wanted);
    expect(warned()).toContain('osVolume.onSpotDiscontinue cannot change on a machine that exists');
    await machine.update(wanted);
    expect(await machine.diff(wanted)).toMatchObject({ changes: false });
    expect(await leftAfterEviction(machine.id)).toEqual(['os', 'scratch']);
  });

  it('changes in place for the operating-system volume also in a preview that does not know the volumes', async () => {
    const args = { ...SPOT, osVolume: os(), volumes: [scratch()] };
    const machine = await stack.up('instance', 'spot', args);
    const wanted = { ...args, osVolume: os('move_to_trash'), volumes: UNKNOWN };
    expect(await machine.diff(wanted)).toMatchObject({ changes: true, replaces: [] });
  });
});
