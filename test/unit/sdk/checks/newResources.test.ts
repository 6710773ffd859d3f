import * as pulumi from '@pulumi/pulumi';
import { Instance, InstanceGroup, Tag, Volume } from 'pulumi-cloud-compute';
import type { InstanceArgs } from 'pulumi-cloud-compute';
import { failProgram } from '../../../../sdk/pulumi/failProgram';
import { run, valueOf } from '../support/program';

// Jest fails a test with an unhandled rejection. test/engine/full/programs/badInput holds that the preview fails.
jest.mock('../../../../sdk/pulumi/failProgram', () => ({ failProgram: jest.fn() }));

const inherited = { instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' };
const machine = { ...inherited, image: 'ubuntu-24.04' };
const disk = { size: 50, type: 'NVMe', locationCode: 'FIN-01' } as const;

/** The errors of a preview of the program. The ids of new resources are unknown, those of existing ones are not. */
async function errors(program: () => unknown, id = ''): Promise<string[]> {
  jest.mocked(failProgram).mockClear();
  await run({ answer: ({ inputs }) => ({ id, state: inputs }) });
  program();
  await new Promise(setImmediate);
  return jest.mocked(failProgram).mock.calls.map(([message]) => message);
}

const member = (args: Partial<InstanceArgs>) => () => {
  const template = { image: 'ubuntu-24.04' };
  const group = new InstanceGroup('group', { ...inherited, template });
  new Instance('member', { instanceGroupId: group.id, ...args });
};

test.each([
  ['instanceType', '1V100.6V', 'CPU.4V.16G'],
  ['locationCode', 'FIN-02', 'FIN-01'],
  ['image', 'ubuntu-22.04', 'ubuntu-24.04'],
])('a member of a new group with another %s is refused', async (input, own, ofGroup) => {
  expect(await errors(member({ [input]: own }))).toEqual([
    `${input} of "member" is "${own}", but the members of its new instance group have "${ofGroup}": leave it out to inherit that.`,
  ]);
});

test('a member that inherits or repeats the settings of a new group is accepted', async () => {
  expect(await errors(member({}))).toEqual([]);
  expect(await errors(member(machine))).toEqual([]);
});

test('an output that a stack reference does not have causes a warning', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation();
  await run({
    answer: ({ inputs }) => ({ id: 'dev', state: { ...inputs, outputs: { image: 'ubuntu-24.04' } } }),
  });
  const reference = new pulumi.StackReference('org/project/dev');
  const other = new Instance('other', { image: 'ubuntu-24.04' });
  const trainer = new Instance('trainer', {
    image: reference.getOutput('image'),
    startupScriptId: reference.getOutput('scriptId'),
    description: other.description as pulumi.Output<string>,
  });
  await valueOf(trainer.id);
  await new Promise(setImmediate);
  const warnings = warn.mock.calls.flat();
  warn.mockRestore();
  expect(warnings).toEqual([
    expect.stringContaining(
      'startupScriptId of "trainer" is left out, because the stack reference has no such output: correct the name of the output. Use requireOutput in the place of getOutput: it fails if there is no such output.',
    ),
  ]);
});

test('the provider compares a member with a group that exists', async () => {
  expect(await errors(member({ locationCode: 'FIN-02' }), 'id')).toEqual([]);
});

test('a new volume is no image, unless it is a copy or existed before', async () => {
  const boots = (args: object) => () => {
    const volume = new Volume('os', { ...disk, ...args });
    new Instance('trainer', { ...machine, image: volume.id });
  };
  expect(await errors(boots({}))).toEqual([
    'image of "trainer" is a new volume, which is empty: give an image type, and attach the volume with existingVolumes.',
  ]);
  for (const origin of ['sourceVolumeId', 'restoreVolumeId', 'adoptId'])
    expect(await errors(boots({ [origin]: 'dec0de00-0000-4000-8000-000000000001' }))).toEqual([]);
  const found = await errors(() => {
    const first = new Instance('first', machine);
    const volume = Volume.get(
      'os',
      first.id.apply((id) => id),
    );
    new Instance('trainer', { ...machine, image: volume.id });
  });
  expect(found).toEqual([]);
});

test('a copy that is smaller than its new source is refused', async () => {
  const copies = (size: number) => () => {
    const source = new Volume('source', { ...disk, size: 100 });
    new Volume('copy', { ...disk, size, sourceVolumeId: source.id });
  };
  expect(await errors(copies(50))).toEqual([
    'size of "copy" is 50 GB, but the new volume that it copies has 100 GB: a copy cannot be smaller.',
  ]);
  expect(await errors(copies(100))).toEqual([]);
});

