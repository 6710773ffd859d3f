// The policy pack of the examples, applied by the real engine. The engine starts it like a pack of an unknown runtime,
// because the language host that is built from Go modules does not support policy packs.
import { cp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Runner } from '../../support/pipelines/shell';
import { TwoClients } from '../../support/pipelines/twoClients';

jest.setTimeout(300_000);

const root = path.resolve(__dirname, '..', '..', '..', '..');
const START = `exec node "$(node -p "require.resolve('@pulumi/pulumi/cmd/run-policy-pack')")" "$@"`;

let cloud: TwoClients;
let runner: Runner;
let pack: string;
beforeAll(async () => {
  cloud = await TwoClients.start();
  runner = await Runner.start('branch-environment');
  await runner.addCommand('pulumi-analyzer-policy-script', START);
  pack = path.join(path.dirname(runner.program), 'policy-pack');
  await cp(path.join(root, 'examples', 'policy-pack'), pack, {
    recursive: true,
    filter: (source) => !source.includes('node_modules'),
  });
  await symlink(path.join(root, 'node_modules'), path.join(pack, 'node_modules'), 'dir');
  await writeFile(path.join(pack, 'PulumiPolicy.yaml'), 'runtime: script\n');
});
afterAll(async () => {
  await runner.dispose();
  await cloud.close();
});

const pulumi = (...args: string[]) =>
  runner.command('pulumi', args, {
    ...{ CLOUD_COMPUTE_CLIENT_ID: 'emulator', CLOUD_COMPUTE_CLIENT_SECRET: 'emulator' },
  });
/** A stack whose config names the cloud; the credentials are in the environment. */
const select = async (stack: string) => {
  await pulumi('stack', 'select', '--create', stack);
  await pulumi('config', 'set', 'cloudCompute:baseUrl', cloud.emulator.url);
};
const preview = (...args: string[]) => pulumi('preview', '--non-interactive', '--policy-pack', pack, ...args);

test('a stack without the required tag is refused, and the way to add it is named', async () => {
  await select('main');
  await expect(preview()).rejects.toThrow(
    /required-tags[^]*worker-0 has no tag team[^]*pulumi config set --path cloudCompute:defaultTags\.team/,
  );
  await pulumi('config', 'set', '--path', 'cloudCompute:defaultTags.team', 'research');
  const output = await preview();
  expect(output).toContain('cloud-compute@');
  expect(output).not.toMatch(/mandatory/);
  expect(output).toMatch(/has-an-end[^]*worker-0 has no end\. Set its maxRunDuration/);
  await pulumi('config', 'set', 'cloudCompute:maxRunDuration', '12h');
  expect(await preview()).not.toContain('has no end');
  await pulumi('config', 'rm', 'cloudCompute:maxRunDuration');
});

test('the limit of the price counts planned and existing resources', async () => {
  const limits = path.join(pack, 'limits.json');
  await writeFile(limits, JSON.stringify({ 'cost-ceiling': { perHour: 0.3 } }));
  await runner.edit('workers: 1', 'workers: 2');
  const refusal = String(await preview('--policy-pack-config', limits).catch((error: unknown) => error));
  const [, counted] = /The stack costs (\S+) per hour; at most 0\.3 are allowed/.exec(refusal) ?? [];
  const [, planned] = /Price of the stack: (\S+) USD\/h/.exec(refusal) ?? [];
  expect(counted).toBe(planned);
  const up = () => pulumi('up', '--yes', '--policy-pack', pack, '--policy-pack-config', limits);
  await expect(up()).rejects.toThrow(/cost-ceiling/);
  expect(await cloud.hostnames()).toEqual([]);

  await runner.edit('workers: 2', 'workers: 1');
  await up();
  expect(await cloud.hostnames()).toEqual(['main-worker-0']);
});

test('spot machines are refused only in production stacks', async () => {
  await runner.edit('osVolume: { size: 60 },', 'osVolume: { size: 60 }, isSpot: true,');
  await expect(preview()).rejects.toThrow(/no-spot-in-production[^]*worker-0 is a spot machine\. In main,/);
  await select('trial');
  await pulumi('config', 'set', '--path', 'cloudCompute:defaultTags.team', 'research');
  expect(await preview()).not.toMatch(/mandatory/);
});

describe('the limit of the price', () => {
  const price = (output: string) => /Price of the stack: (\S+) USD\/h/.exec(output)?.[1];
  const counted = (output: string) => /The stack costs (\S+) per hour/.exec(output)?.[1];
  /** The output of a preview of this program, which costs more than the limit. */
  const refusedPreview = async (program: string): Promise<string> => {
    const imports = "import * as cc from 'pulumi-cloud-compute';\n";
    await writeFile(path.join(runner.program, 'index.ts'), `${imports}${program}`);
    return String(await preview('--policy-pack-config', limits).catch((error: unknown) => error));
  };
  let limits: string;
  beforeAll(async () => {
    limits = path.join(pack, 'no-cost.json');
    await writeFile(limits, JSON.stringify({ 'cost-ceiling': { perHour: 0 } }));
    await select('members');
    await pulumi('config', 'set', '--path', 'cloudCompute:defaultTags.team', 'research');
  });

  test('counts members of a group, operating-system volumes that are left out, and spot contracts', async () => {
    const image = 'ubuntu-24.04-cuda-12.8-open-docker';
    const group = await cloud.client.instanceGroups.create({
      ...{ name: 'of-another-stack', instance_type: '1A100.22V', location_code: 'FIN-01' },
      template: { image, os_volume: { size: 300 } },
    });
    const program = (data = '') => `
const type = { instanceType: '1H100.80S.30V', locationCode: 'FIN-01' };
const image = '${image}';
const group = new cc.InstanceGroup('group', { ...type, template: { image, osVolume: { size: 200 } } });
new cc.Instance('member', { instanceGroupId: group.id });
${data}
new cc.Instance('elsewhere', { instanceGroupId: '${group.id}' });
new cc.Instance('plain', { ...type, image, osVolume: { name: 'system' } });
new cc.Instance('spot', { ...type, image, contract: 'SPOT' });
`;
    const planned = await refusedPreview(program());
    expect(price(planned)).toBeDefined();
    expect(counted(planned)).toBe(price(planned));
    const updated = await pulumi('up', '--yes', '--skip-preview', '--policy-pack', pack);
    expect(price(updated)).toBe(price(planned));
    expect(counted(await refusedPreview(program()))).toBe(price(planned));
    const changed = await refusedPreview(
      program("new cc.Volume('more', { size: 1000, type: 'NVMe', locationCode: 'FIN-01' });"),
    );
    expect(counted(changed)).toBe(price(changed));
  });

  test('names a resource whose price a preview does not know', async () => {
    const output = await refusedPreview(`
const key = new cc.SshKey('ci', { key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILz9lYd7gMx4jvWPKeEeQpJgGJlFWnoXrDKXbYzxO1zn' });
new cc.Volume('data', { size: key.id.apply(() => 100), type: 'NVMe', locationCode: 'FIN-01' });
`);
    expect(output).toMatch(
      /cost-ceiling[^]*The price of data is not known: string value at \.size can't be known/,
    );
  });
});
