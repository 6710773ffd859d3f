// Pulumi's own options of resources and commands, on the real engine.
import { doors, dynamic } from '../../support/doors';
import { TestEnvironment } from '../../support/testEnvironment';
import { OperationFailed } from '../../support/stacks/stack';

jest.setTimeout(300_000);

const urnOf = (type: string, name: string) => `urn:pulumi:dev::test::${type}::${name}`;
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

describe.each(doors)('the options of a resource ($name)', (door) => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ door, program: inComponent('data') });
    await environment.up();
  });

  afterAll(() => environment.close());

  const tagsOfVolume = async () => {
    const [volume] = await environment.cloud.volumes.list();
    return door.tagsAfterUp(volume?.tags ?? []);
  };

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
    expect(await environment.cloud.volumes.list()).toMatchObject([{ id, size: 50 }]);
    expect(await tagsOfVolume()).toMatchObject([{ value: 'a' }]);
  });

  it('get the right form for the key of a tag with a dot, and for a wrong name', async () => {
    const dotted = (path: string) =>
      inComponent('volume', {
        opts: `aliases: [{ name: 'data' }], ignoreChanges: ['size', '${path}']`,
        args: `size: 70, tags: { team: 'a', 'a.b': 'c' }`,
      });
    const says = 'put the key with the dot in quotation marks, tags["a.b"]';
    if (door === dynamic) expect(await environment.refusal(dotted('tags.a.b'))).toContain(says);
    else expect(await environment.preview(dotted('tags.a.b'))).toContain(says);
    expect(await environment.preview(dotted('tags["a.b"]'))).not.toContain(says);
    const nearly = door === dynamic ? environment.refusal(dotted('tag')) : environment.preview(dotted('tag'));
    expect(await nearly).toContain('names "tag", which is not a property: did you mean "tags"?');
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
    expect(await tagsOfVolume()).toMatchObject([{ value: 'c' }]);
    expect(await environment.stack.stateText()).not.toContain('mount -t ext4');
  });

  it('replace it only on the named changes, also if it cannot change in place', async () => {
    const { id } = await environment.stack.outputs();
    const same = inComponent('volume', { opts: `replaceOnChanges: ['size']` });
    expect(await environment.preview(same)).not.toContain('replace');
    expect(await environment.refusal(inComponent('volume', { args: 'size: 40' }))).toContain(
      'a volume only grows: it has 50 GB and cannot become 40 GB',
    );
    const smaller = inComponent('volume', { opts: `replaceOnChanges: ['*']`, args: 'size: 40' });
    const { changes, output } = await environment.up(smaller);
    expect(changes).toMatchObject({ replace: 1 });
    // Pulumi does not show this option to a plugin.
    if (door === dynamic) expect(output).toContain('Replacing it deletes data');
    expect((await environment.cloud.volumes.list()).map((found) => found.id)).not.toContain(id);
    await environment.stack.refresh();
    expect((await environment.stack.preview()).changes).toEqual({ same: 1 });
  });

  // Pulumi shows these options to no plugin.
  if (door !== dynamic) return;
  it('are refused if they would have no effect or lose something', async () => {
    // A provider whose plugin each program has: no other one can be taken for granted.
    const besides = `const other = ${KEY}; class Other extends pulumi.ProviderResource {
      constructor() { super('pulumi-nodejs', 'other', {}); }
    }`;
    const kept = await environment.refusal(
      `${besides} ${inComponent('volume', { opts: 'deletedWith: other' })}`,
    );
    expect(kept).toContain('deletedWith of "volume" would leave the resource billed and unmanaged');
    const inherited = await environment.refusal(
      `${besides} ${inComponent('volume', { component: 'deletedWith: other' })}`,
    );
    expect(inherited).toContain('deletedWith of "volume" would leave the resource billed and unmanaged');
    expect(inherited).toContain('Remove the option from its parent');
    const provided = await environment.refusal(
      `${besides} ${inComponent('volume', { opts: 'provider: new Other()' })}`,
    );
    expect(provided).toContain('The option provider of "volume" has no effect');
  });

  it('are known to the provider if the resource inherits them', async () => {
    await environment.up(inComponent('volume', { component: 'retainOnDelete: true' }));
    const [volume] = await environment.stack.resources();
    expect(volume?.inputs).toMatchObject({ __keep: true });
    await environment.up(
      inComponent('volume', { component: 'retainOnDelete: true', opts: 'retainOnDelete: false' }),
    );
    const [released] = await environment.stack.resources();
    expect(released?.inputs).not.toHaveProperty('__keep');
  });
});

