// The next machine of an evicted one cannot be created at first: state keeps the ids of the volumes that the eviction kept.
import { InProcessStack } from '../../support/inProcessStack';
import type { Declared } from '../../support/inProcessStack';

jest.mock('../../../../provider/run/progress');

const PLACE = { locationCode: 'FIN-01' } as const;
const KILL = { write: 1, isAnswered: true, pluginLives: false } as const;

const disk: Declared = {
  ...{ kind: 'volume', name: 'disk', needs: [] },
  args: () => ({ ...PLACE, name: 'disk', size: 10, type: 'NVMe' }),
};

const bidder = (image: string, isAttached: boolean): Declared => ({
  ...{ kind: 'instance', name: 'bidder', needs: ['disk'] },
  args: (idOf) => ({
    ...{ ...PLACE, hostname: 'bidder', instanceType: '1V100.6V', image, isSpot: true, allowShutdown: true },
    volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }],
    ...(isAttached && { existingVolumes: [idOf('disk')] }),
  }),
});

it.each([
  { isKilled: true, isAttached: false, isRefreshed: false, nextImage: 'ubuntu-24.04' },
  { isKilled: false, isAttached: false, isRefreshed: false, nextImage: 'ubuntu-24.04' },
  { isKilled: false, isAttached: true, isRefreshed: false, nextImage: 'ubuntu-24.04' },
  { isKilled: true, isAttached: true, isRefreshed: true, nextImage: 'ubuntu-24.04' },
  { isKilled: true, isAttached: true, isRefreshed: false, nextImage: 'ubuntu-22.04' },
])(
  'destroy leaves nothing after an eviction: %j',
  async ({ isKilled, isAttached, isRefreshed, nextImage }) => {
    const stack = await InProcessStack.start();
    try {
      await stack.useHome();
      await stack.upProgram([disk, bidder('ubuntu-24.04', isAttached)]);
      stack.emulator.control.evict(stack.resources.get('bidder')?.id ?? '');
      await stack.clock.sleep(60_000);
      if (isRefreshed) await stack.refresh();
      const next = [disk, bidder(nextImage, isAttached)];
      if (!isKilled) stack.fault('deployInstance', { kind: 'noCapacity', times: 'always' });
      await (isKilled
        ? stack.upProgram(next, { kill: KILL })
        : expect(stack.upProgram(next)).rejects.toThrow());
      stack.emulator.control.faults.clear();
      await stack.clock.sleep(60_000);
      await stack.upProgram(next);
      expect(stack.resources.get('bidder')?.outputs['keptVolumeIds']).toHaveLength(2);
      await stack.destroy();
      await stack.clock.sleep(60_000);
      expect(await stack.cloud.volumes.list()).toEqual([]);
    } finally {
      await stack.stop();
    }
  },
);
