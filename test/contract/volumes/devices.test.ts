import type { Volume } from '#contract';
import { longEnough, useCloud } from '../support/caller';

describe('an attached volume', () => {
  const cloud = useCloud();

  test('has its own device on the machine', async () => {
    const { owner } = cloud;
    const machine = await cloud.offlineInstance({
      volumes: [
        { name: 'one', size: 10, type: 'NVMe' },
        { name: 'two', size: 10, type: 'NVMe' },
      ],
    });
    const { os_volume_id: os, volume_ids: ids } = await owner.readInstance(machine);
    const targets = (wanted: string[]): Promise<(string | null)[]> =>
      Promise.all(wanted.map(async (id) => (await owner.readVolume(id)).target));
    const [one = '', two = ''] = ids;
    expect(await targets([String(os), one, two])).toEqual(['vda', 'vdb', 'vdc']);
    await owner.actOnVolume('detach', one);
    cloud.pass(longEnough);
    expect(await targets([one, two])).toEqual([null, 'vdc']);
    const [three, four] = [await cloud.detachedVolume(), await cloud.detachedVolume()];
    for (const id of [three, four]) {
      await owner.actOnVolume('attach', id, { instance_id: machine });
      cloud.pass(longEnough);
    }
    expect(await targets([two, three, four])).toEqual(['vdc', 'vdb', 'vdd']);
  });

  test('never shares its device name with another volume of one of its machines', async () => {
    const { owner } = cloud;
    const disk = { volumes: [{ name: 'own', size: 10, type: 'NVMe' }] };
    const [plain, withVolumes] = [await cloud.offlineInstance(), await cloud.offlineInstance(disk)];
    const shared = await cloud.detachedVolume({ type: 'NVMe_Shared' });
    for (const instance_id of [plain, withVolumes]) {
      await owner.actOnVolume('attach', shared, { instance_id });
      cloud.pass(longEnough);
    }
    const { body: volumes } = await owner.get<Volume[]>('/v1/volumes');
    for (const machine of [plain, withVolumes]) {
      const targets = volumes
        .filter(({ instances }) => instances.some(({ id }) => id === machine))
        .map(({ target }) => target);
      expect(targets.length).toBeGreaterThan(1);
      expect(new Set(targets).size).toBe(targets.length);
    }
  });
});
