// Another name in the program is another resource to the engine: what is lost by that, what not, and what is said.
import { everythingIn } from '../support/lifecycle';
import { Scene } from '../support/scene';

/** What a renamed resource needs to stay what it is. */
const formerly = (name: string) => `, { aliases: [{ name: '${name}' }] }`;
const tag = (name: string) =>
  `new cc.Tag('${name}', { resourceType: 'volume', resourceId: data.id, key: 'stage', value: 'test' });`;
const machine = (name: string, options = '') =>
  `new cc.Instance('${name}', {
    hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
    osVolume: { name: 'os', size: 50 },
  }${options});`;
const program = (...resources: string[]) =>
  `const data = new cc.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });${resources.join('\n')}`;

describe('a resource that is renamed in the program', () => {
  jest.setTimeout(180_000);
  let scene: Scene;

  beforeAll(async () => {
    scene = await Scene.open({ program: program(tag('old'), machine('old')) });
    await scene.stack.up();
  });

  afterAll(async () => {
    await scene.close();
  });

  it('keeps its tag, which the old name and the new one share', async () => {
    await scene.stack.program(program(tag('new'), machine('old')));
    const { changes } = await scene.stack.up();
    expect(changes).toEqual({ create: 1, delete: 1, same: 2 });
    const [data] = await scene.cloud.volumes.list({ status: 'detached' });
    expect(data?.tags).toEqual([expect.objectContaining({ key: 'stage', value: 'test' })]);
    await scene.stack.refresh();
    expect((await scene.stack.preview()).changes).toEqual({ same: 3 });
  });

  it('gets a warning at preview that its machine would be deleted, and keeps it with an alias', async () => {
    const [before] = await scene.cloud.instances.list();
    await scene.stack.program(program(tag('new'), machine('new')));
    const printed = await scene.stack.preview();
    expect(printed.changes).toMatchObject({ create: 1, delete: 1 });
    expect(printed.output).toContain(`hostname is also the name of the instance ${before?.id ?? ''}`);
    expect(printed.output).toContain('aliases: [{ name: "its old name" }]');
    await scene.stack.program(program(tag('new'), machine('new', formerly('old'))));
    expect((await scene.stack.up()).changes).toEqual({ same: 3 });
    expect((await scene.cloud.instances.list()).map(({ id }) => id)).toEqual([before?.id]);
  });

  it('gets a warning at the update about the data lost without an alias, and is removed with the stack', async () => {
    await scene.stack.program(program(tag('new'), machine('newest')));
    const { output } = await scene.stack.up();
    expect(output).toMatch(/deletes data: the storage os \(50 GB\) is moved to the trash.*restoreVolumeId/);
    const printed = await scene.stack.destroy();
    expect(printed.output).not.toContain('deletes data');
    expect(await everythingIn(scene.cloud)).toEqual([]);
  });
});
