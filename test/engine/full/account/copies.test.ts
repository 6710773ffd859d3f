// A library that a program uses may bring its own copy of this package.
import { TestEnvironment } from '../../support/testEnvironment';

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
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ program: PROGRAM });
  });

  afterAll(async () => {
    await environment.close();
  });

  it('share the one hidden owner of the stack', async () => {
    expect((await environment.stack.up()).changes).toEqual({ create: 2 });
    const volumes = await environment.cloud.volumes.list();
    expect(volumes.map(({ name }) => name).sort()).toEqual(['ours', 'theirs']);
    expect(volumes.flatMap(({ tags }) => tags)).toEqual([]);
    expect(await environment.stack.owner()).not.toBe('');
    expect((await environment.stack.preview()).changes).toEqual({ same: 2 });
    await environment.stack.destroy();
    expect(await environment.cloud.volumes.list()).toEqual([]);
  });
});
