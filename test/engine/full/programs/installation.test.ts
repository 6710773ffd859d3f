// Where the packages of a program are: the engine loads the provider from the folder of the program.
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildSync } from 'esbuild';
import manifest from '../../../../package.json';
import { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import type { TestCloud } from '../../support/testCloud';
import { startCloud } from '../../support/testCloud';
import { outputOf } from '../../support/texts/commandOutput';

jest.setTimeout(120_000);

const root = path.resolve(__dirname, '../../../..');
const modules = path.join(root, 'node_modules');
const disk = (name: string) =>
  `new cc.Volume('${name}', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });`;
/** A library with a class of its own, as a program would write it. */
const LIBRARY = `const cc = require('pulumi-cloud-compute');
exports.Disk = class extends require('@pulumi/pulumi').ComponentResource {
  constructor(name) { super('lib:index:Disk', name); ${disk('theirs')} }
};`;

let cloud: TestCloud;
const folders: ProgramFolder[] = [];
beforeAll(async () => {
  cloud = await startCloud();
});
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.dispose();
});
afterAll(() => cloud.close());

async function programIn(modulesOfProgram: string | undefined, program: string): Promise<ProgramFolder> {
  const folder = await ProgramFolder.create({
    program,
    project: 'installed',
    ...(modulesOfProgram !== undefined && { modules: modulesOfProgram }),
  });
  folders.push(folder);
  return folder;
}

/** The output of a preview, failed or not. */
async function preview(folder: ProgramFolder): Promise<string> {
  const env = await folder.environment({
    CLOUD_COMPUTE_BASE_URL: cloud.emulator.url,
    CLOUD_COMPUTE_CLIENT_ID: 'emulator',
    CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
  });
  const options = { cwd: folder.path, env };
  await outputOf('pulumi', ['stack', 'init', 'dev'], options);
  return outputOf('pulumi', ['preview', '--stack', 'dev', '--non-interactive', '--diff'], options).catch(
    (error: unknown) => String(error),
  );
}

/** A program and a library that has copies of the package and of Pulumi's SDK. */
async function withLibrary(): Promise<{ readonly folder: ProgramFolder; readonly copies: string }> {
  const folder = await programIn(
    undefined,
    `const cc = require('pulumi-cloud-compute'); ${disk('ours')} new (require('./lib').Disk)('disk');`,
  );
  const copies = path.join(folder.path, 'lib', 'node_modules');
  await cp(path.join(modules, '@pulumi/pulumi'), path.join(copies, '@pulumi/pulumi'), { recursive: true });
  for (const part of ['dist', 'package.json'])
    await cp(path.join(root, part), path.join(copies, 'pulumi-cloud-compute', part), { recursive: true });
  await writeFile(path.join(folder.path, 'lib', 'index.js'), LIBRARY);
  return { folder, copies };
}

/** A program whose folder has Pulumi's SDK and not the package. */
async function withoutPackage(program: string): Promise<ProgramFolder> {
  const folder = await programIn(undefined, program);
  await rm(path.join(folder.path, 'node_modules'));
  await mkdir(path.join(folder.path, 'node_modules'));
  await symlink(path.join(modules, '@pulumi'), path.join(folder.path, 'node_modules', '@pulumi'), 'dir');
  return folder;
}

it('a program and its library may each have a copy of one version of the package and of the SDK', async () => {
  const output = await preview((await withLibrary()).folder);
  expect(output).toMatch(/Volume::ours/);
  expect(output).toMatch(/Volume::theirs/);
  expect(output.match(/cloud-compute:Owner: \(create\)/g)).toHaveLength(1);
  expect(output).not.toContain('warning');
});

it('another version of the package in a library is refused at its first resource', async () => {
  const { folder, copies } = await withLibrary();
  const file = path.join(copies, 'pulumi-cloud-compute', 'package.json');
  await writeFile(file, JSON.stringify({ ...manifest, version: '9.9.9' }));
  expect(await preview(folder)).toContain(
    `error: The program uses two versions of pulumi-cloud-compute: ${manifest.version} in its folder, ${folder.path}, and 9.9.9 ` +
      'in a library or a bundle. One provider serves all resources of a stack: install one version for both. ' +
      '`npm ls pulumi-cloud-compute` shows who asks for which.',
  );
});

it('another version of the SDK in a library is named', async () => {
  const { folder, copies } = await withLibrary();
  const file = path.join(copies, '@pulumi/pulumi', 'package.json');
  const sdk = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...sdk, version: '3.999.0' }));
  const output = await preview(folder);
  expect(output).toContain(
    `warning: The program uses two versions of @pulumi/pulumi: ${manifest.devDependencies['@pulumi/pulumi']} in its folder, ` +
      `${folder.path}, and 3.999.0 beside a copy of pulumi-cloud-compute. `,
  );
  expect(output).toMatch(/Volume::theirs/);
});

describe.each([
  ['the package belongs only to a library', `const cc = require(${JSON.stringify(root)});`, false],
  ['the program is bundled', "const cc = require('pulumi-cloud-compute');", true],
])('if %s', (_, imports, bundled) => {
  it('the first resource says that the package belongs into the package.json of the program', async () => {
    const folder = await withoutPackage(`${imports} ${disk('data')}`);
    const program = path.join(folder.path, 'index.js');
    if (bundled)
      buildSync({
        entryPoints: [program],
        outfile: program,
        ...{ allowOverwrite: true, bundle: true, platform: 'node', external: ['@pulumi/pulumi'] },
        ...{ nodePaths: [modules], logLevel: 'warning' },
      });
    const output = await preview(folder);
    expect(output).toContain(
      `error: The engine loads pulumi-cloud-compute from the folder of the program, ${folder.path}, and does not find it ` +
        "there. Add it to the program's own package.json, also if a library or a bundle contains it: " +
        `\`npm install pulumi-cloud-compute@${manifest.version}\`, or the same with your package manager.`,
    );
    expect(output).not.toContain('Cannot find module');
  });
});
