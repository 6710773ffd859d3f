import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmulatorProcess } from '../../../tools/src/testing/emulatorProcess';
import { TestStack } from '../support/stack';

jest.setTimeout(180_000);

const run = promisify(execFile);
const root = path.resolve(__dirname, '..', '..', '..');
const OWN = ['pulumi-cloud-compute', 'cloud-compute-emulator'];

/** A node_modules as a user has it: our packages as npm packs them, and beside them what they depend on. */
async function installed(folder: string): Promise<string> {
  const modules = path.join(folder, 'node_modules');
  await mkdir(modules);
  const others = (await readdir(path.join(root, 'node_modules'))).filter((name) => !OWN.includes(name));
  await Promise.all(
    others.map((name) => symlink(path.join(root, 'node_modules', name), path.join(modules, name))),
  );
  for (const [name, source] of [
    ['pulumi-cloud-compute', root],
    ['cloud-compute-emulator', path.join(root, 'emulator')],
  ] as const) {
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
      { cwd: source },
    );
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    const target = path.join(modules, name);
    await mkdir(target);
    await run('tar', [
      '-xzf',
      path.join(folder, packed?.filename ?? ''),
      '-C',
      target,
      '--strip-components=1',
    ]);
  }
  return modules;
}

describe('the packed packages', () => {
  let folder: string;
  let modules: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-packed-'));
    modules = await installed(folder);
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('contain only the files that run', async () => {
    expect((await readdir(path.join(modules, 'pulumi-cloud-compute'))).sort()).toEqual([
      'README.md',
      'dist',
      'package.json',
    ]);
    const types = await readFile(
      path.join(modules, 'pulumi-cloud-compute', 'dist', 'sdk', 'index.d.ts'),
      'utf8',
    );
    expect(types).toContain('Instance');
  });

  it('deploy a stack from a directory of its own', async () => {
    const command = path.join(modules, 'cloud-compute-emulator', 'dist', 'cli.js');
    const emulator = await EmulatorProcess.start(['--time-scale', '200', '--check-replies'], command);
    const stack = await TestStack.create({
      url: emulator.url,
      modules,
      program: `
        const data = new cc.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });
        const machine = new cc.Instance('trainer', {
          image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01', existingVolumes: [data.id],
        });
        exports.status = machine.status;`,
    });
    try {
      expect((await stack.up()).changes).toEqual({ create: 2 });
      expect(await stack.outputs()).toEqual({ status: 'running' });
      expect((await stack.preview()).changes).toEqual({ same: 2 });
      await stack.destroy();
      expect(await emulator.get('/v1/instances')).toEqual([]);
      expect(await emulator.get('/v1/volumes')).toEqual([]);
    } finally {
      await stack.dispose();
      await emulator.stop();
    }
  });
});
