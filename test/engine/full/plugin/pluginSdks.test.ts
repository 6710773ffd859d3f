// The SDKs of the native plugin: programs in several languages deploy with them.
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundlePlugin } from '../../../../tools/src/plugin/bundle';
import {
  EXAMPLES,
  hasPython,
  hasPythonPackages,
  installPythonRequirements,
} from '../../../../tools/src/plugin/examples';
import { buildSdks, compileNodejsSdk } from '../../../../tools/src/plugin/sdks';
import { ensureLanguageHosts } from '../../../../tools/src/pulumiCli/languageHosts';
import { CLI_BUILD_FLAGS, goEnvironment } from '../../../../tools/src/pulumiCli/goBuild';
import { run } from '../../../../tools/src/pulumiCli/run';
import { keys } from '../../../unit/core/validation/publicKeys';
import { buildGoProgram, deployExample, goCommands, importOne } from '../../support/languages/exampleLife';
import { everythingIn } from '../../support/lifecycle';
import { PluginStack } from '../../support/stacks/pluginStack';
import { startCloud } from '../../support/testCloud';

// The first time, Go compiles the modules of the generators and of its SDK.
jest.setTimeout(900_000);

const root = path.resolve(__dirname, '..', '..', '..', '..');
/** The layout of plugin/, so that the examples find the plugin and the SDKs. */
let folder: string;
let plugin: string;
let nodejs: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-sdks-'));
  plugin = path.join(folder, 'dist', 'plugin');
  await bundlePlugin(plugin);
  const sdks = path.join(folder, 'dist', 'sdk');
  await buildSdks(sdks, { java: false });
  nodejs = await compileNodejsSdk(sdks);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The examples of the reference for this SDK, as a part of a program in JavaScript. The compiler checks them. */
