import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually, fakeInstallation, compileTools, isRunning, temporaryFolder } from '../support';

const folder = temporaryFolder();
let shared: string;
let compiled: string;
beforeAll(async () => {
  shared = await realpath(await mkdtemp(path.join(os.tmpdir(), 'tools-')));
  compiled = await compileTools(shared);
});
afterAll(() => rm(shared, { recursive: true, force: true }));

const start = (args: string[], env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });

async function finish(child: ReturnType<typeof start>) {
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  return { stdout, stderr, code, signal };
}

it('the command prints only the folder to put on PATH', async () => {
  await fakeInstallation(path.join(folder(), 'old'), '3.1.0');
  await fakeInstallation(path.join(folder(), 'bin'));
  const command = path.join(compiled, 'pulumi.js');
  await expect(finish(start([command], { PATH: path.join(folder(), 'bin') }))).resolves.toEqual({
    stdout: `${folder()}/bin\n`,
    stderr: '',
    code: 0,
    signal: null,
  });
});

it('the command fails with one sentence, without a stack trace', async () => {
  const file = path.join(folder(), 'file');
  await writeFile(file, '');
  const env = { PATH: '', CLOUD_COMPUTE_TOOLS_CACHE: path.join(file, 'cache') };
  await expect(finish(start([path.join(compiled, 'pulumi.js')], env))).resolves.toEqual({
    stdout: '',
    stderr: `The cache folder ${file}/cache cannot be written (ENOTDIR): set CLOUD_COMPUTE_TOOLS_CACHE to a folder that can.\n`,
    code: 1,
    signal: null,
  });
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'the command ends its processes and removes its files on %s',
  async (name) => {
    const note = path.join(folder(), 'pid');
    const cache = path.join(folder(), 'cache');
    // The PATH of the script is empty, so it names the endless command by its full path.
    const endless = `"${process.execPath}" -e "setTimeout(() => {}, 1e9)" & echo $! > "${note}"; wait`;
    const script = `
    const { ensurePulumi } = require(${JSON.stringify(path.join(compiled, 'pulumi.js'))});
    const { run } = require(${JSON.stringify(path.join(compiled, 'pulumiCli', 'run.js'))});
    const endless = {
      name: 'the endless build',
      install: ({ signal }) => run('/bin/sh', ['-c', ${JSON.stringify(endless)}], { signal }),
    };
    ensurePulumi({ sources: [endless] }).catch((error) => console.error(error.message));
  `;
    const child = start(['-e', script], { PATH: '', CLOUD_COMPUTE_TOOLS_CACHE: cache });
    const finished = finish(child);
    await eventually(() =>
      readFile(note, 'utf8').then(
        (pid) => pid.endsWith('\n'),
        () => false,
      ),
    );
    await expect(readdir(cache)).resolves.toHaveLength(2);
    child.kill(name);
    await expect(finished).resolves.toMatchObject({ code: null, signal: name });
    await expect(readdir(cache)).resolves.toEqual([]);
    const grandchild = Number(await readFile(note, 'utf8'));
    await eventually(async () => !(await isRunning(grandchild)));
  },
);
