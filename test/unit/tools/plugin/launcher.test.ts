// The launcher of the plugin: it starts the runtime beside it, with nothing on PATH.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { EXECUTABLE, launcherName, writeLauncher } from '../../../../tools/src/plugin/bundle';
import { executable, temporaryFolder } from '../support';

const folder = temporaryFolder();

/** A plugin with a runtime that prints its arguments, in a folder with a space in its name. */
async function plugin(runtime = 'for each; do echo "$each"; done'): Promise<string> {
  const target = path.join(folder(), 'a plugin');
  await mkdir(target);
  await writeLauncher(target, false);
  await executable(target, 'node', runtime);
  return target;
}

const started = (command: string, cwd = folder(), PATH = ''): string[] => {
  const { stdout, stderr } = spawnSync(command, ['127.0.0.1:1', 'a b'], {
    cwd,
    env: { PATH },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
};

it('it starts the runtime with the program and all arguments, with an empty PATH', async () => {
  const target = await plugin();
  const arguments_ = [path.join(target, 'index.js'), '127.0.0.1:1', 'a b'];
  expect(started(path.join(target, EXECUTABLE))).toEqual(arguments_);
});

it.each(['absolute', 'relative'])('an %s link to it is followed', async (kind) => {
  const target = await plugin();
  const file = path.join(target, EXECUTABLE);
  await mkdir(path.join(folder(), 'bin'));
  const link = path.join(folder(), 'bin', 'link');
  await symlink(kind === 'absolute' ? file : path.relative(path.dirname(link), file), link);
  await symlink('link', path.join(folder(), 'bin', 'second'));
  const [program = ''] = started(path.join(folder(), 'bin', 'second'), folder(), '/usr/bin:/bin');
  expect(path.resolve(program)).toBe(path.join(target, 'index.js'));
});

it('the runtime takes its place, so that signals of the engine reach it', async () => {
  const target = await plugin('echo $$; read -r line');
  const child = spawn(path.join(target, EXECUTABLE), [], { env: { PATH: '' } });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  expect(printed.toString().trim()).toBe(String(child.pid));
  child.kill('SIGINT');
  await expect(once(child, 'exit')).resolves.toEqual([null, 'SIGINT']);
});

it('on Windows, a command file starts the runtime beside it', async () => {
  await writeLauncher(folder(), true);
  expect(launcherName(true)).toBe(`${EXECUTABLE}.cmd`);
  await expect(readFile(path.join(folder(), launcherName(true)), 'utf8')).resolves.toBe(
    '@"%~dp0node.exe" "%~dp0index.js" %*\r\n',
  );
});
