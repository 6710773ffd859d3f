import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  cacheFolder,
  cacheKey,
  isComplete,
  makeStaging,
  publish,
  removeUnfinishedFolders,
} from '../../../../tools/src/pulumiCli/cache';
import { fakeInstallation, temporaryFolder } from '../support';

const linux = { platform: 'linux', arch: 'x64', home: '/home/ada' } as const;
const windows = { platform: 'win32', arch: 'x64', home: '/users/ada' } as const;

describe('cacheFolder', () => {
  it.each([
    ['the home folder', {}, linux, '/home/ada/.cache/pulumi-cloud-compute'],
    ['XDG_CACHE_HOME', { XDG_CACHE_HOME: '/cache' }, linux, '/cache/pulumi-cloud-compute'],
    [
      'the home folder if XDG_CACHE_HOME is relative',
      { XDG_CACHE_HOME: 'cache' },
      linux,
      '/home/ada/.cache/pulumi-cloud-compute',
    ],
    ['LOCALAPPDATA', { LOCALAPPDATA: '/local' }, windows, '/local/pulumi-cloud-compute/Cache'],
    ['a Windows home', {}, windows, '/users/ada/AppData/Local/pulumi-cloud-compute/Cache'],
    ['the override', { CLOUD_COMPUTE_TOOLS_CACHE: '/tools', XDG_CACHE_HOME: '/cache' }, linux, '/tools'],
  ])('is derived from %s', (_what, env, machine, expected) => {
    expect(cacheFolder(env, machine)).toBe(expected);
  });

  it('resolves a relative override from the working directory', () => {
    expect(cacheFolder({ CLOUD_COMPUTE_TOOLS_CACHE: 'tools-cache' }, linux)).toBe(
      path.resolve('tools-cache'),
    );
  });
});

describe('cacheKey', () => {
  it('differs between kinds of computers', () => {
    const keys = [linux, windows, { ...linux, arch: 'arm64' }].map((machine) => cacheKey(machine));
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toMatch(/^pulumi-3\.\d+\.\d+-language-nodejs-3\.\d+\.\d+-linux-x64$/);
  });
});

describe('publish', () => {
  const folder = temporaryFolder();
  const target = (): string => path.join(folder(), 'cache', 'pulumi');

  it('moves the staged folder to the target', async () => {
    const staging = await makeStaging(target());
    await fakeInstallation(path.join(staging, 'bin'));
    await publish(staging, target());
    await expect(isComplete(path.join(target(), 'bin'))).resolves.toBe(true);
    await expect(readdir(path.dirname(target()))).resolves.toEqual(['pulumi']);
  });

  it('replaces a damaged target', async () => {
    await mkdir(path.join(target(), 'bin'), { recursive: true });
    await writeFile(path.join(target(), 'bin', 'half'), '');
    const staging = await makeStaging(target());
    await fakeInstallation(path.join(staging, 'bin'));
    await publish(staging, target());
    await expect(readdir(path.join(target(), 'bin'))).resolves.not.toContain('half');
  });

  it('removes only files that killed builds left', async () => {
    await makeStaging(target());
    await makeStaging(path.join(path.dirname(target()), 'other'));
    await removeUnfinishedFolders(target());
    await expect(readdir(path.dirname(target()))).resolves.toEqual([
      expect.stringMatching(/^\.other-staging-/),
    ]);
  });

  it.each(['pulumi', 'pulumi-language-nodejs', 'pulumi-resource-pulumi-nodejs'])(
    'does not accept a folder without %s',
    async (name) => {
      await fakeInstallation(folder());
      await rm(path.join(folder(), name));
      await expect(isComplete(folder())).resolves.toBe(false);
    },
  );

  it('ignores a file that is not executable', async () => {
    await fakeInstallation(folder());
    await rm(path.join(folder(), 'pulumi'));
    await writeFile(path.join(folder(), 'pulumi'), '', { mode: 0o644 });
    await expect(isComplete(folder())).resolves.toBe(false);
  });
});
