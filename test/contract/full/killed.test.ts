import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessToken, Instance, Volume } from '#contract';
import { Command } from '../support/command';
import { Caller } from '../support/caller';

/** The writes that the API has confirmed with a 2xx status. */
class Confirmed {
  readonly volumes = new Map<string, { name: string; tags: string[] }>();
  readonly deleted = new Set<string>();
  readonly machines = new Set<string>();
  writes = 0;
}

/** Sends writes, one after another, until the emulator is gone. */
async function write(
  caller: Caller,
  confirmed: Confirmed,
  writer: number,
  enough: () => void,
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const name = `v-${writer}-${turn}-${confirmed.writes}`;
    try {
      const id = await caller.volume({ name });
      const volume = { name, tags: [] as string[] };
      confirmed.volumes.set(id, volume);
      expect((await caller.post(`/v1/volumes/${id}/tags`, { key: 'owner', value: 'x' })).status).toBe(201);
      volume.tags = ['owner'];
      expect((await caller.actOnVolume('rename', id, { name: `${name}-renamed` })).status).toBe(202);
      volume.name = `${name}-renamed`;
      confirmed.writes += 3;
      if (turn % 4 === 0) {
        confirmed.machines.add(await caller.instance({ hostname: name, instance_type: 'CPU.4V.16G' }));
        confirmed.writes += 1;
      }
      if (turn % 5 === 0) {
        const reply = await caller.delete(`/v1/volumes/${id}`, { is_permanent: false });
        if (reply.status === 202) confirmed.deleted.add(id);
        confirmed.writes += 1;
      }
    } catch (error) {
      // A broken connection is a TypeError of fetch, which is another class than the TypeError of the test: only its
      // name can be compared.
      if ((error as Error).name === 'TypeError') return;
      throw error;
    }
    enough();
  }
}

describe('an emulator that is killed again and again', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cloud-compute-emulator-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('keeps all writes that it answered with 2xx, of a thousand writes', async () => {
    const file = join(folder, 'cloud.json');
    const start = () => new Command(['--data', file, '--no-rate-limits', '--balance', '1000000']);
    const confirmed = new Confirmed();
    let caller: Caller | undefined;

    for (let killed = 1; confirmed.writes < 1000; killed += 1) {
      const emulator = start();
      caller = new Caller(await emulator.url(), caller?.token ?? (await signedIn(await emulator.url())));
      await compare(caller, confirmed);
      const goal = killed * 200;
      const writers = Array.from({ length: 8 }, (_, writer) =>
        write(caller as Caller, confirmed, writer, () => {
          if (confirmed.writes >= goal) void emulator.stop('SIGKILL');
        }),
      );
      await Promise.all(writers);
      await emulator.ended;
    }

    const last = start();
    await compare(new Caller(await last.url(), caller?.token), confirmed);
    await last.stop('SIGTERM');
    expect(readdirSync(folder)).toEqual(['cloud.json']);
  });
});

async function signedIn(url: string): Promise<string> {
  const credentials = { grant_type: 'client_credentials', client_id: 'emulator', client_secret: 'emulator' };
  return (await new Caller(url).post<AccessToken>('/v1/oauth2/token', credentials)).body.access_token;
}

/** Checks that all confirmed writes are in the cloud; an unanswered request may have had its effect. */
async function compare(caller: Caller, confirmed: Confirmed): Promise<void> {
  const listed = (await caller.get<Volume[]>('/v1/volumes')).body;
  const trashed = (await caller.get<Volume[]>('/v1/volumes/trash')).body;
  const found = new Map([...listed, ...trashed].map((volume) => [volume.id, volume]));
  for (const [id, { name, tags }] of confirmed.volumes) {
    const volume = found.get(id);
    expect(volume?.name).toMatch(new RegExp(`^${name}`));
    expect(volume?.tags.map(({ key }) => key)).toEqual(expect.arrayContaining(tags));
    if (confirmed.deleted.has(id)) expect(volume?.status).toMatch(/^delet/);
  }
  const machines = (await caller.get<Instance[]>('/v1/instances')).body.map(({ id }) => id);
  expect(machines).toEqual(expect.arrayContaining([...confirmed.machines]));
}
