import * as pulumi from '@pulumi/pulumi';
import * as sdk from 'pulumi-cloud-compute';
import {
  Cluster,
  Instance,
  InstanceGroup,
  InstancesReady,
  SshKey,
  StartupScript,
  Tag,
  Volume,
} from 'pulumi-cloud-compute';
import { CONTEXT } from '../../../core/hiddenProperties';
import type { HiddenInputs } from '../../../core/hiddenProperties';
import { wholeUrn } from '../../../core/urn';
import type { CloudComputeResource } from '../../../sdk/resource';
import { publishedSchemas } from '../../publishedSchemas';
import type { Registered } from './support/program';
import { isSecret, run, runOnMocks, valueOf } from './support/program';

const volume = { size: 100, type: 'NVMe', locationCode: 'FIN-01' } as const;
const template = { image: 'ubuntu-24.04', sshKeyIds: ['key'] };

const classes: [string, Record<string, unknown>, (name: string) => CloudComputeResource][] = [
  ['Volume', volume, (name) => new Volume(name, volume)],
  ['Instance', { image: 'ubuntu-24.04' }, (name) => new Instance(name, { image: 'ubuntu-24.04' })],
  ['SshKey', { key: 'ssh-ed25519 AAAA' }, (name) => new SshKey(name, { key: 'ssh-ed25519 AAAA' })],
  ['StartupScript', { script: 'true' }, (name) => new StartupScript(name, { script: 'true' })],
  [
    'InstanceGroup',
    { locationCode: 'FIN-01', instanceType: '1V100.6V', template },
    (name) => new InstanceGroup(name, { locationCode: 'FIN-01', instanceType: '1V100.6V', template }),
  ],
  [
    'Tag',
    { resourceType: 'volume', resourceId: 'v', key: 'team' },
    (name) => new Tag(name, { resourceType: 'volume', resourceId: 'v', key: 'team' }),
  ],
  [
    'Cluster',
    { clusterType: '16H100', image: 'i', locationCode: 'FIN-01', sshKeyIds: [] },
    (name) => new Cluster(name, { clusterType: '16H100', image: 'i', locationCode: 'FIN-01', sshKeyIds: [] }),
  ],
  ['Ready', { instanceIds: ['a'] }, (name) => new InstancesReady(name, { instances: ['a'] })],
];

describe.each(classes)('%s', (name, args, make) => {
  const type = `pulumi-nodejs:dynamic/cloud-compute:${name}`;

  test('passes only the arguments of the program to mocks', async () => {
    const registered = await runOnMocks();
    const resource = make('mine');
    expect(await valueOf(resource.id)).toBe('mine-id');
    expect(registered).toEqual([{ type, name: 'mine', inputs: args, id: undefined }]);
  });

  test('names its provider in a constant text of at most 100 bytes', async () => {
    const registered = await run();
    const urn = await valueOf(make('mine').urn);
    const { __provider: text } = registered.find((resource) => resource.name === 'mine')?.inputs ?? {};
    const exported = `${name[0]?.toLowerCase() ?? ''}${name.slice(1)}`;
    expect(text).toBe(`exports.handler=()=>require("pulumi-cloud-compute/provider").${exported}`);
    expect(String(text).length).toBeLessThanOrEqual(100);
    expect(urn).toBe(`urn:pulumi:stack::project::${type}::mine`);
  });

  test('has all output properties after its construction', async () => {
    await runOnMocks();
    const resource = make('mine') as unknown as Record<string, pulumi.Output<unknown>>;
    const names = Object.keys(resource).filter(
      (key) => !key.startsWith('__') && !['id', 'urn'].includes(key),
    );
    expect(names.length).toBeGreaterThan(Object.keys(args).length);
    expect(names.filter((key) => !pulumi.Output.isInstance(resource[key]))).toEqual([]);
  });
});

/** The hidden inputs of the resource with this name. */
const contextOf = (registered: readonly Registered[], name: string): HiddenInputs =>
  registered.find((one) => one.name === name)?.inputs[CONTEXT] ?? {};

