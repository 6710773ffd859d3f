// The policy pack of the examples, applied by the real engine. The engine starts it like a pack of an unknown runtime,
// because the language host that is built from Go modules does not support policy packs.
import { cp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Runner } from '../support/pipelines/shell';
import { TwoClients } from '../support/pipelines/twoClients';

jest.setTimeout(300_000);

const root = path.resolve(__dirname, '..', '..', '..');
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
  await runner.edit('deletePermanently: !isMain,', 'deletePermanently: !isMain, isSpot: true,');
  await expect(preview()).rejects.toThrow(/no-spot-in-production[^]*worker-0 is a spot machine\. In main,/);
  await select('trial');
  await pulumi('config', 'set', '--path', 'cloudCompute:defaultTags.team', 'research');
  expect(await preview()).not.toMatch(/mandatory/);
});
