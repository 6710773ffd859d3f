import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { pathFolders, putOnPath } from '../../../../tools/src/pulumiCli/executables';
import { findOnPath } from '../../../../tools/src/pulumiCli/onPath';
import { executable, fakeInstallation, temporaryFolder } from '../support';

const folder = temporaryFolder();
const at = (...names: string[]): string => path.join(folder(), ...names);
const look = (...folders: string[]) => findOnPath({ PATH: folders.join(path.delimiter) }, '3.248.0');

describe('findOnPath', () => {
  it('finds a recent pulumi with its hosts beside it', async () => {
    await fakeInstallation(at('bin'), '3.250.0');
    await expect(look(at('empty'), at('bin'))).resolves.toEqual({ folder: at('bin') });
  });

  it('finds nothing and reports no reason if there is no pulumi', async () => {
    await mkdir(at('bin', 'pulumi'), { recursive: true });
    await expect(look(at('bin'), at('missing'))).resolves.toEqual({ folder: undefined });
  });

  it.each([
    ['3.247.0', 'it is v3.247.0, and 3.248.0 or newer of the same major version is needed'],
    ['4.0.0', 'it is v4.0.0, and 3.248.0 or newer of the same major version is needed'],
    ['one', '`pulumi version` printed "vone"'],
  ])('refuses version %s and reports the reason', async (version, reason) => {
    await fakeInstallation(at('bin'), version);
    await expect(look(at('bin'))).resolves.toEqual({
      folder: undefined,
      unsuitable: `${at('bin', 'pulumi')} is not used: ${reason}.`,
    });
  });

  it('refuses a pulumi that prints no version, with its error output as the reason', async () => {
    await executable(at('bin'), 'pulumi', 'echo "error: no home" >&2; exit 3');
    await expect(look(at('bin'))).resolves.toMatchObject({
      unsuitable: `${at('bin', 'pulumi')} is not used: \`pulumi version\` failed: error: no home.`,
    });
  });

  it.each(['pulumi-language-nodejs', 'pulumi-resource-pulumi-nodejs'])(
    'refuses a pulumi without %s',
    async (name) => {
      await fakeInstallation(at('bin'), '3.250.0');
      await rm(at('bin', name));
      await expect(look(at('bin'))).resolves.toMatchObject({
        folder: undefined,
        unsuitable: expect.stringContaining(`${name} is neither beside it nor on PATH`) as string,
      });
    },
  );

  it('accepts hosts elsewhere on PATH', async () => {
    await fakeInstallation(at('hosts'), '3.250.0');
    await rm(at('hosts', 'pulumi'));
    await executable(at('bin'), 'pulumi', 'echo v3.250.0');
    await expect(look(at('bin'), at('hosts'))).resolves.toEqual({ folder: at('bin') });
  });

  it('accepts hosts beside the target of a link', async () => {
    await fakeInstallation(at('cellar'), '3.250.0');
    await mkdir(at('bin'));
    await symlink(at('cellar', 'pulumi'), at('bin', 'pulumi'));
    await expect(look(at('bin'))).resolves.toEqual({ folder: at('bin') });
  });

  it('runs only the first pulumi on PATH', async () => {
    await fakeInstallation(at('old'), '3.100.0');
    await fakeInstallation(at('new'), '3.259.0');
    await expect(look(at('old'), at('new'))).resolves.toMatchObject({ folder: undefined });
  });

  it('disables the check of pulumi for newer versions', async () => {
    await fakeInstallation(at('bin'), '3.250.0');
    await executable(at('bin'), 'pulumi', '[ "$PULUMI_SKIP_UPDATE_CHECK" = true ] && echo v3.250.0');
    await expect(look(at('bin'))).resolves.toEqual({ folder: at('bin') });
  });
});

describe('pathFolders and putOnPath', () => {
  it('ignore entries that depend on the working directory', () => {
    expect(pathFolders({ PATH: ['/a', '', 'node_modules/.bin', '/b'].join(path.delimiter) })).toEqual([
      '/a',
      '/b',
    ]);
  });

  it('keep the spelling of PATH in the environment', () => {
    const env: NodeJS.ProcessEnv = { Path: '/a' };
    putOnPath(env, '/first');
    expect(env).toEqual({ Path: ['/first', '/a'].join(path.delimiter) });
    const empty: NodeJS.ProcessEnv = {};
    putOnPath(empty, '/first');
    expect(empty).toEqual({ PATH: '/first' });
  });
});