describe('the additional inputs for the provider', () => {
  test('are packed into two properties, because each property costs time', async () => {
    const registered = await run();
    await valueOf(new Volume('data', volume, { customTimeouts: { create: '2h' } }).urn);
    const names = Object.keys(registered.find(({ name }) => name === 'data')?.inputs ?? {});
    expect(names.filter((name) => name.startsWith('__')).sort()).toEqual(['__context', '__provider']);
  });

  test('contain the URN, also below a component, and the timeouts', async () => {
    const registered = await run();
    const parent = new pulumi.ComponentResource('my:index:Lab', 'lab');
    const child = new Volume('data', volume, { parent, customTimeouts: { create: '2h', delete: '5m' } });
    const alone = new Volume('scratch', volume);
    const urn = await valueOf(child.urn);
    const { __urn: urnInput, __timeouts: timeouts } = contextOf(registered, 'data');
    expect(urnInput).toBe(urn);
    const urnOfAlone = await valueOf(alone.urn);
    const { __urn: urnInputOfAlone } = contextOf(registered, 'scratch');
    expect(urnInputOfAlone).toBe('stack::project::scratch');
    expect(wholeUrn(String(urnInputOfAlone), 'Volume')).toBe(urnOfAlone);
    expect(urn).toContain('my:index:Lab$pulumi-nodejs:dynamic/cloud-compute:Volume::data');
    expect(timeouts).toEqual({ create: '2h', delete: '5m' });
  });

  test('say which changes the program ignores', async () => {
    const registered = await run();
    const one = new Volume('one', volume, { ignoreChanges: ['size', 'tags'] });
    const other = new Volume('other', volume);
    await Promise.all([one, other].map(({ urn }) => valueOf(urn)));
    expect(contextOf(registered, 'one').__ignoreChanges).toEqual(['size', 'tags']);
    expect(contextOf(registered, 'other')).not.toHaveProperty('__ignoreChanges');
  });

  describe('the owner of the stack', () => {
    /** The owner that each resource gets, by its name in the program. */
    const ownersByName = async (preview: boolean) => {
      const registered = await run({
        preview,
        answer: ({ type, name, inputs }) => ({
          id: name,
          state: type.endsWith(':Owner') ? { ...inputs, owner: 'a1b2c3', __account: 'd4e5f6' } : inputs,
        }),
      });
      const resources = [
        new Volume('data', volume),
        new SshKey('key', { key: 'ssh-ed25519 AAAA' }),
        new Tag('tag', { resourceType: 'volume', resourceId: 'v', key: 'team' }),
      ];
      await Promise.all(resources.map(({ id }) => valueOf(id)));
      const owners = registered.filter(({ type }) => type.endsWith(':Owner'));
      expect(owners.map(({ name }) => name)).toEqual(['owner']);
      return Object.fromEntries(registered.map(({ name }) => [name, contextOf(registered, name).__owner]));
    };

    test('exists once, and each resource is registered after it', async () => {
      // Without a configured cloud, the program warns that it cannot remove the pending tag of the volume.
      jest.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
      expect(await ownersByName(false)).toEqual({
        owner: undefined,
        data: 'a1b2c3.d4e5f6',
        key: 'a1b2c3.d4e5f6',
        tag: 'a1b2c3.d4e5f6',
      });
    });

    test('is also registered in a preview, with its values in state', async () => {
      expect(await ownersByName(true)).toMatchObject({ data: 'a1b2c3.d4e5f6', key: 'a1b2c3.d4e5f6' });
    });
  });

  test('the owner of the stack is registered again in another run', async () => {
    const first = await run();
    await valueOf(new Volume('data', volume).id);
    const second = await run();
    await valueOf(new Volume('data', volume).id);
    expect([first, second].map((registered) => registered.map(({ name }) => name).sort())).toEqual([
      ['data', 'owner'],
      ['data', 'owner'],
    ]);
  });
});

describe('get', () => {
  test('reads by the id and registers no owner', async () => {
    const registered = await run({ answer: ({ id }) => ({ id: id ?? '', state: { status: 'attached' } }) });
    const found = Volume.get('theirs', 'volume-id');
    expect(await valueOf(found.id)).toBe('volume-id');
    expect(await valueOf(found.status)).toBe('attached');
    expect(registered.map(({ name, id }) => ({ name, id, get: contextOf(registered, name).__get }))).toEqual([
      { name: 'theirs', id: 'volume-id', get: true },
    ]);
  });

  // A gate has no object in the cloud that could be looked up.
  const names = publishedSchemas.map(({ name }) => name).filter((name) => name !== 'InstancesReady');
  test.each(names)('returns an instance of its class: %s', async (name) => {
    await runOnMocks();
    const classOf = sdk as unknown as Readonly<Record<string, typeof Volume>>;
    const found = classOf[name]?.get('theirs', 'an-id');
    expect(found).toBeInstanceOf(classOf[name]);
    expect(names.filter((other) => classOf[other]?.isInstance(found))).toEqual([name]);
  });

  test('refuses an empty id with an explanation', async () => {
    await runOnMocks();
    expect(() => Volume.get('theirs', '')).toThrow(
      new pulumi.RunError('Volume.get("theirs") needs the id of an existing resource, but the id is empty.'),
    );
  });

  test('cannot be looked up with options in the fourth place, as in other packages of Pulumi', () => {
    const loose = Volume as unknown as { get(...args: readonly unknown[]): Volume };
    expect(() => loose.get('theirs', 'volume-id', undefined, { retainOnDelete: true })).toThrow(
      new pulumi.RunError(
        'Volume.get("theirs") takes its options as the third argument, and no state: write Volume.get("theirs", id, { … }).',
      ),
    );
  });

  test('refuses arguments in the place of the id', async () => {
    await runOnMocks();
    expect(() => Volume.get('theirs', { size: 10 } as unknown as string)).toThrow(
      'Volume.get("theirs") needs the id of an existing resource, but the id is an object.',
    );
  });
});

