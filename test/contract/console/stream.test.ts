import { Caller, refusal, useCloud } from '../support/caller';
import { EventReader } from './eventReader';

interface Resource {
  id: string;
  kind: string;
  name: string;
  status?: string;
  next?: { status: string };
  pricePerHour?: number;
  machines?: string[];
  tags?: { key: string; value: string }[];
}

interface Request {
  id: string;
  method: string;
  url: string;
  status: number | null;
  milliseconds: number | null;
  faults?: string[];
  clientId?: string;
}

interface Lists {
  resources: Resource[];
  requests: Request[];
  events: { objectType: string; action: string; name?: string; client?: string }[];
  faults: { id: string; definition: object }[];
  limits: { project: string; endpoint?: string; used: number; quota: number; endsAt: number }[];
}

interface Present {
  clock: { now: number; scale: number; frozen: boolean };
  realTime: number;
  projects: { id: string; balance: number; spent: number; pricePerHour: number; clients: object[] }[];
}

type Overview = Present & Lists;
type Update = Present & { changed?: Partial<Lists>; removed?: Partial<Record<keyof Lists, string[]>> };

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@laptop';

describe('the overview that the console shows', () => {
  const cloud = useCloud({ control: true, rateLimits: true });
  const control = () => new Caller(`${cloud.emulator.url}/_emulator`);
  const overview = async () => (await control().get<Overview>('/overview')).body;

  test('contains every resource with its status, its next status, its price and its relations', async () => {
    const { owner } = cloud;
    const volume = await owner.volume({ tags: [{ key: 'team', value: '<b>' }] });
    cloud.pass(60);
    const machine = await owner.instance({ existing_volumes: [volume] });
    await owner.post('/v1/ssh-keys', { name: 'me', key });
    await owner.post('/v1/scripts', { name: 'setup', script: 'true' });
    const { resources } = await overview();
    expect(resources).toContainEqual(
      expect.objectContaining({
        id: machine,
        kind: 'instance',
        status: 'ordered',
        next: expect.anything() as object,
      }),
    );
    expect(resources).toContainEqual(
      expect.objectContaining({
        id: volume,
        machines: [machine],
        tags: [expect.objectContaining({ value: '<b>' })],
      }),
    );
    expect(resources.map(({ kind }) => kind)).toEqual(['instance', 'volume', 'volume', 'sshKey', 'script']);
    const { price_per_hour } = await owner.readInstance(machine);
    expect(resources[0]?.pricePerHour).toBeCloseTo(price_per_hour);
  });

  test('does not contain deleted resources, except the trash', async () => {
    const { owner } = cloud;
    const machine = await owner.instance();
    const volume = await owner.volume();
    cloud.pass(600);
    await owner.act('delete', machine);
    await owner.delete(`/v1/volumes/${volume}`);
    cloud.pass(600);
    const { resources } = await overview();
    expect(resources.find(({ id }) => id === machine)).toBeUndefined();
    expect(resources.find(({ id }) => id === volume)).toMatchObject({
      status: 'deleted',
      pricePerHour: 0,
    });
  });

  test('contains the price and the expenses of each project', async () => {
    await cloud.owner.instance();
    cloud.pass(3600);
    const {
      projects: [project],
    } = await overview();
    expect(project).toMatchObject({ id: 'emulator', clients: [{ id: 'emulator', role: 'owner' }] });
    expect(project?.pricePerHour).toBeGreaterThan(0);
    expect(project?.spent).toBeCloseTo(project?.pricePerHour ?? NaN);
    expect(project?.balance).toBeCloseTo(10_000 - (project?.spent ?? NaN));
  });

  test('contains requests with their duration, events, and rate-limit windows', async () => {
    await cloud.owner.volume({ name: 'archive' });
    const { requests, events, limits } = await overview();
    const request = requests.at(-1);
    expect(request).toMatchObject({ method: 'POST', url: '/v1/volumes', status: 202, clientId: 'emulator' });
    expect(request?.milliseconds).toBeGreaterThan(0);
    expect(events.at(-1)).toMatchObject({
      objectType: 'volume',
      action: 'create',
      name: 'archive',
      client: 'emulator',
    });
    expect(limits).toEqual([
      expect.objectContaining({ project: 'emulator', used: 1, quota: 500 }),
      expect.objectContaining({ endpoint: 'POST /v1/volumes', used: 1, quota: 60 }),
    ]);
  });

  test('distinguishes a dropped request from a request under way', async () => {
    cloud.emulator.control.faults.add({ kind: 'reset', operation: 'getBalance' });
    await expect(cloud.owner.get('/v1/balance')).rejects.toThrow();
    const dropped = (await overview()).requests.at(-1);
    expect(dropped).toMatchObject({ url: '/v1/balance', status: null, faults: ['reset'] });
    expect(dropped?.milliseconds).not.toBeNull();
  });

  test('contains no secret', async () => {
    await cloud.owner.post('/v1/scripts', { name: 'setup', script: 'export PASSWORD=hunter2' });
    const text = JSON.stringify(await overview());
    expect(text).not.toContain(String(cloud.owner.token));
    expect(text).not.toContain('hunter2');
  });
});

