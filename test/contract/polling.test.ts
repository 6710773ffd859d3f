import type { Instance } from '#contract';
import { settled, useCloud } from './support';

describe('a machine that is read repeatedly', () => {
  const stage = useCloud();

  /** The machine as it reads alone; the list has to say the same. */
  const shown = async (id: string): Promise<Instance> => {
    const alone = await stage.owner.readInstance(id);
    const listed = (await stage.owner.get<Instance[]>('/v1/instances')).body.find((one) => one.id === id);
    if (listed !== undefined) expect(listed).toEqual(alone);
    return alone;
  };

  test('shows its present state after each event', async () => {
    const id = await stage.owner.instance({ is_spot: true, contract: 'SPOT' });
    const before = await shown(id);
    expect(before.status).not.toBe('running');
    stage.pass(settled);
    expect(await shown(id)).toMatchObject({ status: 'running', ip: expect.any(String) as string });

    await stage.owner.post(`/v1/instances/${id}/tags`, { key: 'run', value: '7' });
    const [tag] = (await shown(id)).tags;
    expect(tag).toMatchObject({ key: 'run', value: '7' });
    await stage.owner.delete(`/v1/instances/${id}/tags/${String(tag?.id)}`);
    expect((await shown(id)).tags).toEqual([]);

    await stage.owner.act('shutdown', id);
    stage.pass(settled);
    expect((await shown(id)).status).toBe('offline');

    const volume = await stage.owner.volume();
    stage.pass(settled);
    await stage.owner.actOnVolume('attach', volume, { instance_id: id });
    stage.pass(settled);
    expect((await shown(id)).volume_ids).toEqual([volume]);

    const { os_volume_id: osVolume, storage } = await shown(id);
    await stage.owner.actOnVolume('resize', String(osVolume), { size: 500 });
    stage.pass(settled);
    expect((await shown(id)).storage.description).not.toBe(storage.description);

    stage.emulator.control.evict(id);
    expect((await shown(id)).status).toBe('discontinued');
  });
});
