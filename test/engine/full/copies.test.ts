// A library that a program uses may bring a copy of this package of its own.
import { Scene } from '../support/scene';

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
  let scene: Scene;

  beforeAll(async () => {
    scene = await Scene.open({ program: PROGRAM });
  });

  afterAll(async () => {
    await scene.close();
  });

  it('share the one hidden owner of the stack', async () => {
    expect((await scene.stack.up()).changes).toEqual({ create: 2 });
    const volumes = await scene.cloud.volumes.list();
    expect(volumes.map(({ name }) => name).sort()).toEqual(['ours', 'theirs']);
    expect(volumes.flatMap(({ tags }) => tags)).toEqual([]);
    expect(await scene.stack.owner()).not.toBe('');
    expect((await scene.stack.preview()).changes).toEqual({ same: 2 });
    await scene.stack.destroy();
    expect(await scene.cloud.volumes.list()).toEqual([]);
  });
});
