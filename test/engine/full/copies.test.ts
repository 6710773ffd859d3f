// A library that a program uses may bring a copy of this package of its own.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';
import { TestStack } from '../support/stack';

const disk = (copy: string, name: string) =>
  `new ${copy}.Volume('${name}', { name: '${name}', size: 50, type: 'NVMe', locationCode: 'FIN-01' });`;

const PROGRAM = `
  const path = require('path');
  const root = path.dirname(require.resolve('pulumi-cloud-compute/package.json'));
  for (const file of Object.keys(require.cache))
    if (file.startsWith(path.join(root, 'dist'))) delete require.cache[file];
  const other = require('pulumi-cloud-compute');
  if (other.Volume === cc.Volume) throw new Error('This is no other copy.');
  ${disk('cc', 'ours')} ${disk('other', 'theirs')}`;

describe('two copies of the package in one program', () => {
  jest.setTimeout(180_000);
  let emulator: Emulator;
  let cloud: CloudComputeClient;
  let stack: TestStack;

  beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 200 });
    cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
    stack = await TestStack.create({ url: emulator.url, program: PROGRAM });
  });

  afterAll(async () => {
    await stack.dispose();
    cloud.close();
    await emulator.close();
  });

  it('share the one hidden owner of the stack', async () => {
    expect((await stack.up()).changes).toEqual({ create: 2 });
    const volumes = await cloud.volumes.list();
    expect(volumes.map(({ name }) => name).sort()).toEqual(['ours', 'theirs']);
    expect(volumes.flatMap(({ tags }) => tags)).toEqual([]);
    expect(await stack.owner()).not.toBe('');
    expect((await stack.preview()).changes).toEqual({ same: 2 });
    await stack.destroy();
    expect(await cloud.volumes.list()).toEqual([]);
  });
});
