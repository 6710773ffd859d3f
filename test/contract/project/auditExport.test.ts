import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AuditEvent, AuditExport, AuditPage } from '#contract';
import { refusal, useCloud } from '../support/caller';

const day = 24 * 3600;

describe('an export of the audit log', () => {
  const cloud = useCloud();

  const events = async (query: string): Promise<AuditEvent[]> =>
    (await cloud.owner.get<AuditPage>(`/v1/audit/log${query}`)).body.data;

  const kindOf = ({ type }: AuditEvent): string =>
    type.replace(/^com\.cloudcompute\.api\.cloud\.|\.v1$/g, '');

  const key = async (name: string): Promise<string> =>
    (await cloud.owner.post<string>('/v1/ssh-keys', { name, key: 'ssh-ed25519 AAAA' })).body;

  const instant = (): string => new Date(cloud.emulator.clock.now()).toISOString();

  const order = async (body?: object): Promise<AuditExport> => {
    const reply = await cloud.owner.post<AuditExport>('/v1/audit/log/download', body);
    expect(reply.status).toBe(200);
    return reply.body;
  };

  test('is a file of all matching events, the newest first, which needs no token', async () => {
    for (let index = 0; index < 30; index += 1) await key(`key-${index}`);
    await cloud.owner.volume();
    const { url, expires_at } = await order({ object_type: 'ssh_key' });
    expect(Date.parse(expires_at) - Date.parse(instant())).toBe(15 * 60 * 1000);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(await events('?object_type=ssh_key&page_size=100'));
  });

  test('contains the events until its creation; a second export is another file', async () => {
    await key('early');
    const [one, other] = [await order(), await order({})];
    expect(one.url).not.toBe(other.url);
    await key('late');
    const written = async ({ url }: AuditExport): Promise<string[]> =>
      ((await (await fetch(url)).json()) as AuditEvent[]).map(kindOf);
    for (const file of [one, other])
      expect(await written(file)).toEqual(['ssh_key.create', 'cloud_api_credential.authenticate']);
  });

  test('can be read for 15 minutes; after that its link is refused', async () => {
    const { url } = await order();
    cloud.pass(15 * 60 - 1);
    expect((await fetch(url)).status).toBe(200);
    cloud.pass(1);
    const late = await fetch(url);
    expect({ status: late.status, body: await late.json() }).toMatchObject(
      refusal(403, 'forbidden_action', 'expired'),
    );
    cloud.pass(2 * day);
    await order();
    expect((await fetch(url)).status).toBe(404);
  });

  test('has a link that cannot be guessed', async () => {
    const { url } = await order();
    expect((await fetch(url.replace(/.\.json$/, '.json'))).status).toBe(404);
  });

  test('has a link with the scheme that the caller used, also behind a proxy', async () => {
    const link = async (headers: Record<string, string>): Promise<string> =>
      (await cloud.owner.send<AuditExport>('POST', '/v1/audit/log/download', {}, headers)).body.url;
    const { host } = new URL(cloud.emulator.url);
    expect(await link({})).toMatch(`http://${host}/`);
    expect(await link({ 'x-forwarded-proto': 'https' })).toMatch(`https://${host}/`);
    expect(await link({ 'x-forwarded-proto': 'https, http' })).toMatch(`https://${host}/`);
    expect(await link({ 'x-forwarded-proto': 'javascript' })).toMatch(`http://${host}/`);
  });

  test('has a link to the emulator for a request of HTTP/1.0, which has no host', async () => {
    const { hostname, port } = new URL(cloud.emulator.url);
    const socket = connect(Number(port), hostname);
    socket.end(
      [
        'POST /v1/audit/log/download HTTP/1.0',
        `authorization: Bearer ${String(cloud.owner.token)}`,
        '',
        '',
      ].join('\r\n'),
    );
    const answer = (await text(socket)).split('\r\n\r\n')[1] ?? '';
    const { url } = JSON.parse(answer) as AuditExport;
    expect(url).toMatch(`${cloud.emulator.url}/`);
    expect((await fetch(url)).status).toBe(200);
  });
});
