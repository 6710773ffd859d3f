// Which outputs a preview of an update does not know: for every resource, every output against every in-place input.
import * as resources from '../../../../../provider/resources';
import { alteredOutputs } from '../../../../../provider/schema/derived/changeRules';
import type { ResourceSchema } from '../../../../../provider/schema/resourceSchema';
import { UNKNOWN } from '../../../../../provider/schema/unknown';

const NODES = ['status', 'workerNodes', 'jumpHost', 'serviceNodes'];

/** By resource and in-place input: the outputs that a change may alter. An input that is left out alters none. */
const ALTERED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Volume: {
    name: ['pseudoPath', 'createDirectoryCommand', 'mountCommand', 'filesystemToFstabCommand'],
    size: ['baseHourlyCost', 'monthlyPrice', 'hourlyCost', 'monthlyCost'],
    instanceIds: [
      ...['status', 'instanceId', 'attachedTo', 'attachedMachines', 'target'],
      ...['mountCommand', 'filesystemToFstabCommand'],
    ],
  },
  Instance: {
    osVolume: ['storage', 'hourlyCost', 'monthlyCost'],
    volumes: ['hourlyCost', 'monthlyCost', 'ownVolumeIds', 'inlineVolumes'],
    existingVolumes: ['volumeIds'],
    powerState: ['status'],
    waitFor: ['sshHostKey'],
    maxRunDuration: ['expiresAt'],
  },
  Cluster: { powerState: NODES, offlineNodes: NODES, waitFor: ['sshHostKey'], maxRunDuration: ['expiresAt'] },
  InstanceGroup: { name: ['updatedAt'], description: ['updatedAt'], template: ['revision', 'updatedAt'] },
  InstancesReady: { instanceIds: ['instances'] },
  Tag: { value: ['tagId'] },
};

const schemas = Object.values(resources)
  .map(({ schema }) => schema as ResourceSchema)
  .filter(({ isInternal }) => !isInternal);

const inPlace = ({ inputs }: ResourceSchema): string[] =>
  Object.keys(inputs).filter((input) => ['in place', 'grow only'].includes(inputs[input]?.onChange ?? ''));

test('every row of the table is an in-place input of a resource', () => {
  const known = schemas.flatMap((schema) => inPlace(schema).map((input) => `${schema.name}.${input}`));
  const named = Object.entries(ALTERED).flatMap(([name, row]) =>
    Object.keys(row).map((input) => `${name}.${input}`),
  );
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test.each(
  schemas.flatMap((schema) =>
    inPlace(schema).map(
      (input) => [schema.name, input, ALTERED[schema.name]?.[input] ?? [], schema] as const,
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
