// The runtime inside the plugin's tarballs: downloaded once, checked against its pin, and kept.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { create, list } from 'tar';
import type { RuntimeOptions } from '../../../../tools/src/plugin/runtimePart';
import { RuntimeUnavailableError, runtimePart } from '../../../../tools/src/plugin/runtimePart';
import type { NpmPackage, Runtime } from '../../../../tools/src/plugin/runtimes';
import { PLATFORMS, RUNTIMES } from '../../../../tools/src/plugin/runtimes';
import { temporaryFolder } from '../support';

const folder = temporaryFolder();

/** A tarball with these files, as npm makes them, and its pin. */
async function packed(name: string, files: Readonly<Record<string, string>>): Promise<NpmPackage> {
  const source = path.join(folder(), `${name}-source`);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.join(source, 'package', path.dirname(file)), { recursive: true });
    await writeFile(path.join(source, 'package', file), text);
  }
  const file = path.join(folder(), `${name}.tgz`);
  await create({ gzip: true, file, cwd: source }, ['package']);
  const hash = createHash('sha512').update(await readFile(file));
  return { name, version: '26.1.0', integrity: `sha512-${hash.digest('base64')}` };
}

let downloads: string[];
beforeEach(() => {
  downloads = [];
});

/** How a runtime of these packages is had. */
const from = (runtime: Runtime): RuntimeOptions => ({
  runtime,
  env: { CLOUD_COMPUTE_TOOLS_CACHE: path.join(folder(), 'cache') },
  progress: () => undefined,
  fetch: async ({ name }, target) => {
    downloads.push(name);
    const file = path.join(target, 'package.tgz');
    await copyFile(path.join(folder(), `${name}.tgz`), file);
    return file;
  },
});

const BINARY = { 'bin/node': 'the binary', 'include/node.h': 'not needed' };

/** The names of the entries in a part, which has no end: another part follows. */
async function entriesOf(part: string): Promise<string[]> {
  const blocks = gunzipSync(await readFile(part));
  expect(blocks.subarray(-1024).every((byte) => byte === 0)).toBe(false);
  const file = path.join(folder(), 'whole.tar');
  await writeFile(file, Buffer.concat([blocks, Buffer.alloc(1024)]));
  const names: string[] = [];
  await list({ file, strict: true, onReadEntry: (entry) => names.push(entry.path) });
  return names;
}

it('a runtime is downloaded once, and its part of the tarball holds the binary and the licence', async () => {
  const options = from(await packed('node-linux', { ...BINARY, LICENSE: 'the licence' }));
  const part = await runtimePart('linux-amd64', options);
  await expect(entriesOf(part)).resolves.toEqual(['node', 'LICENSE-node']);
  await expect(runtimePart('linux-amd64', options)).resolves.toBe(part);
  expect(downloads).toEqual(['node-linux']);
  // Nothing but the part is kept.
  await expect(readdir(path.dirname(part))).resolves.toEqual([path.basename(part)]);
});

it('the licence comes from another package where the runtime has none', async () => {
  const licenceIn = await packed('node-other', { LICENSE: 'the licence' });
  const runtime = await packed('node-win', { 'bin/node.exe': 'the binary' });
  const part = await runtimePart('windows-amd64', from({ ...runtime, licenceIn }));
  await expect(entriesOf(part)).resolves.toEqual(['node.exe', 'LICENSE-node']);
});

it('a package with another content than the pinned one is refused, and nothing is kept', async () => {
  const { integrity } = await packed('node-linux', { ...BINARY, LICENSE: 'the licence' });
  const lied = await packed('node-linux', { 'bin/node': 'another binary', LICENSE: 'the licence' });
  const options = from({ ...lied, integrity });
  await expect(runtimePart('linux-amd64', options)).rejects.toThrow(
    new RuntimeUnavailableError(
      'The package node-linux@26.1.0 from npm is not the one that tools/src/plugin/runtimes.ts pins: its integrity ' +
        `is ${lied.integrity} instead of ${integrity}. Nothing of it is used. Ask the registry that npm uses ` +
        '(`npm view node-linux@26.1.0 dist.integrity`) before you change the pin.',
    ),
  );
  await expect(readdir(path.join(folder(), 'cache'))).resolves.toEqual([]);
});

it('a download that fails says what to do', async () => {
  const runtime = { name: 'node-linux', version: '26.1.0', integrity: '' };
  const fetch = () => Promise.reject(new Error('npm error code ENOTFOUND'));
  await expect(runtimePart('linux-amd64', { ...from(runtime), fetch })).rejects.toThrow(
    'The package node-linux@26.1.0, which holds Node.js for the plugin, could not be downloaded from npm (npm error ' +
      'code ENOTFOUND): let npm reach its registry, then run this again.',
  );
});

it('a package without the binary is refused', async () => {
  const runtime = await packed('node-linux', { 'bin/other': '', LICENSE: '' });
  await expect(runtimePart('linux-amd64', from(runtime))).rejects.toThrow(
    'The package node-linux@26.1.0 from npm has no file bin/node: pin another package in tools/src/plugin/runtimes.ts.',
  );
});

it.each(PLATFORMS)(
  'the runtime of %s is pinned to Node.js 24 or newer, and so is its licence',
  (platform) => {
    const { version, integrity, licenceIn } = RUNTIMES[platform];
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(24);
    expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/);
    if (licenceIn) expect(licenceIn.version).toBe(version);
  },
);
