import type { Instance } from '#contract';
import { longEnough, useCloud } from '../support/caller';

describe('a machine that is read repeatedly', () => {
  const cloud = useCloud();

  /** Reads the machine singly, and checks that the list shows the same. */
  const shown = async (id: string): Promise<Instance> => {
    const alone = await cloud.owner.readInstance(id);
    const listed = (await cloud.owner.get<Instance[]>('/v1/instances')).body.find((one) => one.id === id);
    if (listed !== undefined) expect(listed).toEqual(alone);
    return alone;
  };

  test('shows its current state after each event', async () => {
    const id = await cloud.owner.instance({ is_spot: true, contract: 'SPOT' });
    const before = await shown(id);
    expect(before.status).not.toBe('running');
    cloud.pass(longEnough);
    expect(await shown(id)).toMatchObject({ status: 'running', ip: expect.any(String) as string });

    await cloud.owner.post(`/v1/instances/${id}/tags`, { key: 'run', value: '7' });
    const [tag] = (await shown(id)).tags;
    expect(tag).toMatchObject({ key: 'run', value: '7' });
    await cloud.owner.delete(`/v1/instances/${id}/tags/${String(tag?.id)}`);
    expect((await shown(id)).tags).toEqual([]);

    await cloud.owner.act('shutdown', id);
    cloud.pass(longEnough);
    expect((await shown(id)).status).toBe('offline');

    const volume = await cloud.owner.volume();
    cloud.pass(longEnough);
    await cloud.owner.actOnVolume('attach', volume, { instance_id: id });
    cloud.pass(longEnough);
    expect((await shown(id)).volume_ids).toEqual([volume]);

    const { os_volume_id: osVolume, storage } = await shown(id);
    await cloud.owner.actOnVolume('resize', String(osVolume), { size: 500 });
    cloud.pass(longEnough);
    expect((await shown(id)).storage.description).not.toBe(storage.description);

    cloud.emulator.control.evict(id);
    expect((await shown(id)).status).toBe('discontinued');
  });
});
