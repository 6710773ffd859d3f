import type * as pulumi from '@pulumi/pulumi';
import * as dependsOn from '@pulumi/pulumi/runtime/dependsOn';
import * as rpc from '@pulumi/pulumi/runtime/rpc';
import { SshKey, Volume } from 'pulumi-cloud-compute';
import { passOverNoResources, passOverUndefined } from '../../../sdk/nothing';
import { run, valueOf } from './program';

type Resources = ReadonlySet<pulumi.Resource>;
type LookUp = (resources: Resources, exclude: Resources) => Promise<Set<string>>;

const aResource = { name: 'a resource' } as unknown as pulumi.Resource;

test('a property that is undefined is passed over, and every other value is serialised', async () => {
  const serialised: object[] = [];
  const module = {
    serializeResourceProperties: (_label: string, properties: object) => {
      serialised.push(properties);
      return Promise.resolve('answer');
    },
  };
  passOverUndefined(module);
  const later = Promise.resolve(undefined);
  const properties = { none: undefined, nothing: null, no: false, zero: 0, empty: '', later };
  await expect(module.serializeResourceProperties('a resource', properties)).resolves.toBe('answer');
  expect(serialised).toEqual([{ nothing: null, no: false, zero: 0, empty: '', later }]);
  expect(Object.keys(serialised[0] ?? {})).not.toContain('none');
  expect(Object.keys(properties)).toContain('none');
});

test('what depends on no resource is not looked up, and what depends on some is, without those to leave out', async () => {
  const lookUp = jest.fn<Promise<Set<string>>, [Resources, Resources]>(() =>
    Promise.resolve(new Set(['a URN'])),
  );
  const module = { getAllTransitivelyReferencedResourceURNs: lookUp as LookUp };
  passOverNoResources(module);
  const urnsOf = module.getAllTransitivelyReferencedResourceURNs;
  const [none, some, exclude] = [new Set<never>(), new Set([aResource]), new Set<never>()];
  const [first, second] = [await urnsOf(none, exclude), await urnsOf(none, exclude)];
  expect([...first, ...second]).toEqual([]);
  // The SDK adds to what it is given.
  expect(second).not.toBe(first);
  expect(lookUp).not.toHaveBeenCalled();
  await expect(urnsOf(some, exclude)).resolves.toEqual(new Set(['a URN']));
  expect(lookUp).toHaveBeenCalledWith(some, exclude);
});

test('the SDK that is installed asks both, and registers what the program gave', async () => {
  const serialize = jest.spyOn(rpc, 'serializeResourceProperties');
  // The SDK does not declare it.
  const lookUp = jest.spyOn(
    dependsOn as unknown as { getAllTransitivelyReferencedResourceURNs: LookUp },
    'getAllTransitivelyReferencedResourceURNs',
  );
  const registered = await run();
  const key = new SshKey('laptop', { key: 'ssh-ed25519 AAAA' });
  const size = { size: 100, type: 'NVMe', locationCode: 'FIN-01' } as const;
  const volume = new Volume(
    'data',
    { ...size, name: undefined, tags: { key: key.id } },
    { dependsOn: [key] },
  );
  await valueOf(volume.id);
  const inputs = registered.find(({ name }) => name === 'data')?.inputs;
  expect(inputs).toMatchObject({ ...size, tags: { key: 'laptop-id' } });
  expect(inputs).not.toHaveProperty('name');
  const label = 'resource:data[pulumi-nodejs:dynamic/cloud-compute:Volume]';
  expect(serialize).toHaveBeenCalledWith(label, expect.anything(), expect.anything());
  const looked = lookUp.mock.calls.map(([resources]) => [...resources]);
  expect(looked).toEqual(expect.arrayContaining([[], [key]]));
});
