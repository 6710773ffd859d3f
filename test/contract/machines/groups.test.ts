import type { InstanceGroup } from '#contract';
import { refusal, longEnough, useCloud } from '../support/caller';

describe('instance groups', () => {
  const cloud = useCloud();
  const body = (fields: object = {}, template: object = {}): object => ({
    name: 'trainers',
    location_code: 'FIN-01',
    instance_type: '1V100.6V',
    template: { image: 'ubuntu-24.04', ...template },
    ...fields,
  });
  const create = (fields: object = {}, template: object = {}) =>
    cloud.owner.post<InstanceGroup>('/v1/instance-groups', body(fields, template));
  const created = async (fields: object = {}): Promise<InstanceGroup> => (await create(fields)).body;
  const put = (id: string, patch: object) =>
    cloud.owner.put<InstanceGroup>(`/v1/instance-groups/${id}`, patch);

  test('are created with 201, and the reply contains the group', async () => {
    const { status, body: group } = await create({ description: 'ours' }, { os_volume: { size: 70 } });
    expect(status).toBe(201);
    expect(group).toMatchObject({
      name: 'trainers',
      project_id: 'emulator',
      description: 'ours',
      location_code: 'FIN-01',
      instance_type: '1V100.6V',
      template: { image: 'ubuntu-24.04', os_volume: { size: 70 }, ssh_key_ids: [], startup_script_id: null },
      deleted_at: null,
      instances: [],
      size: 0,
    });
    expect((await cloud.owner.get(`/v1/instance-groups/${group.id}`)).body).toEqual(group);
  });

  test('are listed oldest first', async () => {
    const names = ['c', 'a', 'b'];
    for (const name of names) await create({ name });
    const { body: list } = await cloud.owner.get<InstanceGroup[]>('/v1/instance-groups');
    expect(list.map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ['name', { name: undefined }, {}, 400],
    ['location_code', { location_code: 'MOON-01' }, {}, 400],
    ['instance_type', { instance_type: '9Z900' }, {}, 400],
    ['image', {}, { image: 'ubuntu-24.04-confidential' }, 400],
    ['template', { template: undefined }, {}, 400],
    ['template.ssh_key_ids', {}, { ssh_key_ids: ['nothing'] }, 404],
    ['template.startup_script_id', {}, { startup_script_id: 'nothing' }, 404],
  ])('are refused with a wrong %s', async (property, fields, template, status) => {
    const reply = await create(fields, template);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ message: expect.stringContaining(property) as string });
    expect((await cloud.owner.get('/v1/instance-groups')).body).toEqual([]);
  });

  test('have unique names, which are free again after a delete', async () => {
    const { id } = await created();
    expect(await create()).toMatchObject(refusal(409, 'conflict', /trainers/));
    expect(await cloud.owner.delete(`/v1/instance-groups/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    });
    expect((await create()).status).toBe(201);
  });

  test('are hidden once deleted; their instances remain, without a group', async () => {
    const { owner } = cloud;
    const { id } = await created();
    const member = await owner.instance({ instance_group_id: id });
    cloud.pass(longEnough);
    await owner.delete(`/v1/instance-groups/${id}`);
    for (const reply of [await owner.get(`/v1/instance-groups/${id}`), await put(id, { name: 'x' })]) {
      expect(reply).toMatchObject(refusal(404, 'not_found', id));
    }
    expect((await owner.delete(`/v1/instance-groups/${id}`)).status).toBe(404);
    expect((await owner.get('/v1/instance-groups')).body).toEqual([]);
    expect((await owner.readInstance(member)).status).toBe('running');
  });

  test('show their existing instances and their size', async () => {
    const { owner } = cloud;
    const { id } = await created();
    const [one, two] = [
      await owner.instance({ instance_group_id: id }),
      await owner.instance({ instance_group_id: id }),
    ];
    cloud.pass(longEnough);
    await owner.act('delete', two);
    cloud.pass(longEnough);
    expect((await owner.get(`/v1/instance-groups/${id}`)).body).toMatchObject({
      size: 1,
      instances: [{ id: one, hostname: 'trainer', status: 'running' }],
    });
  });

  test('are updated in name, description, keys and script; absent fields do not change', async () => {
    const { owner } = cloud;
    const { body: key } = await owner.post<string>('/v1/ssh-keys', { name: 'k', key: 'ssh-ed25519 AAAA' });
    const { body: script } = await owner.post<string>('/v1/scripts', { name: 's', script: 'true' });
    const group = await created({ description: 'ours' });
    cloud.pass(60);
    const full = await put(group.id, { template: { ssh_key_ids: [key], startup_script_id: script } });
    expect(full).toMatchObject({
      status: 200,
      body: {
        name: 'trainers',
        description: 'ours',
        template: { ssh_key_ids: [key], startup_script_id: script },
      },
    });
    expect(Date.parse(full.body.updated_at) - Date.parse(full.body.created_at)).toBe(60_000);
    expect((await put(group.id, { name: 'renamed' })).body).toMatchObject({
      name: 'renamed',
      description: 'ours',
      template: { ssh_key_ids: [key] },
    });
  });

  test('lose their description, keys and script by null, but not their name', async () => {
    const { owner } = cloud;
    const { body: key } = await owner.post<string>('/v1/ssh-keys', { name: 'k', key: 'ssh-ed25519 AAAA' });
    const group = await created({ description: 'ours' });
    await put(group.id, { template: { ssh_key_ids: key } });
    expect((await put(group.id, { description: null, template: { ssh_key_ids: null } })).body).toMatchObject({
      name: 'trainers',
      description: null,
      template: { ssh_key_ids: [], startup_script_id: null },
    });
  });

  test.each([
    ['name', { name: null, description: null }],
    ['template', { template: null, description: null }],
  ])('refuse a %s of null, which nothing can clear', async (property, patch) => {
    const group = await created({ description: 'ours' });
    expect(await put(group.id, patch)).toMatchObject(
      refusal(400, 'invalid_request', new RegExp(`^${property}`)),
    );
    expect((await cloud.owner.get(`/v1/instance-groups/${group.id}`)).body).toEqual(group);
  });

  test.each([
    ['location_code', { location_code: 'FIN-01' }],
    ['instance_type', { instance_type: '1V100.6V' }],
    ['template.image', { template: { image: 'ubuntu-24.04' } }],
    ['template.os_volume', { template: { os_volume: { size: 50 } } }],
    ['id', { id: 'other' }],
    ['project_id', { project_id: 'emulator' }],
    ['size', { size: 2 }],
    ['instances', { instances: [] }],
    ['deleted_at', { deleted_at: null }],
    ['created_at', { name: 'renamed', created_at: '2026-01-01T00:00:00Z' }],
  ])('refuse a patch of %s with 400, the same value too', async (property, patch) => {
    const { id } = await created();
    expect(await put(id, patch)).toMatchObject(
      refusal(400, 'invalid_request', new RegExp(`^${property} .*cannot be changed`)),
    );
  });

  test.each([
    ['colour', { colour: 'red' }],
    ['template.colour', { name: 'renamed', template: { ssh_key_ids: [], colour: 'red' } }],
  ])('refuse a patch of the unknown property %s with 400 and change nothing', async (property, patch) => {
    const { id } = await created();
    expect(await put(id, patch)).toMatchObject(refusal(400, 'invalid_request', new RegExp(`^${property} `)));
    expect((await cloud.owner.get(`/v1/instance-groups/${id}`)).body).toMatchObject({ name: 'trainers' });
  });

  test('refuse invalid patches with 400, unknown ids with 404, a taken name with 409', async () => {
    await create({ name: 'taken' });
    const { id } = await created();
    expect(await put(id, { name: '' })).toMatchObject(refusal(400, 'invalid_request', /^name/));
    expect(await put(id, { description: 5 })).toMatchObject(refusal(400, 'invalid_request', /^description/));
    expect(await put(id, { template: { ssh_key_ids: ['nothing'] } })).toMatchObject(
      refusal(404, 'not_found'),
    );
    expect(await put(id, { name: 'taken' })).toMatchObject(refusal(409, 'conflict'));
    expect((await put(id, { name: 'trainers' })).status).toBe(200);
  });
});
