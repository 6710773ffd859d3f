import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withLock } from '../../../../tools/src/pulumiCli/lock/lock';
import { compileTools, temporaryFolder } from '../support';

const folder = temporaryFolder();
const file = (): string => path.join(folder(), 'build.lock');
const fast = { pollEvery: 5, beatEvery: 20, deadAfter: 60_000 };

describe('the lock between processes', () => {
  let shared: string;
  let compiled: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    shared = await realpath(await mkdtemp(path.join(os.tmpdir(), 'tools-')));
    compiled = await compileTools(shared);
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => rm(shared, { recursive: true, force: true }));

  function start(work: string): ChildProcess {
    const script = `
      const { withLock } = require(${JSON.stringify(path.join(compiled, 'pulumiCli', 'lock', 'lock.js'))});
      const fs = require('node:fs');
      withLock(${JSON.stringify(file())}, async () => { ${work} }, ${JSON.stringify(fast)});
    `;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return child;
  }

  it('is held by one process at a time', async () => {
    const log = path.join(folder(), 'log');
    const inside = `
      fs.appendFileSync(${JSON.stringify(log)}, 'in ');
      await new Promise((resolve) => setTimeout(resolve, 20));
      fs.appendFileSync(${JSON.stringify(log)}, 'out ');
    `;
    const ends = await Promise.all(Array.from({ length: 6 }, () => once(start(inside), 'exit')));
    expect(ends).toEqual(Array.from({ length: 6 }, () => [0, null]));
    await expect(readFile(log, 'utf8')).resolves.toBe('in out '.repeat(6));
    await expect(readdir(folder())).resolves.toEqual(['log']);
  });

  it('is taken over at once from a killed process', async () => {
    const holder = start(`console.log('held'); await new Promise((resolve) => setTimeout(resolve, 1e9));`);
    if (holder.stdout) await once(holder.stdout, 'data');
    const waits: (number | undefined)[] = [];
    const waiter = withLock(file(), () => readFile(file(), 'utf8'), {
      ...fast,
      onWait: (owner) => {
        waits.push(owner?.pid);
        holder.kill('SIGKILL');
      },
    });
    expect(JSON.parse(await waiter)).toMatchObject({ pid: process.pid });
    expect(waits).toEqual([holder.pid]);
    await expect(readdir(folder())).resolves.toEqual([]);
  });
});

describe('a holder whose process cannot be seen', () => {
  const elsewhere = JSON.stringify({ pid: process.pid, host: 'another.example', token: 'theirs' });

  it('keeps the lock as long as it touches the file', async () => {
    await writeFile(file(), elsewhere);
    let touches = 0;
    const deadAfter = 1000;
    const startedAt = performance.now();
    const holder = setInterval(() => {
      touches += 1;
      if (performance.now() - startedAt > 2 * deadAfter) void rm(file());
      else void utimes(file(), new Date(), new Date(Date.now() + touches));
    }, 20);
    try {
      await withLock(file(), () => Promise.resolve(), { ...fast, deadAfter });
    } finally {
      clearInterval(holder);
    }
    expect(performance.now() - startedAt).toBeGreaterThan(2 * deadAfter);
  });

  it.each([
    ['that is named in the file', elsewhere],
    ['that died while writing its name', ''],
    ['whose file has other content', '[1]'],
  ])('a holder %s loses the lock when it no longer touches the file', async (_what, content) => {
    await writeFile(file(), content);
    let owner: unknown = 'not asked';
    const options = { ...fast, deadAfter: 100, onWait: (found: unknown) => (owner = found) };
    await expect(withLock(file(), () => Promise.resolve('done'), options)).resolves.toBe('done');
    expect(owner).toEqual(content === elsewhere ? JSON.parse(elsewhere) : undefined);
    await expect(readdir(folder())).resolves.toEqual([]);
  });

  it('keeps its lock when an earlier holder, which has lost it, releases it', async () => {
    await withLock(file(), () => writeFile(file(), elsewhere), fast);
    await expect(readFile(file(), 'utf8')).resolves.toBe(elsewhere);
  });
});

describe('the wait for the lock', () => {
  it('ends when its signal aborts', async () => {
    const controller = new AbortController();
    await withLock(
      file(),
      async () => {
        const waiter = withLock(file(), () => Promise.resolve(), {
          ...fast,
          signal: controller.signal,
          onWait: () => {
            controller.abort();
          },
        });
        await expect(waiter).rejects.toThrow(/aborted/);
      },
      fast,
    );
  });

  it('is reported repeatedly', async () => {
    const waited: number[] = [];
    await new Promise<void>((resolve, reject) => {
      const holder = withLock(
        file(),
        () =>
          new Promise<void>((release) => {
            const options = {
              ...fast,
              remindEvery: 30,
              onWait: (_owner: unknown, milliseconds: number) => {
                if (waited.push(milliseconds) === 3) release();
              },
            };
            withLock(file(), () => Promise.resolve(), options).then(resolve, reject);
          }),
        fast,
      );
      holder.catch(reject);
    });
    expect(waited).toHaveLength(3);
    expect(waited[2]).toBeGreaterThanOrEqual(60);
  });

  it('ends when the work of the holder fails', async () => {
    await expect(withLock(file(), () => Promise.reject(new Error('no network')), fast)).rejects.toThrow(
      'no network',
    );
    await expect(withLock(file(), () => Promise.resolve('next'), fast)).resolves.toBe('next');
  });
});