describe.each(doors)('the option ignoreChanges ($name)', (door) => {
  it('also keeps what a setting of the stack would add, in later updates, too', async () => {
    const program = (size: number) => `
      new cc.Instance('box', {
        instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01', allowShutdown: true,
        tags: { team: 'a' }, osVolume: { size: ${String(size)} },
      }, { ignoreChanges: ['maxRunDuration', 'tags'] });`;
    const environment = await TestEnvironment.start({ door, program: program(50) });
    try {
      await environment.up();
      await environment.stack.configure('maxRunDuration', '8h');
      await environment.stack.configure('defaultTags', '{"owner":"ml"}');
      expect((await environment.upAndPreview()).changes).toEqual({ same: 1 });
      expect((await environment.upAndPreview(program(60))).changes).toEqual({ update: 1 });
      const [box] = await environment.cloud.instances.list();
      expect(door.tagsAfterUp(box?.tags ?? [])).toMatchObject([{ key: 'team', value: 'a' }]);
    } finally {
      await environment.close();
    }
  });
});

describe.each(doors)('an operation on some of the resources ($name)', (door) => {
  let environment: TestEnvironment;
  const volume = urnOf(door.typeOf('Volume'), 'data');
  const owner = urnOf(dynamic.typeOf('Owner'), 'owner');
  const machineWith = (more: string, opts = '{}') => `
    const data = new cc.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });
    new cc.Instance('machine', {
      instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01', existingVolumes: [data.id], ${more}
    }, ${opts});`;
  const machine = machineWith('');

  beforeAll(async () => {
    environment = await TestEnvironment.start({ door, program: machine });
  });

  afterAll(() => environment.close());

  if (door === dynamic)
    it('needs the owner first: without it nothing is created', async () => {
      const failure = await environment.stack.up({ target: [volume] }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(OperationFailed);
      expect((failure as OperationFailed).output).toContain(`Add --target '${owner}'`);
      expect(await environment.cloud.volumes.list()).toEqual([]);
    });

  it('creates and deletes them together with their dependents', async () => {
    // The engine adds the provider of a plugin's resource itself.
    await environment.stack.up({ target: door === dynamic ? [owner, volume] : [volume] });
    expect(await environment.stack.resources()).toHaveLength(1);
    await environment.upAndPreview();
    expect(await environment.stack.resources()).toHaveLength(2);
    await environment.stack.destroy({ target: [volume], targetDependents: true });
    expect(await environment.stack.resources()).toEqual([]);
    expect(await environment.cloud.instances.list()).toEqual([]);
  });

  it('replaces a machine that holds a volume, which moves to the new machine', async () => {
    await environment.up(machineWith(`tags: { team: 'a' }`));
    const holder = async () => {
      const [data] = await environment.cloud.volumes.list({ status: 'attached' });
      const machines = await environment.cloud.instances.list();
      expect(machines.map(({ id }) => id)).toEqual([data?.instance_id]);
      return data?.instance_id;
    };
    const first = await holder();
    await environment.up(machineWith(`tags: { team: 'b' }`, `{ replaceOnChanges: ['tags'] }`));
    const second = await holder();
    expect(second).not.toBe(first);
    // In a forced replacement the engine asks a plugin for no diff: the program must say that the old machine goes first.
    const opts = door === dynamic ? '{}' : '{ deleteBeforeReplace: true }';
    await environment.stack.program(machineWith(`tags: { team: 'b' }`, opts));
    await environment.stack.up({ replace: [urnOf(door.typeOf('Instance'), 'machine')] });
    expect(await holder()).not.toBe(second);
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
    const tagged = machineWith(`tags: { team: 'a' }`);
    expect((await environment.up(tagged)).changes).toEqual({ same: 1, update: 1 });
    const another = `${tagged}
      new cc.Instance('another', { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' });`;
    expect(await environment.refusal(another)).toMatch(/image .*ubuntu-24\.04/);
    await environment.stack.program(machine);
    await environment.stack.destroy();
  });
});
