// Transformations of Pulumi's SDK get the arguments of the program, and their results reach the provider.
import * as pulumi from '@pulumi/pulumi';
import { Volume } from 'pulumi-cloud-compute';
import type { Registered } from './support/program';
import { runInline, runOnMocks, valueOf } from './support/program';

const args = { size: 50, type: 'NVMe', locationCode: 'FIN-01' } as const;
const isVolume = ({ type }: { type: string }): boolean => type.endsWith(':Volume');
const tagged: pulumi.ResourceTransformation = ({ props, opts, ...resource }) =>
  isVolume(resource) ? { props: { ...(props as object), tags: { team: 'vision' } }, opts } : undefined;
const volumeOf = (registered: readonly Registered[]) => registered.find(isVolume)?.inputs;

test('a transformation of the stack changes the inputs', async () => {
  const registered = await runInline({}, () => {
    pulumi.runtime.registerStackTransformation(tagged);
    new Volume('data', args);
  });
  expect(volumeOf(registered)).toMatchObject({
    ...args,
    tags: { team: 'vision' },
    __context: { __urn: expect.any(String) as string },
  });
});

test('a transformation that leaves out the hidden inputs is refused, with what it has to return', async () => {
  await runInline({}, () => {
    pulumi.runtime.registerStackTransformation(({ opts, ...resource }) =>
      isVolume(resource) ? { props: { ...args, size: 100 }, opts } : undefined,
    );
    expect(() => new Volume('data', args)).toThrow(
      'A transformation of "data" has left out properties that this package adds to those of the program: ' +
        '__provider, __context. Let it return { ...props, … }, with all properties, also those without a value.',
    );
  });
});

test('a transformation that leaves out properties without a value from the hidden owner is refused', async () => {
  await runInline({}, () => {
    pulumi.runtime.registerStackTransformation(({ props, opts }) => {
      const entries = Object.entries(props as Record<string, unknown>).filter(
        ([, value]) => value !== undefined,
      );
      return { props: Object.fromEntries(entries), opts };
    });
    expect(() => new Volume('data', args)).toThrow(
      /A transformation of "owner" has left out properties .*: owner, __account\. Let it return/,
    );
  });
});

test('a transformation of a component changes the inputs, on mocks', async () => {
  const registered = await runOnMocks();
  const parent = new pulumi.ComponentResource('my:module:Team', 'team', {}, { transformations: [tagged] });
  await valueOf(new Volume('data', args, { parent }).urn);
  expect(volumeOf(registered)).toEqual({ ...args, tags: { team: 'vision' } });
});

test('a transformation overrides an argument of the program', async () => {
  const registered = await runOnMocks();
  const larger: pulumi.ResourceTransformation = ({ props, opts }) => ({
    props: { ...(props as object), size: 500 },
    opts,
  });
  await valueOf(new Volume('data', args, { transformations: [larger] }).urn);
  expect(volumeOf(registered)).toEqual({ ...args, size: 500 });
});
