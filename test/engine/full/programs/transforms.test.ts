// Transforms, which run in the engine: they reach it from an inline program, whatever language host is installed.
import * as pulumi from '@pulumi/pulumi';
import type { Stack } from '@pulumi/pulumi/automation';
import { LocalWorkspace } from '@pulumi/pulumi/automation';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Volume } from 'pulumi-cloud-compute';
import { ensurePulumi, putOnPath } from '../../../../tools/src/pulumi';
import type { TestCloud } from '../../support/testCloud';
import { OFFLINE } from '../../../../tools/src/pulumiCli/offline';
import { startCloud } from '../../support/testCloud';

jest.setTimeout(300_000);

let testCloud: TestCloud;
/** The folder of the program, with Pulumi's home and the state. */
let folder: string;
let stack: Stack;
/** The inputs that the transform of the next run adds to the volume. */
let added: object;

function program(): Promise<void> {
  pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
    type.endsWith(':Volume') ? { props: { ...props, ...added }, opts } : undefined,
  );
  new Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });
  return Promise.resolve();
}

beforeAll(async () => {
  testCloud = await startCloud();
  folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-transforms-'));
  await symlink(path.join(process.cwd(), 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  putOnPath(process.env, await ensurePulumi());
  stack = await LocalWorkspace.createStack(
    { stackName: 'dev', projectName: 'test', program },
    {
      pulumiHome: path.join(folder, 'home'),
      workDir: folder,
      projectSettings: {
        name: 'test',
        runtime: 'nodejs',
        main: folder,
        backend: { url: `file://${folder}` },
      },
      envVars: { PULUMI_CONFIG_PASSPHRASE: 'engine test', ...OFFLINE },
    },
  );
  await stack.setAllConfig({
    'cloudCompute:baseUrl': { value: testCloud.emulator.url },
    'cloudCompute:clientId': { value: 'emulator' },
    'cloudCompute:clientSecret': { value: 'emulator', secret: true },
  });
});

afterAll(async () => {
  await stack.destroy();
  await testCloud.close();
  await rm(folder, { recursive: true, force: true });
});

test('a preview checks the inputs that a transform sets', async () => {
  added = { locationCode: 'FIN-1' };
  await expect(stack.preview()).rejects.toThrow(/"?FIN-1"?.*FIN-01/);
});

test('an input that a transform adds is ordered, leaves the next preview empty, and can change in place', async () => {
  added = { tags: { team: 'vision' } };
  await stack.up();
  const [data] = await testCloud.cloud.volumes.list();
  expect(data?.tags).toMatchObject([{ key: 'team', value: 'vision' }]);
  expect((await stack.preview()).changeSummary).toEqual({ same: 3 });
  added = { tags: { team: 'speech' } };
  expect((await stack.preview()).changeSummary).toEqual({ same: 2, update: 1 });
});
