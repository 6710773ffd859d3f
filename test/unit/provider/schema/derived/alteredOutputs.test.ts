// Which outputs a preview of an update does not know: for every resource, every output against every in-place input.
import * as resources from '../../../../../provider/resources';
import { alteredOutputs } from '../../../../../provider/schema/derived/alteredOutputs';
import type { ResourceSchema } from '../../../../../provider/schema/resourceSchema';
import { UNKNOWN } from '../../../../../provider/schema/unknown';

const NODES = ['status', 'workerNodes', 'jumpHost', 'serviceNodes'];

/** By resource and in-place input: the outputs that a change of the input may alter. All others stay known. */
const ALTERED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Volume: {
    name: ['pseudoPath', 'createDirectoryCommand', 'mountCommand', 'filesystemToFstabCommand'],
    size: ['baseHourlyCost', 'monthlyPrice', 'hourlyCost', 'monthlyCost'],
    instanceIds: [
      ...['status', 'instanceId', 'attachedTo', 'attachedMachines', 'target'],
      ...['mountCommand', 'filesystemToFstabCommand'],
    ],
    tags: [],
  },
  Instance: {
    osVolume: ['storage', 'hourlyCost', 'monthlyCost'],
    volumes: ['hourlyCost', 'monthlyCost', 'ownVolumeIds', 'inlineVolumes'],
    existingVolumes: ['volumeIds'],
    tags: [],
    powerState: ['status'],
  },
  Cluster: { tags: [], powerState: NODES, offlineNodes: NODES },
  InstanceGroup: { name: ['updatedAt'], description: ['updatedAt'], template: ['revision', 'updatedAt'] },
  InstancesReady: { instanceIds: ['instances'] },
  Tag: { value: ['tagId'] },
};

const schemas = Object.values(resources)
  .map(({ schema }) => schema as ResourceSchema)
  .filter(({ isInternal }) => !isInternal);

test('every in-place input of every resource is in the table', () => {
  const inPlace = schemas.map(({ name, inputs }) => [
    name,
    Object.keys(inputs).filter((input) => ['in place', 'grow only'].includes(inputs[input]?.onChange ?? '')),
  ]);
  const found = Object.fromEntries(inPlace.filter(([, inputs]) => inputs?.length)) as Record<
    string,
    string[]
  >;
  expect(found).toEqual(
    Object.fromEntries(Object.entries(ALTERED).map(([name, row]) => [name, Object.keys(row)])),
  );
});

test.each(
  schemas.flatMap((schema) =>
    Object.entries(ALTERED[schema.name] ?? {}).map(
      ([input, altered]) => [schema.name, input, altered, schema] as const,
    ),
  ),
)('a change of %s.%s leaves all outputs known but %j', (_name, input, altered, schema) => {
  const found = alteredOutputs(schema, {}, { [input]: UNKNOWN });
  expect(found.sort()).toEqual([...altered].sort());
});

test('a setting alters no output, and an update without a change may alter all', () => {
  const { schema } = resources.volume;
  expect(alteredOutputs(schema, {}, { deletePermanently: true })).toEqual([]);
  expect(alteredOutputs(schema, {}, {})).toEqual(Object.keys(schema.outputs));
});
