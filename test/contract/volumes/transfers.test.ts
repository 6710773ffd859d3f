import type { Instance, Volume } from '#contract';
import { machine, refusal, longEnough, useCloud } from '../support/caller';
import type { Caller } from '../support/caller';

describe('a transfer', () => {
  const cloud = useCloud({ storageQuota: 300 });
  let other: Caller;

  beforeEach(async () => {
    cloud.emulator.control.clients.add({ id: 'other', secret: 'other' });
    other = await cloud.caller('other', 'other');
  });

  const toOther = { project_id: 'other' };

  test('moves a volume to another project if it is detached', async () => {
    const id = await cloud.detachedVolume();
    expect(await cloud.owner.actOnVolume('transfer', id)).toMatchObject(
      refusal(400, 'invalid_request', /^project_id/),
    );
    expect((await cloud.owner.actOnVolume('transfer', id, toOther)).status).toBe(202);
    expect((await cloud.owner.get(`/v1/volumes/${id}`)).status).toBe(404);
    expect((await other.get(`/v1/volumes/${id}`)).status).toBe(200);
  });

  test('does not move the SSH keys and the startup script of the machine', async () => {
    const { owner } = cloud;
    const key = (await owner.post<string>('/v1/ssh-keys', { name: 'k', key: 'ssh-ed25519 AAAA' })).body;
    const script = (await owner.post<string>('/v1/scripts', { name: 's', script: 'true' })).body;
    const id = await owner.instance({ ssh_key_ids: [key], startup_script_id: script });
    cloud.pass(longEnough);
    const os = String((await owner.readInstance(id)).os_volume_id);
    expect((await owner.act('transfer', id, toOther)).status).toBe(202);
    expect((await other.get<Instance>(`/v1/instances/${id}`)).body).toMatchObject({
      ssh_key_ids: [],
      startup_script_id: null,
    });
    expect((await other.get<Volume>(`/v1/volumes/${os}`)).body.ssh_key_ids).toEqual([]);
    await other.act('delete', id, { volume_ids: [] });
    cloud.pass(longEnough);
    expect((await other.actOnVolume('transfer', os, { project_id: 'emulator' })).status).toBe(202);
  });

  test('is refused with 403 beyond the storage quota of the receiver, whose usage stays private', async () => {
    const { owner } = cloud;
    await other.volume({ size: 123 });
    const [one, two] = [await cloud.detachedVolume(), await cloud.detachedVolume()];
    const refused = await owner.actOnVolume<{ message: string }>('transfer', [one, two], toOther);
    expect(refused).toMatchObject(refusal(403, 'forbidden_action', /^project_id: .*quota/));
    expect(refused.body.message).not.toContain('123');
    expect((await owner.actOnVolume('transfer', one, toOther)).status).toBe(202);
    const disks = { volumes: [{ name: 'large', size: 50, type: 'NVMe' }] };
    const id = (await owner.post<string>('/v1/instances', machine(disks))).body;
    cloud.pass(longEnough);
    expect(await owner.act('transfer', id, toOther)).toMatchObject(refusal(403, 'forbidden_action', 'quota'));
    expect((await owner.readInstance(id)).status).toBe('running');
  });

  test('is refused with 402 if the balance of the receiver does not cover an hour of it', async () => {
    const { owner, emulator } = cloud;
    const [id, volume] = [await owner.instance(), await cloud.detachedVolume()];
    emulator.control.balance.set('other', 0.01);
    for (const refused of [
      await owner.act('transfer', id, toOther),
      await owner.actOnVolume('transfer', volume, toOther),
    ]) {
      expect(refused).toMatchObject(refusal(402, 'insufficient_funds', /^project_id: /));
    }
    emulator.control.balance.set('other', 1);
    expect((await owner.act('transfer', id, toOther)).status).toBe(202);
    expect((await owner.actOnVolume('transfer', volume, toOther)).status).toBe(202);
  });
});
