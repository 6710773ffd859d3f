import { longEnough, refusal, useCloud } from '../support/caller';

const detachSeconds = 5;

describe('a shared volume that is being detached from one machine', () => {
  const cloud = useCloud({ durations: { detachSeconds } });

  const setUp = async () => {
    const { owner } = cloud;
    const machines = [
      await cloud.offlineInstance(),
      await cloud.offlineInstance(),
      await cloud.offlineInstance(),
    ] as const;
    const id = await cloud.detachedVolume({ type: 'NVMe_Shared' });
    await owner.actOnVolume('attach', id, { instance_ids: machines });
    cloud.pass(longEnough);
    const detach = async (instance?: string) =>
      (await owner.actOnVolume('detach', id, { instance_id: instance })).status;
    const journalOf = async (instance: string): Promise<string[]> => {
      const path = `/v1/journal/compute/${instance}?pageSize=100`;
      const { body } = await owner.get<{ action_code: string }[]>(path);
      const codes = body.map(({ action_code }) => action_code).reverse();
      return codes.filter((code) => code.startsWith('detach'));
    };
    return { owner, machines, id, detach, journalOf };
  };

  test('is detached from a second one afterwards', async () => {
    const { owner, machines, id, detach, journalOf } = await setUp();
    const [one, two, three] = machines;
    for (const instance of [one, two, two]) expect(await detach(instance)).toBe(202);
    cloud.pass(detachSeconds);
    expect(await owner.readVolume(id)).toMatchObject({ status: 'detaching', instance_id: three });
    cloud.pass(detachSeconds);
    expect(await owner.readVolume(id)).toMatchObject({ status: 'attached', instance_id: three });
    for (const instance of [one, two])
      expect(await journalOf(instance)).toEqual(['detach', 'detach:complete']);
    expect(await journalOf(three)).toEqual([]);
  });

  test('is detached from all others afterwards, and only once', async () => {
    const { owner, machines, id, detach, journalOf } = await setUp();
    const [one, two, three] = machines;
    for (const instance of [one, undefined, undefined, three]) expect(await detach(instance)).toBe(202);
    cloud.pass(detachSeconds);
    expect((await owner.readVolume(id)).status).toBe('detaching');
    cloud.pass(detachSeconds);
    expect(await owner.readVolume(id)).toMatchObject({ status: 'detached', instance_id: null });
    for (const instance of [two, three])
      expect(await journalOf(instance)).toEqual(['detach', 'detach:complete']);
  });

  test('is not detached from a second machine while that runs', async () => {
    const { owner, machines, id, detach } = await setUp();
    const [one, two] = machines;
    await owner.act('start', two);
    cloud.pass(longEnough);
    await detach(one);
    expect(await owner.actOnVolume('detach', id, { instance_id: two })).toMatchObject(
      refusal(403, 'forbidden_action', /running/),
    );
  });
});

describe('another volume that is being detached', () => {
  const cloud = useCloud();

  test('is not detached from a machine that does not hold it', async () => {
    const { owner } = cloud;
    const [holder, other] = [await cloud.offlineInstance(), await cloud.offlineInstance()];
    const id = await cloud.detachedVolume();
    await owner.actOnVolume('attach', id, { instance_id: holder });
    cloud.pass(longEnough);
    await owner.actOnVolume('detach', id);
    expect(await owner.actOnVolume('detach', id, { instance_id: other })).toMatchObject(
      refusal(400, 'invalid_request', /does not hold/),
    );
  });
});
