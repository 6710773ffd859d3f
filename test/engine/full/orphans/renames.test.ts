// To the engine, another name in the program is another resource. These tests check what a rename deletes and keeps,
// and the warnings.
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { TestEnvironment } from '../../support/testEnvironment';

/** The alias by which a renamed resource stays the same resource. */
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

describe.each(doors)('a resource that is renamed in the program ($name)', (door) => {
  jest.setTimeout(180_000);
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ door, program: program(tag('old'), machine('old')) });
    await environment.stack.up();
  });

  afterAll(async () => {
    await environment.close();
  });

  it('keeps its tag, which the old name and the new one share', async () => {
    await environment.stack.program(program(tag('new'), machine('old')));
    const { changes } = await environment.stack.up();
    expect(changes).toEqual({ create: 1, delete: 1, same: 2 });
    const [data] = await environment.cloud.volumes.list({ status: 'detached' });
    expect(data?.tags).toEqual([expect.objectContaining({ key: 'stage', value: 'test' })]);
    await environment.stack.refresh();
    expect((await environment.stack.preview()).changes).toEqual({ same: 3 });
  });

  it('gets a warning at preview that its machine would be deleted, and keeps it with an alias', async () => {
    const [before] = await environment.cloud.instances.list();
    await environment.stack.program(program(tag('new'), machine('new')));
    const printed = await environment.stack.preview();
    expect(printed.changes).toMatchObject({ create: 1, delete: 1 });
    expect(printed.output).toContain(`hostname is also the name of the instance ${before?.id ?? ''}`);
    expect(printed.output).toContain('aliases: [{ name: "its old name" }]');
    await environment.stack.program(program(tag('new'), machine('new', formerly('old'))));
    expect((await environment.stack.up()).changes).toEqual({ same: 3 });
    expect((await environment.cloud.instances.list()).map(({ id }) => id)).toEqual([before?.id]);
  });

  it('gets a warning at the update about the data lost without an alias, and is removed with the stack', async () => {
    await environment.stack.program(program(tag('new'), machine('newest')));
    const { output } = await environment.stack.up();
    expect(output).toMatch(/deletes data: the storage os \(50 GB\) is moved to the trash.*restoreVolumeId/);
    const printed = await environment.stack.destroy();
    expect(printed.output).not.toContain('deletes data');
    expect(await everythingIn(environment.cloud)).toEqual([]);
  });
});
