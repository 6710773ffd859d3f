import type { InstanceGroup } from '#contract';
import { machine, refusal, longEnough, useCloud } from '../support/caller';

describe('a deploy into an instance group', () => {
  const cloud = useCloud();

  const group = async (template: object = {}): Promise<InstanceGroup> =>
    (
      await cloud.owner.post<InstanceGroup>('/v1/instance-groups', {
        name: 'trainers',
        location_code: 'FIN-02',
        instance_type: '1A100.22V',
        template: { image: 'ubuntu-22.04', ...template },
      })
    ).body;

  test('inherits type, image, location and the template’s keys, script and disk', async () => {
    const { owner } = cloud;
    const { body: key } = await owner.post<string>('/v1/ssh-keys', { name: 'a', key: 'ssh-ed25519 AAAA' });
    const { body: script } = await owner.post<string>('/v1/scripts', { name: 's', script: 'true' });
    const { id: groupId } = await group({
      os_volume: { size: 77 },
      ssh_key_ids: [key],
      startup_script_id: script,
    });
    const { status, body } = await owner.post<string>('/v1/instances', {
      hostname: 'member',
      description: '',
      instance_group_id: groupId,
    });
    expect(status).toBe(202);
    const instance = await owner.readInstance(body);
    expect(instance).toMatchObject({
      instance_type: '1A100.22V',
      image: 'ubuntu-22.04',
      location: 'FIN-02',
      ssh_key_ids: [key],
      startup_script_id: script,
    });
    expect((await owner.get(`/v1/instance-groups/${groupId}`)).body).toMatchObject({
      size: 1,
      instances: [{ id: body, hostname: 'member', status: 'ordered' }],
    });
    cloud.pass(longEnough);
    const { os_volume_id: os } = await owner.readInstance(body);
    expect((await owner.readVolume(String(os))).size).toBe(77);
  });

  test('uses its own keys, script and disk instead of the template’s', async () => {
    const { owner } = cloud;
    const { id: groupId } = await group({ os_volume: { size: 77 } });
    const { body: key } = await owner.post<string>('/v1/ssh-keys', { name: 'a', key: 'ssh-ed25519 AAAA' });
    const id = await owner.instance({
      ...{ instance_type: undefined, image: undefined, location_code: undefined },
      ...{ instance_group_id: groupId, ssh_key_ids: key, os_volume: { size: 88 } },
    });
    cloud.pass(longEnough);
    const instance = await owner.readInstance(id);
    expect(instance.ssh_key_ids).toEqual([key]);
    expect((await owner.readVolume(String(instance.os_volume_id))).size).toBe(88);
  });

  test.each([
    ['instance_type', { instance_type: '1V100.6V' }],
    ['image', { image: 'ubuntu-24.04' }],
    ['location_code', { location_code: 'FIN-01' }],
  ])('is answered with 400 for a different %s, and accepts the same', async (property, mismatch) => {
    const { id: groupId } = await group();
    const same = {
      instance_type: '1A100.22V',
      image: 'ubuntu-22.04',
      location_code: 'FIN-02',
      instance_group_id: groupId,
    };
    expect(await cloud.owner.post('/v1/instances', machine({ ...same, ...mismatch }))).toMatchObject(
      refusal(400, 'invalid_request', new RegExp(`^${property}: .*differs`)),
    );
    expect((await cloud.owner.post('/v1/instances', machine(same))).status).toBe(202);
  });

  test.each([
    ['SSH key', 'ssh_key_ids'],
    ['startup script', 'startup_script_id'],
  ])('is answered with the name of the group if the group’s %s was deleted', async (what, property) => {
    const { owner } = cloud;
    const key = (await owner.post<string>('/v1/ssh-keys', { name: 'a', key: 'ssh-ed25519 AAAA' })).body;
    const script = (await owner.post<string>('/v1/scripts', { name: 's', script: 'true' })).body;
    const { id: groupId } = await group({ ssh_key_ids: [key], startup_script_id: script });
    await owner.delete(what === 'SSH key' ? `/v1/ssh-keys/${key}` : `/v1/scripts/${script}`);
    const request = { hostname: 'member', description: '', instance_group_id: groupId };
    const refused = await owner.post<{ message: string }>('/v1/instances', request);
    expect(refused).toMatchObject(
      refusal(404, 'not_found', new RegExp(`^instance_group_id: .*${groupId}.*${what}.*deleted`)),
    );
    expect(refused.body.message).not.toContain(property);
  });
});