describe('the secret outputs', () => {
  test('include the token of a Jupyter server', async () => {
    await runOnMocks({
      answer: ({ name }) => ({ id: name, state: { jupyterToken: 'hush', ip: '10.0.0.1' } }),
    });
    const options: unknown[] = [];
    const stop = spyOnSecretOutputs(options);
    const machine = new Instance('trainer', { image: 'ubuntu-24.04' });
    await valueOf(machine.id);
    stop();
    expect(options).toEqual([['jupyterToken']]);
  });

  test('include the script if the program passes it as a secret', async () => {
    await runOnMocks();
    const script = new StartupScript('setup', { script: pulumi.secret('export TOKEN=hush') });
    expect(await isSecret(script.script)).toBe(true);
  });
});

describe('an instance with attached volumes', () => {
  const replacing = async (opts: pulumi.CustomResourceOptions, existingVolumes?: string[]) => {
    await runOnMocks();
    const requests: boolean[] = [];
    const stop = spyOnRequests((request) => requests.push(request.getDeletebeforereplace()));
    await valueOf(
      new Instance('trainer', { image: 'i', ...(existingVolumes && { existingVolumes }) }, opts).id,
    );
    stop();
    return requests;
  };

  test('is deleted before it is replaced, as its volumes cannot be in two places', async () => {
    expect(await replacing({}, ['v'])).toEqual([true]);
  });

  test('is replaced before it is deleted if the program says so', async () => {
    expect(await replacing({ deleteBeforeReplace: false }, ['v'])).toEqual([false]);
  });

  test('has no deleteBeforeReplace without volumes', async () => {
    expect(await replacing({})).toEqual([false]);
  });
});

test('a gate accepts instances or their ids', async () => {
  const registered = await runOnMocks();
  const machine = new Instance('trainer', { image: 'i', awaitReady: false });
  await valueOf(new InstancesReady('fleet', { instances: [machine, 'other-id', machine.id] }).id);
  expect(registered.find(({ name }) => name === 'fleet')?.inputs).toEqual({
    instanceIds: ['trainer-id', 'other-id', 'trainer-id'],
  });
});

test('a gate takes ids too, as in the native plugin', async () => {
  const registered = await runOnMocks();
  const machine = new Instance('trainer', { image: 'i', awaitReady: false });
  await valueOf(new InstancesReady('fleet', { instanceIds: [machine.id, 'other-id'] }).id);
  expect(registered.find(({ name }) => name === 'fleet')?.inputs).toEqual({
    instanceIds: ['trainer-id', 'other-id'],
  });
});

test('a gate takes its machines once', () => {
  const args = { instances: ['trainer-id'], instanceIds: ['trainer-id'] };
  expect(() => new InstancesReady('fleet', args as never)).toThrow(
    'instances and instanceIds of the gate "fleet" are the same: leave one of them out.',
  );
});

test('a gate without a list of ids names the argument', () => {
  expect(() => new InstancesReady('fleet', { instanceIds: 'trainer-id' as never })).toThrow(
    'instanceIds of the gate "fleet" must be a list of instances or their ids: { instances: [trainer] }.',
  );
});

test.each([undefined, {}, { instances: 'trainer-id' }])(
  'a gate without a list of instances explains how to write the list: %p',
  (args) => {
    expect(() => new InstancesReady('fleet', args as never)).toThrow(
      'instances of the gate "fleet" must be a list of instances or their ids: { instances: [trainer] }.',
    );
  },
);

interface Request {
  getDeletebeforereplace(): boolean;
  getAdditionalsecretoutputsList(): string[];
}

/** Passes each registration request to `listen`. */
function spyOnRequests(listen: (request: Request) => void): () => void {
  const monitor = pulumi.runtime.getMonitor() as unknown as {
    registerResource(request: Request, done: unknown): unknown;
  };
  const original = monitor.registerResource.bind(monitor);
  monitor.registerResource = (request, done) => {
    listen(request);
    return original(request, done);
  };
  return () => {
    monitor.registerResource = original;
  };
}

const spyOnSecretOutputs = (seen: unknown[]) =>
  spyOnRequests((request) => seen.push(request.getAdditionalsecretoutputsList()));