test('a volume in another location than the new instance that it names is refused', async () => {
  const attaching =
    (locationCode: string, more: object = {}) =>
    () => {
      const trainer = new Instance('trainer', { ...machine, ...more });
      new Volume('data', { ...disk, locationCode, instanceIds: [trainer.id], allowShutdown: true });
    };
  expect(await errors(attaching('FIN-02'))).toEqual([
    'instanceIds[0] of "data" is a new instance in "FIN-01", but the volume is in "FIN-02": both have to be in the same location.',
  ]);
  expect(await errors(attaching('FIN-02', { fallbackLocationCodes: ['FIN-02'] }))).toEqual([]);
  expect(await errors(attaching('FIN-01'))).toEqual([]);
});

test('a tag whose key the tags of its new resource declare is refused', async () => {
  const tagging = (key: string) => () => {
    const volume = new Volume('data', { ...disk, tags: { Team: 'ml', ...({ stage: undefined } as object) } });
    new Tag('label', { resourceType: 'volume', resourceId: volume.id, key });
  };
  expect(await errors(tagging('team'))).toEqual([
    'key of "label" is "team", which is also in tags of that resource: declare each key once.',
  ]);
  expect(await errors(tagging('owner'))).toEqual([]);
  expect(await errors(tagging('stage'))).toEqual([]);
});

test('two tags of a new resource with one key are refused', async () => {
  const tagging = (first: string, second: string) => () => {
    const volume = new Volume('data', disk);
    new Tag('one', { resourceType: 'volume', resourceId: volume.id, key: first });
    new Tag('two', { resourceType: 'volume', resourceId: volume.id, key: second });
  };
  expect(await errors(tagging('team', 'Team'))).toEqual([
    'key of "two" is "Team", which is also the key of the Tag "one" of that resource: declare each key once.',
  ]);
  expect(await errors(tagging('team', 'stage'))).toEqual([]);
  // Two components may have tags of one name.
  const inComponents = () => {
    const { id: resourceId } = new Volume('data', disk);
    for (const [index, key] of ['team', 'stage', 'team'].entries()) {
      const parent = new pulumi.ComponentResource('test:index:Part', `part-${index}`);
      new Tag('label', { resourceType: 'volume', resourceId, key }, { parent });
    }
  };
  expect(await errors(inComponents)).toHaveLength(1);
  expect(await errors(tagging('team', 'team'), 'id')).toEqual([]);
});

test('a volume that would be attached to a new running instance is refused unless that may be shut down', async () => {
  const attaching =
    (ofVolume: object, ofInstance: object = {}) =>
    () => {
      const trainer = new Instance('trainer', { ...machine, ...ofInstance });
      new Volume('data', { ...disk, instanceIds: [trainer.id], ...ofVolume });
    };
  expect(await errors(attaching({}))).toEqual([
    'instanceIds[0] of "data" is a new instance, which runs when the volume is attached, and it has to be off for that: name ' +
      'the volume in existingVolumes of the instance instead, or set allowShutdown: true.',
  ]);
  expect(await errors(attaching({ allowShutdown: false }))).toHaveLength(1);
  expect(await errors(attaching({ allowShutdown: true }))).toEqual([]);
  expect(await errors(attaching({}, { powerState: 'offline' }))).toEqual([]);
  expect(await errors(attaching({}), 'id')).toEqual([]);
  // They may be attached to each other already.
  const id = 'dec0de00-0000-4000-8000-000000000001';
  expect(await errors(attaching({ adoptId: id }, { adoptId: id }))).toEqual([]);
});

test('a shutdown that a transformation allows is accepted', async () => {
  const allowing = () => {
    const trainer = new Instance('trainer', machine);
    const allow: pulumi.ResourceTransformation = ({ props, opts }) => ({
      props: { ...(props as object), allowShutdown: true },
      opts,
    });
    new Volume('data', { ...disk, instanceIds: [trainer.id] }, { transformations: [allow] });
  };
  expect(await errors(allowing)).toEqual([]);
});

test('more than nine tags of a new resource are refused, its Tag resources included', async () => {
  const tagging = (count: number, labels: number) => () => {
    const declared = Array.from({ length: count }, (_, index) => [`key-${index}`, 'value'] as const);
    const tags = { ...Object.fromEntries(declared), ...({ none: undefined, nothing: undefined } as object) };
    const volume = new Volume('data', { ...disk, tags });
    for (let index = 0; index < labels; index += 1)
      new Tag(`label-${index}`, { resourceType: 'volume', resourceId: volume.id, key: `label-${index}` });
  };
  expect(await errors(tagging(8, 1))).toEqual([]);
  expect(await errors(tagging(8, 3))).toEqual([
    'resourceId of "label-1" is a new resource that gets 10 tags from tags and from resources of the class Tag, but a ' +
      'new resource has at most 9, because it carries the tag pulumi-pending until its id is in state: remove one.',
  ]);
});
