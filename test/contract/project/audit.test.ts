import type { AccessToken, AuditEvent, AuditPage } from '#contract';
import { Caller, refusal, longEnough, useCloud } from '../support/caller';

const day = 24 * 3600;

describe('the audit log', () => {
  const cloud = useCloud({
    clients: [
      { id: 'emulator', secret: 'emulator' },
      { id: 'admin', secret: 'admin', role: 'admin', project: 'emulator' },
      { id: 'developer', secret: 'developer', role: 'developer', project: 'emulator' },
      { id: 'other-project', secret: 'other-project' },
    ],
  });

  const page = async (query = '', caller = cloud.owner): Promise<AuditPage> => {
    const { status, body } = await caller.get<AuditPage>(`/v1/audit/log${query}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };

  const events = async (query = ''): Promise<AuditEvent[]> => (await page(query)).data;

  const kinds = async (query = ''): Promise<string[]> => (await events(query)).map(kindOf);

  const kindOf = ({ type }: AuditEvent): string =>
    type.replace(/^com\.cloudcompute\.api\.cloud\.|\.v1$/g, '');

  const key = async (name: string): Promise<string> =>
    (await cloud.owner.post<string>('/v1/ssh-keys', { name, key: 'ssh-ed25519 AAAA' })).body;

  const instant = (): string => new Date(cloud.emulator.clock.now()).toISOString();

  test('wraps each event in the envelope of CloudEvents', async () => {
    const id = await key('laptop');
    expect(await events('?object_type=ssh_key')).toEqual([
      {
        specversion: '1.0',
        id: expect.stringMatching(/^log_/) as string,
        source: `${cloud.emulator.url}/project/emulator`,
        subject: id,
        type: 'com.cloudcompute.api.cloud.ssh_key.create.v1',
        time: instant(),
        data: {
          name: 'laptop',
          fingerprint: null,
          discontinue_reason: null,
          request_ip: '127.0.0.1',
          request_origin: expect.any(String) as string,
          actor_id: expect.any(String) as string,
        },
      },
    ]);
  });

  test('contains the address from the header of the edge and the user agent', async () => {
    const body = { name: 'laptop', key: 'x' };
    await cloud.owner.send('POST', '/v1/ssh-keys', body, {
      'cf-connecting-ip': '203.0.113.9',
      'user-agent': 'tool/1',
    });
    expect((await events())[0]?.data).toMatchObject({ request_ip: '203.0.113.9', request_origin: 'tool/1' });
  });

  test('contains every documented field for a deleted machine', async () => {
    const id = await cloud.owner.instance();
    cloud.pass(longEnough);
    const { os_volume_id, ip } = await cloud.owner.readInstance(id);
    await cloud.owner.act('delete', id);
    const [event] = await events('?object_type=compute&action=delete');
    const common = { hostname: 'trainer', instance_type: '1V100.6V', location_code: 'FIN-01' };
    expect(event).toMatchObject({ subject: id });
    expect(event?.data).toEqual({
      ...common,
      contract: 'PAY_AS_YOU_GO',
      discontinue_reason: null,
      request_ip: '127.0.0.1',
      request_origin: expect.any(String) as string,
      actor_id: expect.any(String) as string,
      compute: { ...common, id, ip, os_volume_id, is_cluster: false },
    });
  });

  test('records the creation and deletion of every kind of object', async () => {
    const script = (await cloud.owner.post<string>('/v1/scripts', { name: 'setup', script: 'true' })).body;
    await cloud.owner.delete(`/v1/scripts/${script}`);
    await cloud.owner.delete(`/v1/ssh-keys/${await key('laptop')}`);
    await cloud.owner.post('/v1/instance-groups', {
      name: 'fleet',
      location_code: 'FIN-01',
      instance_type: '1V100.6V',
      template: { image: 'ubuntu-24.04' },
    });
    await cloud.owner.post('/v1/private-networks', { name: 'inner' });
    const volume = await cloud.owner.volume();
    cloud.pass(longEnough);
    await cloud.owner.post(`/v1/volumes/${volume}/tags`, { key: 'team' });
    await cloud.owner.delete(`/v1/volumes/${volume}`);
    expect(await kinds('?page_size=100')).toEqual([
      'volume.trash',
      'volume.other',
      'volume.create',
      'other.create',
      'other.create',
      'ssh_key.delete',
      'ssh_key.create',
      'startup_script.delete',
      'startup_script.create',
      'cloud_api_credential.authenticate',
    ]);
  });

  test('records each login with its client and address, but no refusal and no refresh', async () => {
    const anybody = new Caller(cloud.emulator.url);
    const credentials = { grant_type: 'client_credentials', client_id: 'admin', client_secret: 'admin' };
    const headers = { 'cf-connecting-ip': '203.0.113.9', 'user-agent': 'tool/1' };
    cloud.pass(1);
    const { body: pair } = await anybody.send<AccessToken>('POST', '/v1/oauth2/token', credentials, headers);
    const refresh = { grant_type: 'refresh_token', refresh_token: pair.refresh_token };
    expect((await anybody.post('/v1/oauth2/token', refresh)).status).toBe(200);
    expect((await anybody.post('/v1/oauth2/token', { ...credentials, client_secret: 'x' })).status).toBe(401);
    const [signedIn, ...before] = await events('?action=authenticate&object_type=cloud_api_credential');
    expect(signedIn).toMatchObject({
      subject: 'admin',
      time: instant(),
      data: { role: 'admin', request_ip: '203.0.113.9', request_origin: 'tool/1' },
    });
    expect(before.map(({ subject }) => subject)).toEqual(['emulator']);
    expect(signedIn?.data.actor_id).not.toBe(before[0]?.data.actor_id);
  });

  test('records actions that it has no name for as "other"', async () => {
    const id = await cloud.owner.instance();
    cloud.pass(longEnough);
    await cloud.owner.act('delete', id);
    const actions = (await kinds('?object_type=compute&page_size=100')).reverse();
    // The journal names these actions validating and deleting.
    expect(actions).toEqual(
      ['create', 'provisioning', 'other', 'running', 'delete', 'other'].map((action) => `compute.${action}`),
    );
    expect(await kinds('?object_type=compute&action=other')).toHaveLength(2);
  });

  test('contains the reason, and no actor, for internal causes', async () => {
    const id = await cloud.owner.instance({
      contract: 'SPOT',
      os_volume: { name: 'os', on_spot_discontinue: 'move_to_trash' },
    });
    cloud.pass(longEnough);
    cloud.emulator.control.evict(id);
    const internal = { actor_id: null, request_ip: null, request_origin: null };
    expect((await events('?object_type=compute'))[0]).toMatchObject({
      subject: id,
      type: expect.stringMatching(/compute\.delete_complete/) as string,
      data: { discontinue_reason: 'spot_discontinue', ...internal },
    });
    cloud.pass(96 * 3600);
    expect((await events('?object_type=volume&action=delete_complete'))[0]?.data).toMatchObject({
      discontinue_reason: 'trash_retention',
      ...internal,
    });
  });

  test('is filtered by action, by type of object and by both', async () => {
    await key('one');
    await cloud.owner.volume();
    cloud.pass(longEnough);
    expect(await kinds('?object_type=volume')).toEqual(['volume.create']);
    expect(await kinds('?action=create')).toEqual(['volume.create', 'ssh_key.create']);
    expect(await kinds('?action=create&object_type=ssh_key')).toEqual(['ssh_key.create']);
    expect(await kinds('?action=redeem')).toEqual([]);
    for (const wrong of ['action=dance', 'object_type=thing']) {
      expect(await cloud.owner.get(`/v1/audit/log?${wrong}`)).toMatchObject(refusal(400, 'invalid_request'));
    }
  });

  test('is filtered by time, both ends included', async () => {
    const times: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      times.push(instant());
      await key(name);
      cloud.pass(60);
    }
    const names = async (query: string): Promise<unknown[]> =>
      (await events(query)).map(({ data }) => data['name']);
    expect(await names(`?start_date=${times[1]}`)).toEqual(['three', 'two']);
    expect(await names(`?end_date=${times[1]}`)).toEqual(['two', 'one']);
    expect(await names(`?start_date=${times[1]}&end_date=${times[1]}`)).toEqual(['two']);
  });

  test.each([
    ['start_date=yesterday', /start_date/],
    ['start_date=2026-11-31', /start_date/],
    ['end_date=2026-13-45', /end_date/],
    ['page_size=0', /page_size/],
    ['page_size=101', /page_size/],
    ['page_size=x', /page_size/],
    ['cursor=abc', /cursor/],
  ])('answers 400 to %s', async (query, words) => {
    expect(await cloud.owner.get(`/v1/audit/log?${query}`)).toMatchObject(
      refusal(400, 'invalid_request', words),
    );
  });

  test('goes back 90 days, and refuses to go further or backwards', async () => {
    const at = (days: number): string =>
      new Date(cloud.emulator.clock.now() + days * day * 1000).toISOString();
    await key('old');
    cloud.pass(45 * day);
    await key('young');
    expect(await kinds(`?object_type=ssh_key&start_date=${at(-90)}`)).toHaveLength(2);
    expect(await cloud.owner.get(`/v1/audit/log?start_date=${at(-90.01)}`)).toMatchObject(
      refusal(400, 'invalid_request', '90 days'),
    );
    const reversed = `?start_date=${at(-1)}&end_date=${at(-2)}`;
    expect(await cloud.owner.get(`/v1/audit/log${reversed}`)).toMatchObject(
      refusal(400, 'invalid_request', 'end_date'),
    );
    expect(await cloud.owner.get(`/v1/audit/log?end_date=${at(-91)}`)).toMatchObject(
      refusal(400, 'invalid_request'),
    );
    expect(await cloud.owner.post('/v1/audit/log/download', { start_date: at(-91) })).toMatchObject(
      refusal(400, 'invalid_request', '90 days'),
    );
    cloud.pass(46 * day);
    expect((await events()).map(({ data }) => data['name'])).toEqual(['young']);
  });

  test('has pages that do not change when later events occur', async () => {
    for (let index = 0; index < 25; index += 1) await key(`key-${index}`);
    const first = await page();
    expect(first.data).toHaveLength(20);
    for (let index = 25; index < 40; index += 1) await key(`key-${index}`);
    cloud.pass(60);
    await key('latest');
    const second = await page(`?cursor=${first.cursor}`);
    expect(second.cursor).toBeUndefined();
    const names = [...first.data, ...second.data].map(({ data }) => data['name']);
    expect(names).toEqual(Array.from({ length: 25 }, (_, index) => `key-${24 - index}`));
  });

  test('continues from a cursor whose event is no longer kept', async () => {
    for (let index = 0; index < 3; index += 1) await key(`key-${index}`);
    const { cursor } = await page('?page_size=1');
    cloud.pass(91 * day);
    await key('new');
    expect(await page(`?cursor=${cursor}`)).toEqual({ data: [] });
  });

  test('can be read to the end in pages of any size', async () => {
    for (let index = 0; index < 6; index += 1) await key(`key-${index}`);
    for (const size of [1, 2, 3, 6, 100]) {
      const read: unknown[] = [];
      let cursor: string | undefined;
      do {
        const { data, ...next }: AuditPage = await page(
          `?page_size=${size}${cursor ? `&cursor=${cursor}` : ''}`,
        );
        read.push(...data.map((event) => event.data['name']));
        cursor = next.cursor;
      } while (cursor !== undefined);
      expect(read).toEqual(['key-5', 'key-4', 'key-3', 'key-2', 'key-1', 'key-0']);
    }
  });

  test('can be read by owners and admins, not by developers, and not without a token', async () => {
    await key('laptop');
    const admin = await cloud.caller('admin', 'admin');
    expect((await page('?object_type=ssh_key', admin)).data).toHaveLength(1);
    const developer = await cloud.caller('developer', 'developer');
    expect(await developer.get('/v1/audit/log')).toMatchObject(refusal(403, 'forbidden_action', 'owner'));
    expect(await developer.post('/v1/audit/log/download')).toMatchObject(
      refusal(403, 'forbidden_action', 'owner'),
    );
    expect((await developer.get('/v1/instances')).status).toBe(200);
    await developer.volume();
    expect((await new Caller(cloud.emulator.url).get('/v1/audit/log')).status).toBe(401);
  });

  test('shows a project only its own events', async () => {
    await key('laptop');
    const { data } = await page('', await cloud.caller('other-project', 'other-project'));
    expect(data.map(({ subject }) => subject)).toEqual(['other-project']);
  });
});
