import { mkdir, readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { deadLinks, pageNames, readPage } from '../../tools/src/docs/page';
import { run } from '../../tools/src/pulumiCli/run';
import { pack, packageNames, root, temporaryFolder } from './support/packed';

jest.setTimeout(120_000);

/** Scripts that npm runs at an installation, or warns about. */
const INSTALL_SCRIPTS = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
];

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
const folderOf = (name: string): string => path.join(temporary.folder, name, 'package');

beforeAll(async () => {
  temporary = await temporaryFolder();
  for (const name of packageNames) {
    const folder = path.join(temporary.folder, name);
    await mkdir(folder);
    await run('tar', ['-xzf', await pack(name, folder), '-C', folder]);
  }
});

afterAll(async () => {
  await temporary.remove();
});

const manifestIn = async (folder: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;

describe.each(packageNames)('the package %s', (name) => {
  it('contains the whole license', async () => {
    const text = await readFile(path.join(folderOf(name), 'LICENSE'), 'utf8');
    expect(text).toContain('Apache License');
    expect(text).toBe(await readFile(path.join(root, 'LICENSE'), 'utf8'));
    expect(await manifestIn(folderOf(name))).toMatchObject({ license: 'Apache-2.0' });
  });

  it('begins its changelog with its version', async () => {
    const [version] =
      /(?<=^## )\S+/m.exec(await readFile(path.join(folderOf(name), 'CHANGELOG.md'), 'utf8')) ?? [];
    expect(await manifestIn(folderOf(name))).toMatchObject({ name, version });
  });

  it('runs no script when it is installed', async () => {
    const { scripts = {} } = await manifestIn(folderOf(name));
    expect(Object.keys(scripts as object).filter((script) => INSTALL_SCRIPTS.includes(script))).toEqual([]);
  });

  it('has the same project address as the other package', async () => {
    const { repository, homepage, bugs } = await manifestIn(root);
    const { repository: own, ...addresses } = await manifestIn(folderOf(name));
    expect([addresses['homepage'], addresses['bugs']]).toEqual([homepage, bugs]);
    expect((own as { url?: string } | undefined)?.url).toBe(
      (repository as { url?: string } | undefined)?.url,
    );
  });
});

it('the package of the emulator contains only its own files', async () => {
  expect((await readdir(folderOf('cloud-compute-emulator'))).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ]);
});

describe('pulumi-cloud-compute', () => {
  it('contains the documentation, the examples and the compiled files', async () => {
    const folder = folderOf('pulumi-cloud-compute');
    expect((await readdir(folder)).sort()).toEqual([
      'CHANGELOG.md',
      'CODE_OF_CONDUCT.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist',
      'docs',
      'emulator',
      'examples',
      'package.json',
    ]);
    expect(await readdir(path.join(folder, 'examples', 'quickstart'))).toEqual(
      expect.arrayContaining(['Pulumi.yaml', 'index.ts', 'package.json']),
    );
  });

  it('has no page with a dead link', () => {
    const folder = folderOf('pulumi-cloud-compute');
    const names = pageNames(folder);
    expect(names).toEqual(pageNames());
    const dead = names.map((name) => ({ name, links: deadLinks(readPage(name, folder), folder) }));
    expect(dead.filter(({ links }) => links.length > 0)).toEqual([]);
  });

  it('has no file above 400 kB in its documentation', async () => {
    const docs = path.join(folderOf('pulumi-cloud-compute'), 'docs');
    const sizes = await Promise.all(
      (await readdir(docs, { recursive: true })).map(async (name) => ({
        name,
        size: (await stat(path.join(docs, name))).size,
      })),
    );
    expect(sizes.filter(({ size }) => size > 400_000)).toEqual([]);
  });
});
