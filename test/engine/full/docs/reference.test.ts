// The examples of the reference, all in one stack: up, an empty preview, the exports of each, destroy.
import { readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import type { CloudComputeClient } from '../../../../api';
import { keys } from '../../../unit/core/validation/publicKeys';
import { everythingIn } from '../../support/lifecycle';
import { TestStack } from '../../support/stacks/stack';
import type { TestCloud } from '../../support/testCloud';
import { startCloud } from '../../support/testCloud';

jest.setTimeout(300_000);

const folder = path.resolve(__dirname, '..', '..', '..', '..', 'examples', 'reference', 'typescript');
const examples = readdirSync(folder).map((file) => path.basename(file, '.ts'));

/** A program that runs each example as its own module, and exports the example's exports. */
const program = examples
  .map((example) => {
    const { outputText } = ts.transpileModule(readFileSync(path.join(folder, `${example}.ts`), 'utf8'), {
      compilerOptions: {
        module: ts.ModuleKind.CommonJS,
        target: ts.ScriptTarget.ES2023,
        esModuleInterop: true,
      },
    });
    return `exports.${example} = (() => { const exports = {};\n${outputText}\nreturn exports; })();`;
  })
  .join('\n');

let test: TestCloud;
let stack: TestStack | undefined;

beforeAll(async () => {
  test = await startCloud({ timeScale: 500 });
  const config = await existing(test.cloud);
  stack = await TestStack.create({ url: test.emulator.url, program, config });
});

afterAll(async () => {
  await stack?.dispose();
  await test.close();
});

/** The things that the examples look up; their configuration names them. */
async function existing(cloud: CloudComputeClient): Promise<Record<string, string>> {
  const place = { location_code: 'FIN-01' };
  const key = await cloud.sshKeys.create({ name: 'workstation', key: keys.ed25519.text });
  await cloud.sshKeys.create({ name: 'team-ci', key: keys.ed25519.text });
  await cloud.scripts.create({ name: 'bootstrap', script: '#!/bin/bash\ntrue\n' });
  const group = await cloud.instanceGroups.create({
    ...{ name: 'batch', description: '', ...place, instance_type: 'CPU.4V.16G' },
    template: { image: 'ubuntu-24.04', os_volume: { size: 50 }, ssh_key_ids: [key], startup_script_id: null },
  });
  const machine = (hostname: string) => ({
    ...{ hostname, description: '', image: 'ubuntu-24.04', instance_type: 'CPU.4V.16G', ...place },
    instance_group_id: group.id,
    tags: [{ key: 'team', value: 'research' }],
  });
  const instance = await cloud.instances.deploy(machine('existing'));
  const deleted = await cloud.instances.deploy(machine('deleted'));
  const cluster = await cloud.clusters.deploy({
    ...{ hostname: 'existing', description: '', cluster_type: '16H100', ...place, ssh_key_ids: [key] },
    image: 'ubuntu-22.04-cuda-12.4-cluster',
  });
  const volume = await cloud.volumes.create({ name: 'existing', size: 10, type: 'NVMe', ...place });
  const lost = await cloud.volumes.create({ name: 'results', size: 100, type: 'NVMe', ...place });
  test.emulator.clock.advance(3600_000);
  await cloud.volumes.delete(lost);
  await cloud.instances.perform({ id: deleted, action: 'delete' });
  const [network] = await cloud.privateNetworks.list();
  const id = network?.id ?? '';
  const other = await cloud.privateNetworks.create({ name: 'other' });
  const [subnet] = await cloud.privateNetworks.subnets.list(id);
  const mapping = await cloud.privateNetworks.addressMappings.create(id, {
    ...{ service: 'backup', location_code: 'FIN-01', source_cidr: '10.0.9.0/24' },
    ...{ target_private_network_id: other.id, target_cidr: '10.16.9.0/24' },
  });
  const binding = await cloud.privateNetworks.endpointBindings.create(id, {
    ...{ service: 'existing', endpoint_ip: '10.0.0.201', target_workload_id: instance },
  });
  return {
    ...{ instanceId: instance, clusterId: cluster, volumeId: volume, networkId: id },
    ...{ network: id, otherNetwork: other.id, subnet: subnet?.id ?? '' },
    ...{ mapping: mapping.id, binding: binding.id },
  };
}

/** The paths of all empty values: undefined, null, an empty text, list or object. */
function emptyIn(value: unknown, at: string): string[] {
  if (value === undefined || value === null || value === '') return [at];
  if (typeof value !== 'object') return [];
  const entries = Object.entries(value);
  return entries.length === 0 ? [at] : entries.flatMap(([name, inner]) => emptyIn(inner, `${at}.${name}`));
}

it('a program creates the resources of each page, and does not change existing resources', async () => {
  if (!stack) throw new Error('There is no stack.');
  await writeFile(path.join(stack.stack.workspace.workDir, 'id_ed25519.pub'), keys.ed25519.text);
  const before = await everythingIn(test.cloud);
  await stack.up();
  expect(Object.keys((await stack.preview()).changes)).toEqual(['same']);
  const outputs = await stack.outputs();
  expect(Object.keys(outputs).sort()).toEqual([...examples].sort());
  expect(Object.entries(outputs).flatMap(([example, shown]) => emptyIn(shown, example))).toEqual([]);
  await stack.destroy();
  const after = await everythingIn(test.cloud);
  const isNew = (one: object) => !before.some((old) => 'id' in old && 'id' in one && old.id === one.id);
  // The shared volume of a cluster stays, unless `deleteSharedVolumes` is true.
  expect(after.filter(isNew)).toEqual([expect.objectContaining({ name: 'datasets', status: 'detached' })]);
  expect(after.filter((one) => !isNew(one))).toEqual(before);
});
