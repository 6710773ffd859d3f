// Pulumi's own options of resources and commands, on the real engine.
import { TestEnvironment } from '../support/testEnvironment';
import { OperationFailed } from '../support/stack';

jest.setTimeout(300_000);

const URN = 'urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:';
const KEY = `new cc.SshKey('me', { key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a' })`;

/** A volume in a component. */
const inComponent = (
  name: string,
  { opts = '', args = '', component = '' }: { opts?: string; args?: string; component?: string } = {},
): string => `
  const team = new pulumi.ComponentResource('my:module:Team', 'team', {}, { ${component} });
  const volume = new cc.Volume('${name}', {
    size: 50, type: 'NVMe', locationCode: 'FIN-01', tags: { team: 'a' }, ${args}
  }, { parent: team, ${opts} });
  exports.id = volume.id;`;

describe('the options of a resource', () => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ program: inComponent('data') });
    await environment.up();
  });

  afterAll(() => environment.close());

  it('allow a rename in the program, and ignore changes of the named inputs', async () => {
    const { id } = await environment.stack.outputs();
    const renamed = await environment.up(inComponent('volume', { opts: `aliases: [{ name: 'data' }]` }));
    expect(renamed.changes).toEqual({ same: 1 });
    const ignored = await environment.upAndPreview(
      inComponent('volume', {
        opts: `ignoreChanges: ['size', 'tags']`,
        args: `size: 70, tags: { team: 'b' }`,
      }),
    );
    expect(ignored.changes).toEqual({ same: 1 });
    expect(await environment.stack.outputs()).toEqual({ id });
    expect(await environment.cloud.volumes.list()).toMatchObject([{ id, size: 50, tags: [{ value: 'a' }] }]);
  });

  it('make outputs secret, and apply transformations', async () => {
    const { changes } = await environment.upAndPreview(
      inComponent('volume', {
        opts: `additionalSecretOutputs: ['mountCommand']`,
        component: `transformations: [({ type, props, opts }) =>
          type.endsWith(':Volume') ? { props: { ...props, tags: { team: 'c' } }, opts } : undefined]`,
      }),
    );
    expect(changes).toEqual({ update: 1 });
    expect(await environment.cloud.volumes.list()).toMatchObject([{ tags: [{ value: 'c' }] }]);
    expect(await environment.stack.stateText()).not.toContain('mount -t ext4');
  });

  it('replace it only on the named changes, also if it cannot change in place', async () => {
    const { id } = await environment.stack.outputs();
    const same = inComponent('volume', { opts: `replaceOnChanges: ['size']` });
    expect(await environment.preview(same)).not.toContain('replace');
    const smaller = inComponent('volume', { opts: `replaceOnChanges: ['*']`, args: 'size: 40' });
    const { changes, output } = await environment.up(smaller);
    expect(changes).toMatchObject({ replace: 1 });
    expect(output).toContain('Replacing it deletes data');
    expect((await environment.cloud.volumes.list()).map((found) => found.id)).not.toContain(id);
    await environment.stack.refresh();
    expect((await environment.stack.preview()).changes).toEqual({ same: 1 });
  });

  it('are refused if they would have no effect or lose something', async () => {
    const besides = `const other = ${KEY}; class Aws extends pulumi.ProviderResource {
      constructor() { super('aws', 'aws', {}); }
    }`;
    const kept = await environment.refusal(
      `${besides} ${inComponent('volume', { opts: 'deletedWith: other' })}`,
    );
    expect(kept).toContain('deletedWith of "volume" would leave the resource billed and unmanaged');
    const provided = await environment.refusal(
      `${besides} ${inComponent('volume', { opts: 'provider: new Aws()' })}`,
    );
    expect(provided).toContain('The option provider of "volume" has no effect');
  });
});

describe('an operation on some of the resources', () => {
  let environment: TestEnvironment;
  const machine = `
    const data = new cc.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });
    new cc.Instance('machine', {
      instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01', existingVolumes: [data.id],
    });`;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ program: machine });
  });

  afterAll(() => environment.close());

  it('needs the owner first: without it nothing is created', async () => {
    const failure = await environment.stack
      .up({ target: [`${URN}Volume::data`] })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OperationFailed);
    expect((failure as OperationFailed).output).toContain(`Add --target '${URN}Owner::owner'`);
    expect(await environment.cloud.volumes.list()).toEqual([]);
  });

  it('creates and deletes them together with their dependents', async () => {
    const target = [`${URN}Owner::owner`, `${URN}Volume::data`];
    await environment.stack.up({ target });
    expect(await environment.stack.resources()).toHaveLength(1);
    await environment.upAndPreview();
    expect(await environment.stack.resources()).toHaveLength(2);
    await environment.stack.destroy({ target: [`${URN}Volume::data`], targetDependents: true });
    expect(await environment.stack.resources()).toEqual([]);
    expect(await environment.cloud.instances.list()).toEqual([]);
  });

  it('leaves a machine unchanged if its image is no longer in the catalogue', async () => {
    await environment.up(machine);
    const retire = (operation: string, set: object): void => {
      environment.emulator.control.faults.add({
        kind: 'rewrite',
        set: { ...set },
        operation,
        times: 'always',
      });
    };
    retire('listImages', { image_type: 'another' });
    retire('listInstanceTypes', { supported_os: ['another'] });
    expect((await environment.stack.preview()).changes).toEqual({ same: 2 });
    const tagged = machine.replace('existingVolumes', `tags: { team: 'a' }, existingVolumes`);
    expect((await environment.up(tagged)).changes).toEqual({ same: 1, update: 1 });
    const another = `${tagged}
      new cc.Instance('another', { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' });`;
    expect(await environment.refusal(another)).toMatch(/image .*ubuntu-24\.04/);
    await environment.stack.program(machine);
    await environment.stack.destroy();
  });
});