async function referenceExamples(): Promise<string> {
  const sources = path.join(root, 'examples', 'reference', 'nodejs');
  const outDir = path.join(folder, 'reference');
  const config = {
    extends: path.join(root, 'examples', 'tsconfig.json'),
    compilerOptions: {
      ...{ noEmit: false, rootDir: sources, outDir },
      ...{ typeRoots: [path.join(root, 'node_modules', '@types')] },
      paths: { 'pulumi-cloud-compute-native': [nodejs] },
    },
    include: [path.join(sources, '*.ts')],
  };
  const file = path.join(folder, 'tsconfig.json');
  await writeFile(file, JSON.stringify(config));
  await run(process.execPath, [path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', file]);
  const compiled = await readdir(outDir);
  expect(compiled.sort()).toEqual([
    'Fleet.js',
    'Instance.js',
    'OrphanRemoval.js',
    'Provider.js',
    'stackCost.js',
  ]);
  const parts = await Promise.all(compiled.map((name) => readFile(path.join(outDir, name), 'utf8')));
  // Each example declares the removal of orphans; a stack has one.
  return `const orphans = new native.OrphanRemoval('orphans');
    const OrphanRemoval = function (name, ...more) {
      return name === 'orphans' ? orphans : new native.OrphanRemoval(name, ...more);
    };
    const used = { ...native, OrphanRemoval };
    const load = (name) => (name === 'pulumi-cloud-compute-native' ? used : require(name));
    ${parts.map((part) => `((require) => {\n${part}\n})(load);`).join('\n')}`;
}

it('a program with the SDK for Node.js deploys, looks up, changes, imports and destroys', async () => {
  const examples = await referenceExamples();
  const test = await startCloud();
  await test.cloud.sshKeys.create({ name: 'workstation', key: keys.ed25519.text });
  const program = (size: number) => `
    const native = require(${JSON.stringify(nodejs)});
    ${examples}
    const provider = new native.Provider('tagged', { defaultTags: { team: 'research' } });
    const data = new native.Volume(
      'data', { size: ${String(size)}, type: 'NVMe', locationCode: 'FIN-01' }, { provider },
    );
    exports.size = data.size;
    exports.codes = native.getLocationsOutput().result.apply((all) => all.map(({ code }) => code).join());`;
  const stack = await PluginStack.create(plugin, test.emulator.url, program(50));
  try {
    await stack.configureProvider(test.emulator.url);
    const output = await stack.up();
    expect(output).toMatch(/codes\s*: "FIN-01/);
    expect(output).toMatch(/size\s*: 50/);
    expect(output).toMatch(/addresses\s*: \[\s*\[0\]: "\d+\./);
    expect(output).toMatch(/cost\s*: \{\s*currency\s*: "usd"\s*hourlyCost\s*: 0\.\d+\s*monthlyCost\s*: \d/);
    expect(await test.cloud.volumes.list()).toContainEqual(
      expect.objectContaining({
        size: 50,
        tags: expect.arrayContaining([
          expect.objectContaining({ key: 'team', value: 'research' }),
        ]) as unknown,
      }),
    );
    expect(await stack.preview('--expect-no-changes')).toMatch(/unchanged/);
    await stack.program(program(60));
    expect(await stack.up()).toMatch(/size\s*: 50 => 60/);
    await importOne(test, stack);
    await stack.destroy();
    expect(await test.cloud.volumes.list()).toEqual([]);
  } finally {
    await stack.dispose();
    await test.close();
  }
});

describe('a stack of dynamic resources', () => {
  /** One of each, with the classes of `cc`; an option for all of them in `opts`. */
  const everyKind = (networks: readonly string[]): string => `
    const [network, other] = ${JSON.stringify(networks)};
    const place = { locationCode: 'FIN-01' };
    const machine = { ...place, instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04' };
    const key = new cc.SshKey('key', { key: ${JSON.stringify(keys.ed25519.text)} }, opts('SshKey'));
    const setup = new cc.StartupScript('setup', { script: '#!/bin/bash\\ntrue\\n' }, opts('StartupScript'));
    const data = new cc.Volume('data', { ...place, size: 50, type: 'NVMe' }, opts('Volume'));
    new cc.Tag('team', { resourceType: 'volume', resourceId: data.id, key: 'team', value: 'vision' }, opts('Tag'));
    const workers = new cc.InstanceGroup('workers', {
      ...place, instanceType: 'CPU.4V.16G', template: { image: 'ubuntu-24.04', osVolume: { size: 50 } },
    }, opts('InstanceGroup'));
    const trainer = new cc.Instance('trainer', {
      ...machine, osVolume: { size: 50 }, volumes: [{ name: 'scratch', size: 20, type: 'NVMe' }],
      existingVolumes: [data.id], sshKeyIds: [key.id], startupScriptId: setup.id, tags: { team: 'vision' },
    }, opts('Instance'));
    new cc.Instance('member', { instanceGroupId: workers.id, groupRevision: workers.revision }, opts('Instance'));
    new cc.Cluster('train', {
      clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', ...place, sshKeyIds: [key.id],
      sharedVolume: { name: 'datasets', size: 100 }, deleteSharedVolumes: true,
    }, opts('Cluster'));
    new cc.AddressMapping('archive', {
      ...place, service: 'storage', sourcePrivateNetworkId: network, sourceCidr: '10.0.8.0/24',
      targetPrivateNetworkId: other, targetCidr: '10.16.8.0/24',
    }, opts('AddressMapping'));
    new cc.EndpointBinding('inference', {
      service: 'inference', sourcePrivateNetworkId: network, endpointIp: '10.0.0.200', targetWorkloadId: trainer.id,
    }, opts('EndpointBinding'));`;

  it('moves to the SDK and back without a change of the cloud', async () => {
    const test = await startCloud({ timeScale: 500 });
    const [first] = await test.cloud.privateNetworks.list();
    const second = await test.cloud.privateNetworks.create({ name: 'other' });
    const kinds = everyKind([first?.id ?? '', second.id]);
    const dynamic = `const cc = require('pulumi-cloud-compute');
      const opts = (kind) => ({ aliases: [{ type: 'cloud-compute:index:' + kind }] });
      ${kinds}`;
    const native = `const cc = require(${JSON.stringify(nodejs)});
      const opts = () => ({});
      ${kinds}`;
    const stack = await PluginStack.create(plugin, test.emulator.url, '');
    /** Everything in the cloud, without the tags of interrupted runs. */
    const inTheCloud = async () =>
      (await everythingIn(test.cloud)).map((one) => ('id' in one ? one.id : one)).sort();
    try {
      await stack.write(dynamic);
      await stack.up();
      const before = await inTheCloud();
      await stack.write(native);
      expect(await stack.preview()).toMatch(/- 1 to delete\n\s+\d+ unchanged/);
      expect(await stack.up()).toMatch(/- 1 deleted\n\s+\d+ unchanged/);
      expect(await inTheCloud()).toEqual(before);
      expect(await stack.preview('--expect-no-changes')).toMatch(/unchanged/);
      await stack.refresh();
      expect(await stack.preview('--expect-no-changes')).toMatch(/unchanged/);
      expect(await inTheCloud()).toEqual(before);

      await stack.write(dynamic);
      expect(await stack.up()).toMatch(/\+ 1 created\n\s+~ 10 updated\n\s+11 changes/);
      expect(await stack.preview('--expect-no-changes')).toMatch(/unchanged/);
      expect(await inTheCloud()).toEqual(before);
      await stack.destroy();
      expect(await everythingIn(test.cloud)).toEqual([]);
    } finally {
      await stack.dispose();
      await test.close();
    }
  });

  it('a fleet moves to a loop without a change of the cloud', async () => {
    const test = await startCloud({ timeScale: 500 });
    const machine = "instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01'";
    const stack = await PluginStack.create(plugin, test.emulator.url, '');
    try {
      await stack.write(`const cc = require('pulumi-cloud-compute');
        new cc.Fleet('workers', { count: 2, instance: { ${machine} } });`);
      await stack.up();
      await stack.write(`const pulumi = require('@pulumi/pulumi');
        const cc = require(${JSON.stringify(nodejs)});
        const parent = new pulumi.ComponentResource('cloud-compute:index:Fleet', 'workers');
        const instances = [0, 1].map((index) =>
          new cc.Instance('workers-' + index, { ${machine}, awaitReady: false }, { parent }));
        new cc.InstancesReady('workers', { instanceIds: instances.map(({ id }) => id) }, { parent });`);
      expect(await stack.up()).toMatch(/- 1 deleted\n\s+5 unchanged/);
      await stack.destroy();
    } finally {
      await stack.dispose();
      await test.close();
    }
  });
});

describe('the example', () => {
  it('deploys, changes, imports and destroys in YAML', () =>
    deployExample(folder, EXAMPLES.yaml, async () => ({ executables: [await ensureLanguageHosts()] })));

  (hasPython() && hasPythonPackages() ? it : it.skip)(
    'deploys, changes, imports and destroys in Python',
    () =>
      deployExample(folder, EXAMPLES.python, async (copy) => ({
        executables: [
          await ensureLanguageHosts(),
          await installPythonRequirements(copy.path, path.join(folder, 'venv'), (command, args, options) =>
            run(command, args, options),
          ),
        ],
      })),
  );

  it('deploys, changes, imports and destroys in Go, with the Automation API', () =>
    deployExample(folder, EXAMPLES.go, async (copy) => {
      await buildGoProgram(copy.path);
      return { commands: goCommands };
    }));
});

(hasPython() ? it : it.skip)('Python compiles every file of its SDK', async () => {
  const python = path.join(folder, 'dist', 'sdk', 'python');
  await run('python3', ['-m', 'compileall', '-q', python]);
  expect(await readFile(path.join(python, 'pyproject.toml'), 'utf8')).toContain('pulumi_cloud_compute');
});

it('Go compiles its SDK and the example', async () => {
  const example = path.join(folder, 'examples', 'vetted');
  await cp(EXAMPLES.go, example, { recursive: true });
  const env = goEnvironment(process.env);
  for (const cwd of [path.join(folder, 'dist', 'sdk', 'go'), example])
    await run('go', ['vet', ...CLI_BUILD_FLAGS, './...'], { cwd, env });
});
