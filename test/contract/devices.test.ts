import type { Volume } from '#contract';
import { settled, useCloud } from './support';

describe('an attached volume', () => {
  const stage = useCloud();

  const detached = async (fields: object = {}): Promise<string> => {
    const id = await stage.owner.volume(fields);
    stage.pass(settled);
    return id;
  };

  const offline = async (fields: object = {}): Promise<string> => {
    const id = await stage.owner.instance(fields);
    stage.pass(settled);
    await stage.owner.act('shutdown', id);
    stage.pass(settled);
    return id;
  };

  test('has its own device on the machine while it is attached', async () => {
    const { owner } = stage;
    const machine = await offline({
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
    stage.pass(settled);
    expect(await targets([one, two])).toEqual([null, 'vdc']);
    const [three, four] = [await detached(), await detached()];
    for (const id of [three, four]) {
      await owner.actOnVolume('attach', id, { instance_id: machine });
      stage.pass(settled);
    }
    expect(await targets([two, three, four])).toEqual(['vdc', 'vdb', 'vdd']);
  });

  test('never shares its device name with another volume of one of its machines', async () => {
    const { owner } = stage;
    const disk = { volumes: [{ name: 'own', size: 10, type: 'NVMe' }] };
    const [plain, furnished] = [await offline(), await offline(disk)];
    const shared = await detached({ type: 'NVMe_Shared' });
    for (const instance_id of [plain, furnished]) {
      await owner.actOnVolume('attach', shared, { instance_id });
      stage.pass(settled);
    }
    const { body: volumes } = await owner.get<Volume[]>('/v1/volumes');
    for (const machine of [plain, furnished]) {
      const targets = volumes
        .filter(({ instances }) => instances.some(({ id }) => id === machine))
        .map(({ target }) => target);
      expect(targets.length).toBeGreaterThan(1);
      expect(new Set(targets).size).toBe(targets.length);
    }
  });
});
