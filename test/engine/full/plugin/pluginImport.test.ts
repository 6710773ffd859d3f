// Resources that were made by hand are imported: `import-file`, then `pulumi import`, then a preview without
// changes.
import path from 'node:path';
import { credentialsFor, runCommand } from '../../../unit/cli/command';
import { pluginTest } from '../../support/stacks/pluginTest';
import type { StateResource } from '../../support/stacks/state';
import { stateText } from '../../support/stacks/state';

jest.setTimeout(300_000);

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@example.com';
const PLACE = { location_code: 'FIN-01' };
const SCRIPT = '#!/bin/sh\necho imported\n';

const test = pluginTest();

/** Makes one of everything, as a person does in the console. */
async function makeByHand(): Promise<void> {
  const { cloud, emulator } = test;
  const key = await cloud.sshKeys.create({ name: 'laptop', key: KEY });
  const script = await cloud.scripts.create({ name: 'setup', script: SCRIPT });
  const volume = (name: string) => cloud.volumes.create({ name, size: 50, type: 'NVMe', ...PLACE });
  const data = await volume('data');
  await volume('archive');
  // A volume can be attached once it is detached.
  emulator.clock.advance(60_000);
  await cloud.instances.deploy({
    ...{ hostname: 'trainer', description: 'trains', image: 'ubuntu-24.04', instance_type: 'CPU.4V.16G' },
    ...{ ...PLACE, ssh_key_ids: [key], startup_script_id: script, existing_volumes: [data] },
    tags: [{ key: 'team', value: 'research' }],
  });
  await cloud.instances.deploy({
    ...{ hostname: 'spot', description: '', image: 'ubuntu-24.04', instance_type: 'CPU.4V.16G', ...PLACE },
    ...{ is_spot: true, volumes: [{ name: 'scratch', size: 20, type: 'NVMe' }] },
  });
  await cloud.clusters.deploy({
    ...{ hostname: 'cluster', description: 'trains', cluster_type: '16H100', ...PLACE },
    ...{ image: 'ubuntu-22.04-cuda-12.4-cluster', ssh_key_ids: [key] },
    shared_volume: { name: 'shared', size: 1_000 },
  });
}

/**
 * The program that a person writes from the imported inputs: machines come last, and refer to the resources
 * that they use.
 */
function programOf(resources: readonly StateResource[]): string {
  const isMachine = ({ type }: StateResource) => /Instance$|Cluster$/.test(type);
  const imported = resources.filter(({ type }) => type.startsWith('cloud-compute:index:'));
  const sorted = [...imported.filter((one) => !isMachine(one)), ...imported.filter(isMachine)];
  const references = sorted.map(
    ({ id = '' }, index) => [JSON.stringify(id), `r${String(index)}.id`] as const,
  );
  const lines = sorted.map(({ type, urn, inputs }, index) => {
    const args = references.reduce(
      (text, [id, reference]) => text.replaceAll(id, reference),
      // State hides the text of a script: no program has said whether it is a secret.
      JSON.stringify(inputs, (name, value: unknown) => (name === 'script' ? SCRIPT : value)),
    );
    const name = urn.split('::').pop() ?? '';
    return `const r${String(index)} = new cc.${type.split(':').pop() ?? ''}('${name}', ${args});`;
  });
  return lines.join('\n');
}

it('two commands import an existing project, and the next preview is empty', async () => {
  await makeByHand();
  const stack = await test.deploy('');
  const file = path.join(stack.path, 'import.json');
  const written = await runCommand(['import-file', '--out', file], credentialsFor(test.emulator.url));
  expect(written).toMatchObject({ code: 0 });
  expect(await stack.importFile(file)).toMatch(/8 imported/);
  expect(await stateText(stack.state)).not.toContain('echo imported');
  const program = programOf(await stack.resources());
  expect(program.match(/new cc\./g)).toHaveLength(8);
  await stack.program(program);
  expect(await stack.preview('--expect-no-changes')).toMatch(/unchanged/);
  // State then has the dependencies of the program, in whose order everything is deleted.
  await stack.up();
  await stack.destroy();
  expect(await stack.resources()).toEqual([]);
  const left = await test.cloud.instances.list();
  expect(left.filter(({ status }) => status !== 'discontinued')).toEqual([]);
});

it('an import accepts groups, tags, address mappings and endpoint bindings, and explains a wrong id', async () => {
  const { cloud } = test;
  const volume = await cloud.volumes.create({ name: 'data', size: 50, type: 'NVMe', ...PLACE });
  await cloud.tags.add('volumes', volume, { key: 'team', value: 'research' });
  const key = await cloud.sshKeys.create({ name: 'laptop', key: KEY });
  const group = await cloud.instanceGroups.create({
    ...{ name: 'workers', description: '', ...PLACE, instance_type: 'CPU.4V.16G' },
    template: {
      ...{ image: 'ubuntu-24.04', os_volume: { size: 50 } },
      ...{ ssh_key_ids: [key], startup_script_id: null },
    },
  });
  const machine = await cloud.instances.deploy({
    ...{ hostname: 'trainer', description: '', image: 'ubuntu-24.04', instance_type: 'CPU.4V.16G', ...PLACE },
  });
  const [network] = await cloud.privateNetworks.list();
  const inner = network?.id ?? '';
  const { id: outer } = await cloud.privateNetworks.create({ name: 'outer' });
  const mapping = await cloud.privateNetworks.addressMappings.create(inner, {
    ...{ service: 'storage', ...PLACE, source_cidr: '10.0.9.0/24' },
    ...{ target_private_network_id: outer, target_cidr: '10.16.9.0/24' },
  });
  const binding = await cloud.privateNetworks.endpointBindings.create(inner, {
    ...{ service: 'notebook', endpoint_ip: '10.0.0.201', target_workload_id: machine },
  });
  const stack = await test.deploy('');
  await stack.import('InstanceGroup', 'workers', group.id);
  await stack.import('Tag', 'team', `volume/${volume}/team`);
  await stack.import('AddressMapping', 'storage', mapping.id);
  await stack.import('EndpointBinding', 'notebook', binding.id);
  const program = programOf(await stack.resources());
  expect(program.match(/new cc\./g)).toHaveLength(4);
  await stack.program(program.replaceAll(/}\);$/gm, '}, { protect: true });'));
  expect(await stack.preview('--expect-no-changes')).toMatch(/unchanged/);
  const refused = (kind: string, id: string) =>
    stack.fails('import', `cloud-compute:index:${kind}`, 'x', id, '--yes', '--stack', 'dev');
  expect(await refused('Tag', 'team')).toContain(
    'is not the id of a tag: it has the form instance/<id>/<key>',
  );
  expect(await refused('Instance', volume)).toContain(`There is no instance with the id "${volume}"`);
  expect(await refused('Volume', 'data')).toContain('There is no volume with the id "data" in this project');
});
