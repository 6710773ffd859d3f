import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from 'cloud-compute-emulator';
import { Caller, longEnough } from '../support/caller';
import { signIn, useFolder } from './folder';

describe('a snapshot', () => {
  const folder = useFolder();
  const start: typeof folder.start = (options) => folder.start(options);

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
    second.clock.advance(longEnough * 1000);
    expect((await again.readInstance(id)).status).toBe('running');
  });

  test('is the only file that remains, and contains no secrets', async () => {
    const emulator = await start({
      clients: [
        { id: 'emulator', secret: 'emulator' },
        { id: 'x', secret: 'very-secret' },
      ],
    });
    const { token } = await signIn(emulator);
    await emulator.close();
    expect(readdirSync(folder.path)).toEqual(['cloud.json']);
    const content = readFileSync(folder.file, 'utf8');
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
    expect((await (await signIn(second, 'new')).readInstance(id)).id).toBe(id);
  });

  test('continues a seeded sequence of ids, and does not repeat it', async () => {
    const first = await start({ seed: 's' });
    const one = await (await signIn(first)).volume();
    await first.close();
    const second = await start({ seed: 's' });
    expect(await (await signIn(second)).volume()).not.toBe(one);
  });

  test.each([
    ['an incomplete file', '{"version":1,"clo', /damaged/],
    ['another file', '{"name":"package"}', /not written by this version/],
    ['an empty file', '', /damaged/],
  ])('is refused and left unchanged if it is damaged: %s', async (_, content, words) => {
    writeFileSync(folder.file, content);
    await expect(startEmulator({ snapshot: folder.file })).rejects.toThrow(words);
    expect(readFileSync(folder.file, 'utf8')).toBe(content);
  });

  test('is refused at once if it is a device, which could be read for ever', async () => {
    await expect(startEmulator({ snapshot: devNull })).rejects.toThrow('is a pipe or a device: name a file.');
  });

  test('belongs to one emulator at a time', async () => {
    const first = await start();
    const id = await (await signIn(first)).volume();
    await expect(startEmulator({ snapshot: folder.file })).rejects.toThrow(
      new RegExp(`in use by another emulator, process ${process.pid}\\. Stop that one`),
    );
    await first.close();
    const second = await start();
    expect((await (await signIn(second)).readVolume(id)).name).toBe('data');
  });

  test('is free again after a failed start', async () => {
    const { port } = new URL((await start({ snapshot: join(folder.path, 'other.json') })).url);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      await expect(startEmulator({ snapshot: folder.file, port: Number(port) })).rejects.toThrow(
        /EADDRINUSE/,
      );
      // A delayed write would overwrite the snapshot of the next emulator.
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
    await expect(start()).resolves.toBeDefined();
  });

  test.each([
    ['that has ended', () => spawnSync(process.execPath, ['--version']).pid],
    ['that had the id of the new process', () => process.pid],
    ['whose id cannot be read', () => 'half a numb'],
  ])('is taken over if it was left by a process %s', async (_, holder) => {
    writeFileSync(`${folder.file}.lock`, String(holder()));
    await expect(start()).resolves.toBeDefined();
  });

  test('is refused at once if the directory does not exist', async () => {
    await expect(startEmulator({ snapshot: join(folder.path, 'no', 'cloud.json') })).rejects.toThrow(
      /does not exist/,
    );
  });

  test('stops the emulator if it cannot be replaced, and the port is not kept', async () => {
    const server = jest.spyOn(Server.prototype, 'listen');
    try {
      mkdirSync(`${folder.file}.tmp`);
      await expect(startEmulator({ snapshot: folder.file })).rejects.toThrow(/cloud\.json\.tmp/);
      expect((server.mock.contexts as Server[]).map(({ listening }) => listening)).toEqual([false]);
    } finally {
      server.mockRestore();
    }
  });

  test('is refused in a sentence if it would be below a file', async () => {
    writeFileSync(join(folder.path, 'notes'), '');
    const file = join(folder.path, 'notes', 'cloud.json');
    await expect(startEmulator({ snapshot: file })).rejects.toThrow(
      `The snapshot ${file} cannot be kept: ENOTDIR`,
    );
  });
});
