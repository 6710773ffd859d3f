import type { Instance, Tag } from '#contract';
import { refusal, longEnough, useCloud } from '../support/caller';

describe.each(['instances', 'volumes'] as const)('tags of %s', (kind) => {
  const cloud = useCloud();
  const holder = async (): Promise<string> => {
    const { owner } = cloud;
    const id = kind === 'instances' ? await owner.instance() : await owner.volume();
    cloud.pass(longEnough);
    return `/v1/${kind}/${id}`;
  };
  const tagsOf = async (path: string): Promise<Tag[]> => (await cloud.owner.get<Instance>(path)).body.tags;

  test('are added with 201; keys become lower case, values stay unchanged', async () => {
    const path = await holder();
    const { status, body } = await cloud.owner.post<Tag>(`${path}/tags`, { key: 'Team', value: 'ML' });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.stringMatching(/^tag_/) as string, key: 'team', value: 'ML' });
    expect(await tagsOf(path)).toEqual([body]);
  });

  test.each([[{ key: 'shared' }], [{ key: 'shared', value: null }]])(
    'have an empty value if none is given: %j',
    async (tag) => {
      const path = await holder();
      expect(await cloud.owner.post(`${path}/tags`, tag)).toMatchObject({ status: 201, body: { value: '' } });
    },
  );

  test.each([
    ['no key', {}, /^key is required/],
    ['an empty key', { key: '' }, /^key must not be empty/],
    ['a key of 64 characters', { key: 'k'.repeat(64) }, /^key has at most 63/],
    // This letter becomes two characters in lower case.
    ['a key that has more than 63 characters in lower case', { key: 'İ'.repeat(32) }, /^key has at most 63/],
    ['a value of 128 characters', { key: 'k', value: 'v'.repeat(128) }, /^value has at most 127/],
  ])('are refused with 400 if they have %s', async (_, tag, words) => {
    expect(await cloud.owner.post(`${await holder()}/tags`, tag)).toMatchObject(
      refusal(400, 'invalid_request', words),
    );
  });

  test('are refused with 409 if the key exists, whatever the value or the case', async () => {
    const path = await holder();
    await cloud.owner.post(`${path}/tags`, { key: 'team', value: 'a' });
    expect(await cloud.owner.post(`${path}/tags`, { key: 'TEAM', value: 'b' })).toMatchObject(
      refusal(409, 'conflict', /team/),
    );
    expect(await tagsOf(path)).toMatchObject([{ value: 'a' }]);
  });

  test('are limited to ten', async () => {
    const path = await holder();
    for (let n = 0; n < 10; n += 1) await cloud.owner.post(`${path}/tags`, { key: `k${n}` });
    expect(await cloud.owner.post(`${path}/tags`, { key: 'k10' })).toMatchObject(
      refusal(403, 'forbidden_action', /10 tags/),
    );
    expect(await cloud.owner.post(`${path}/tags`, { key: 'k1' })).toMatchObject(refusal(409, 'conflict'));
  });

  test('are removed by id, or by key as older clients do; an unknown tag is answered with 404', async () => {
    const path = await holder();
    const { body } = await cloud.owner.post<Tag>(`${path}/tags`, { key: 'a' });
    await cloud.owner.post(`${path}/tags`, { key: 'b' });
    expect(await cloud.owner.delete(`${path}/tags/${body.id}`)).toMatchObject({
      status: 204,
      body: undefined,
    });
    expect((await cloud.owner.delete(`${path}/tags/b`)).status).toBe(204);
    expect(await tagsOf(path)).toEqual([]);
    expect(await cloud.owner.delete(`${path}/tags/${body.id}`)).toMatchObject(refusal(404, 'not_found'));
    expect((await cloud.owner.delete(`/v1/${kind}/nothing/tags/${body.id}`)).status).toBe(404);
    expect((await cloud.owner.post(`/v1/${kind}/nothing/tags`, { key: 'a' })).status).toBe(404);
  });

  test('no longer change after the end of the resource', async () => {
    const path = await holder();
    const id = path.split('/').at(-1) ?? '';
    await (kind === 'instances' ? cloud.owner.act('delete', id) : cloud.owner.delete(path));
    cloud.pass(longEnough);
    expect(await cloud.owner.post(`${path}/tags`, { key: 'a' })).toMatchObject(
      refusal(403, 'forbidden_action'),
    );
  });
});

describe('the tag filter of instances', () => {
  const cloud = useCloud();
  const found = async (query: string): Promise<string[]> =>
    (await cloud.owner.get<Instance[]>(`/v1/instances?${query}`)).body.map(({ hostname }) => hostname);

  beforeEach(async () => {
    await cloud.owner.instance({ hostname: 'a', tags: [{ key: 'team', value: 'ml' }, { key: 'shared' }] });
    await cloud.owner.instance({ hostname: 'b', tags: [{ key: 'team', value: 'x=y' }] });
    await cloud.owner.instance({ hostname: 'c' });
  });

  test.each([
    ['a key with any value', 'tag=team', ['a', 'b']],
    ['the exact value', 'tag=team=ml', ['a']],
    ['a value split at the first =', 'tag=team=x=y', ['b']],
    ['an empty value', 'tag=shared=', ['a']],
    ['keys in any case', 'tag=TEAM', ['a', 'b']],
    ['values in their case', 'tag=team=ML', []],
    ['all of several tags', 'tag=team&tag=shared', ['a']],
    ['no instance if none has the key', 'tag=owner', []],
  ])('matches %s', async (_, query, hosts) => {
    expect(await found(query)).toEqual(hosts);
  });

  test('can be combined with the other filters', async () => {
    const { body } = await cloud.owner.get<Instance[]>('/v1/instances?tag=shared');
    expect(await found(`computeId=${String(body[0]?.id)}`)).toEqual(['a']);
    expect(await found(`computeId=${String(body[0]?.id)}&tag=team=x`)).toEqual([]);
    expect(await found('computeId=nothing')).toEqual([]);
    expect(await found('status=ordered&tag=team')).toEqual(['a', 'b']);
    expect(await found('status=running')).toEqual([]);
    expect((await cloud.owner.get('/v1/instances?status=asleep')).status).toBe(400);
  });
});