describe('the stream of the console', () => {
  const cloud = useCloud({ control: true });
  const open = () => EventReader.open(`${cloud.emulator.url}/_emulator/events`);

  test('begins with the whole overview, and then sends changes', async () => {
    const volume = await cloud.owner.volume();
    const reader = await open();
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.response.headers.get('cache-control')).toBe('no-store');
    const first = await reader.next<Overview>();
    expect(first).toMatchObject({
      event: 'snapshot',
      data: { resources: [{ id: volume, status: 'ordered' }] },
    });

    const machine = await cloud.owner.instance();
    const ordered = await reader.until<Update>(({ changed }) => changed?.resources !== undefined);
    expect(ordered.changed?.resources).toContainEqual(
      expect.objectContaining({ id: machine, status: 'ordered' }),
    );
    expect(ordered.changed?.resources?.map(({ id }) => id)).not.toContain(volume);

    cloud.pass(600);
    await reader.until<Update>(({ changed }) =>
      Boolean(changed?.resources?.some(({ id, status }) => id === machine && status === 'running')),
    );
    await cloud.owner.act('delete', machine);
    cloud.pass(600);
    await reader.until<Update>(({ removed }) => Boolean(removed?.resources?.includes(machine)));
    await reader.close();
  });

  test('shows a frozen clock and a fault as soon as they are set', async () => {
    cloud.emulator.clock.resume();
    const reader = await open();
    await reader.until<Overview>(({ clock }) => !clock.frozen);
    cloud.emulator.clock.freeze();
    await reader.until<Update>(({ clock }) => clock.frozen);
    const id = cloud.emulator.control.faults.add({ kind: 'reset' });
    const { changed } = await reader.until<Update>((update) => update.changed?.faults !== undefined);
    expect(changed?.faults).toMatchObject([{ id, definition: { kind: 'reset' } }]);
    cloud.emulator.control.faults.clear(id);
    await reader.until<Update>(({ removed }) => Boolean(removed?.faults?.includes(id)));
    await reader.close();
  });

  test('sends each of several readers the whole overview, and then the changes', async () => {
    const readers = [await open(), await open()];
    for (const reader of readers) expect((await reader.next())?.event).toBe('snapshot');
    const volume = await cloud.owner.volume();
    for (const reader of readers)
      await reader.until<Update>(({ changed }) =>
        Boolean(changed?.resources?.some(({ id }) => id === volume)),
      );
    await readers[0]?.close();
    const other = await cloud.owner.volume({ name: 'other' });
    await readers[1]?.until<Update>(({ changed }) =>
      Boolean(changed?.resources?.some(({ id }) => id === other)),
    );
    await readers[1]?.close();
  });

  test('is refused to pages of another origin', async () => {
    const caller = new Caller(cloud.emulator.url);
    for (const path of ['/_emulator/events', '/_emulator/overview'])
      expect(await caller.send('GET', path, undefined, { origin: 'https://evil.example' })).toMatchObject(
        refusal(403, 'forbidden_action', 'another origin'),
      );
  });

  test('ends when the emulator stops', async () => {
    const reader = await open();
    await reader.next();
    await cloud.emulator.close();
    let last = await reader.next();
    while (last !== undefined) last = await reader.next();
  });
});
