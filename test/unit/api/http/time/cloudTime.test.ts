// An order's time is the time by the cloud's clock at which the request is sent.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../../../api';
import { FastClock } from '../../../../fastClock';
import type { Answer } from '../../cloud';
import { Cloud, withToken } from '../../cloud';

const MINUTE = 60_000;
const DISK = { size: 10, type: 'NVMe', location_code: 'FIN-01' } as const;

describe('the time at which an order is sent', () => {
  const clock = new FastClock();
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => {
    clock.stop();
  });

  const clientOf = (baseUrl: string) => {
    const client = new CloudComputeClient({ baseUrl, clientId: 'emulator', clientSecret: 'emulator' }, clock);
    closing.push(() => {
      client.close();
    });
    return client;
  };
  const emulatorWith = async (options: { timeScale?: number; rateLimits?: boolean } = {}) => {
    const emulator = await startEmulator({ realTime: clock.now, rateLimits: false, ...options });
    closing.push(() => emulator.close());
    return emulator;
  };
  /** The difference, in ms, between the time in the name of a new volume and its creation. */
  const errorOf = async (client: CloudComputeClient) => {
    const id = await client.volumes.create((sentAt) => ({ ...DISK, name: String(sentAt) }));
    const { name, created_at } = await client.volumes.get(id);
    return Math.abs(Number(name) - Date.parse(created_at));
  };

  it.each([
    ['runs as fast as this machine’s', () => undefined],
    [
      'was set ahead by years',
      ({ clock: cloud }: Emulator) => {
        cloud.set(cloud.now() + 3 * 365 * 24 * 60 * MINUTE);
      },
    ],
    [
      'stands still',
      ({ clock: cloud }: Emulator) => {
        cloud.freeze();
      },
    ],
  ])('is read from the clock of a cloud that %s', async (_, change) => {
    const emulator = await emulatorWith();
    change(emulator);
    const client = clientOf(emulator.url);
    expect(await errorOf(client)).toBeLessThan(2_000);
    await clock.sleep(30 * MINUTE);
    await client.volumes.list();
    await clock.sleep(30 * MINUTE);
    await client.volumes.list();
    expect(await errorOf(client)).toBeLessThan(2_000);
  });

  it('is correct between two responses of a cloud that runs 600 times as fast', async () => {
    const emulator = await emulatorWith({ timeScale: 600 });
    const client = clientOf(emulator.url);
    for (let look = 0; look < 4; look += 1) {
      await client.volumes.list();
      await clock.sleep(1_000);
    }
    await clock.sleep(10_000);
    expect(await errorOf(client)).toBeLessThan(10 * MINUTE);
  });

  it('is correct after a jump of this machine’s clock', async () => {
    const emulator = await emulatorWith();
    const client = clientOf(emulator.url);
    await client.volumes.list();
    await clock.sleep(1_000);
    emulator.clock.advance(24 * 60 * MINUTE);
    await client.volumes.list();
    await clock.sleep(5 * MINUTE);
    expect(await errorOf(client)).toBeLessThan(MINUTE);
  });

  it('is the time after the wait for the rate limit, not that of the call', async () => {
    const emulator = await emulatorWith({ rateLimits: true });
    const client = clientOf(emulator.url);
    const creates = Array.from({ length: 70 }, () => errorOf(client));
    for (const error of await Promise.all(creates)) expect(error).toBeLessThan(5_000);
  });

  it('is the time of the last attempt when the order is sent again', async () => {
    const refusals: Answer[] = [{ status: 429, headers: { 'retry-after': '1200' } }];
    const cloud = await Cloud.start(
      withToken(
        ({ method }) => (method === 'POST' ? refusals.pop() : undefined) ?? { status: 202, body: 'an-id' },
      ),
    );
    closing.push(() => cloud.stop());
    const client = clientOf(cloud.url);
    await client.volumes.create((sentAt) => ({ ...DISK, name: String(sentAt) }));
    const [first, second] = cloud
      .of('POST /v1/volumes')
      .map(({ body }) => Number((body as { name: string }).name));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1_200_000);
  });

  it('is this machine’s time until a response contains the cloud’s time', async () => {
    const cloud = await Cloud.start(
      withToken(() => ({ status: 202, headers: { date: 'some day' }, body: 'an-id' })),
    );
    closing.push(() => cloud.stop());
    const client = clientOf(cloud.url);
    const before = Date.now();
    await client.volumes.create((sentAt) => ({ ...DISK, name: String(sentAt) }));
    const [order] = cloud.of('POST /v1/volumes').map(({ body }) => Number((body as { name: string }).name));
    expect(Math.abs((order ?? 0) - before)).toBeLessThan(MINUTE);
  });

  it('does not make a copy idempotent', async () => {
    const cloud = await Cloud.start(
      withToken(({ method }) => (method === 'PUT' ? { status: 502, body: '' } : undefined)),
    );
    closing.push(() => cloud.stop());
    const copying = clientOf(cloud.url).volumes.clone((sentAt) => ({ id: 'disk', name: String(sentAt) }));
    await expect(copying).rejects.toThrow(/502/);
    expect(cloud.of('PUT /v1/volumes')).toHaveLength(1);
  });
});
