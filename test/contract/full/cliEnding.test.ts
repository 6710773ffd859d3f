// The command when a signal comes twice, and when nobody reads what it prints.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, command } from '../support/command';

describe('cloud-compute-emulator', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cloud-compute-emulator-'));
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  test('ends cleanly when it gets a second signal while it ends, as from an npm script', async () => {
    const again = join(directory, 'again.cjs');
    writeFileSync(
      again,
      "process.once('SIGINT', () => setImmediate(() => process.kill(process.pid, 'SIGINT')));",
    );
    const emulator = new Command([], [again]);
    await emulator.url();
    const { code, stdout } = await emulator.stop('SIGINT');
    expect(code).toBe(0);
    expect(stdout).toMatch(/\/docs\ncloud-compute-emulator ended after 0 requests\.\n$/);
  });

  test('serves and ends cleanly after the reader of its output is gone', async () => {
    const emulator = new Command([]);
    const url = await emulator.url();
    emulator.closeOutput();
    expect((await fetch(`${url}/v1/openapi.json`)).status).toBe(200);
    expect(await emulator.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });

  test('reports output that cannot be written, in a sentence', async () => {
    const full = openSync('/dev/full', 'w');
    const emulator = spawn(process.execPath, [command], { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    let stderr = '';
    emulator.stderr?.on('data', (data: Buffer) => {
      stderr += data.toString();
      emulator.kill('SIGTERM');
    });
    const [code] = (await once(emulator, 'close')) as [number | null];
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'cloud-compute-emulator: The output cannot be written: ENOSPC: no space left on device, write.\n',
    });
  });
});
