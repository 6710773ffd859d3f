import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from 'cloud-compute-emulator';
import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import { Caller, settled } from './support';

const machines = JSON.stringify({ instances: [{ id: 'x' }] });

describe('a snapshot', () => {
  let directory: string;
  let file: string;
  const running: Emulator[] = [];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'cloud-compute-emulator-'));
    file = join(directory, 'cloud.json');
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((emulator) => emulator.close()));
    rmSync(directory, { recursive: true });
  });

  const start = async (options: EmulatorOptions = {}): Promise<Emulator> => {
    const emulator = await startEmulator({ snapshot: file, ...options });
    running.push(emulator);
    return emulator;
  };
  const startEmulatorElsewhere = (): Promise<Emulator> => start({ snapshot: join(directory, 'other.json') });
  const signIn = async ({ url }: Emulator): Promise<Caller> => {
    const credentials = {
      grant_type: 'client_credentials',
      client_id: 'emulator',
      client_secret: 'emulator',
    };
    const { body } = await new Caller(url).post<{ access_token: string }>('/v1/oauth2/token', credentials);
    return new Caller(url, body.access_token);
  };

  test('keeps the cloud over a restart: resources, tokens, time and pending changes', async () => {
    const first = await start();
    first.clock.freeze();
    const owner = await signIn(first);
    const id = await owner.instance({ tags: [{ key: 'a', value: 'b' }] });
    first.clock.advance(10_000);
    await first.close();

    const second = await start();
    expect(second.clock.now()).toBe(first.clock.now());
    const again = new Caller(second.url, owner.token);
    expect(await again.readInstance(id)).toMatchObject({ status: 'provisioning', tags: [{ key: 'a' }] });
    second.clock.advance(settled * 1000);
    expect((await again.readInstance(id)).status).toBe('running');
  });

  test('is written while the emulator runs, and always as a whole', async () => {
    const emulator = await start();
    const owner = await signIn(emulator);
    await owner.volume({ name: 'kept' });
    const deadline = Date.now() + 5000;
    let content = '';
    while (!content.includes('kept') && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const names = readdirSync(directory);
      if (names.includes('cloud.json')) content = readFileSync(file, 'utf8');
      if (content !== '') expect(() => JSON.parse(content) as unknown).not.toThrow();
    }
    expect(content).toContain('kept');
  });

  test('leaves only the file behind, without secrets', async () => {
    const emulator = await start({
      clients: [
        { id: 'emulator', secret: 'emulator' },
        { id: 'x', secret: 'very-secret' },
      ],
    });
    const { token } = await signIn(emulator);
    await emulator.close();
    expect(readdirSync(directory)).toEqual(['cloud.json']);
    const content = readFileSync(file, 'utf8');
    expect(content.includes('very-secret')).toBe(false);
    expect(content.includes(String(token))).toBe(false);
  });

  test('accepts the clients of the restart, in their former projects', async () => {
    const first = await start();
    const id = await (await signIn(first)).instance();
    await first.close();
    const second = await start({
      clients: [
        { id: 'emulator', secret: 'emulator' },
        { id: 'new', secret: 'new', project: 'emulator' },
      ],
    });
    const credentials = { grant_type: 'client_credentials', client_id: 'new', client_secret: 'new' };
    const { body } = await new Caller(second.url).post<{ access_token: string }>(
      '/v1/oauth2/token',
      credentials,
    );
    expect((await new Caller(second.url, body.access_token).readInstance(id)).id).toBe(id);
  });

  test('continues a seeded sequence of ids instead of repeating it', async () => {
    const first = await start({ seed: 's' });
    const one = await (await signIn(first)).volume();
    await first.close();
    const second = await start({ seed: 's' });
    expect(await (await signIn(second)).volume()).not.toBe(one);
  });

  test.each([
    ['half of it', '{"version":1,"clo', /damaged/],
    ['something else', '{"name":"package"}', /not written by this version/],
    ['nothing at all', '', /damaged/],
    [
      'tables that are none',
      '{"version":1,"drawn":0,"clock":{"now":5},"tables":{"volumes":"none"}}',
      /not written/,
    ],
    ['a machine without a past', `{"version":1,"drawn":0,"clock":{"now":5},"tables":${machines}}`, /damaged/],
  ])('is refused and left unchanged if it is damaged: %s', async (_, content, words) => {
    writeFileSync(file, content);
    await expect(startEmulator({ snapshot: file })).rejects.toThrow(words);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  test('belongs to one emulator at a time', async () => {
    const first = await start();
    const id = await (await signIn(first)).volume();
    await expect(startEmulator({ snapshot: file })).rejects.toThrow(
      new RegExp(`in use by another emulator, process ${process.pid}\\. Stop that one`),
    );
    await first.close();
    const second = await start();
    expect((await (await signIn(second)).readVolume(id)).name).toBe('data');
  });

  test('is free again after a failed start', async () => {
    const { port } = new URL((await startEmulatorElsewhere()).url);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      await expect(startEmulator({ snapshot: file, port: Number(port) })).rejects.toThrow(/EADDRINUSE/);
      // What is written soon after would be written over the next one's.
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
    await expect(start()).resolves.toBeDefined();
  });

  test.each([
    ['that is gone', () => spawnSync(process.execPath, ['--version']).pid],
    ['that had the number of this one', () => process.pid],
    ['whose id cannot be read', () => 'half a numb'],
  ])('is taken over if it was left by a process %s', async (_, holder) => {
    writeFileSync(`${file}.lock`, String(holder()));
    await expect(start()).resolves.toBeDefined();
  });

  test('is refused at once if the directory does not exist', async () => {
    await expect(startEmulator({ snapshot: join(directory, 'no', 'cloud.json') })).rejects.toThrow(
      /does not exist/,
    );
  });
});
