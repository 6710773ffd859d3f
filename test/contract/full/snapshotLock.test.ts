// Many emulators are started with one file at the same moment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MODULE = join(__dirname, '..', '..', '..', 'emulator', 'dist', 'snapshot', 'lock.js');
const PROCESSES = 6;
const CONTENDER = `
  const { lockSnapshot } = require(process.argv[1]);
  process.stdin.once('data', () => {
    try {
      const unlock = lockSnapshot(process.argv[2]);
      process.stdout.write('held');
      process.stdin.once('data', () => { unlock(); process.exit(0); });
    } catch (error) {
      process.stdout.write(error.message);
      process.stdin.once('data', () => process.exit(0));
    }
  });
  process.stdout.write('ready');
`;

describe('the lock of a snapshot', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloud-compute-lock-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['of an ended process', '999999999'],
    ['that is empty', ''],
    ['that does not exist', undefined],
  ])('is taken by one of many processes: a lock %s', async (_what, content) => {
    for (let round = 0; round < 3; round += 1) {
      const file = join(folder, `cloud${String(round)}.json`);
      if (content !== undefined) writeFileSync(`${file}.lock`, content);
      const contenders = Array.from({ length: PROCESSES }, () => {
        const child = spawn(process.execPath, ['-e', CONTENDER, MODULE, file], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        const read = async () => String((await once(child.stdout, 'data'))[0]);
        return { child, read, isReady: read(), hasEnded: once(child, 'exit') };
      });
      await Promise.all(contenders.map(({ isReady }) => isReady));
      const results = contenders.map(({ read }) => read());
      for (const { child } of contenders) child.stdin.write('go');
      const texts = await Promise.all(results);
      for (const { child } of contenders) child.stdin.write('end');
      await Promise.all(contenders.map(({ hasEnded }) => hasEnded));
      expect(texts.filter((text) => text === 'held')).toHaveLength(1);
      expect(texts.filter((text) => text.includes('in use by another emulator'))).toHaveLength(PROCESSES - 1);
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});
