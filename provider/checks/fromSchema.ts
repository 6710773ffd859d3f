// Checks that follow from the schema of a resource.
import type { Problem } from '../../core/validation/shape';
import type { Collection } from '../polling/collection';
import { fixedDifferences } from '../schema/derived/mapping';
import type { ResourceSchema } from '../schema/resourceSchema';
import type { NestedInput } from '../schema/types';
import { UNKNOWN } from '../schema/unknown';
import { adoption, adopts, found, sshKeys, startupScript } from './existing';
import { clusterTypes, instanceTypes, locations, volumeTypes } from './catalogue/listed';
import type { Path, PlannedResource } from './plan';
import { tags } from './tags';
import type { Referred } from './messages';

/**
 * Checks that the object to adopt exists, and that the inputs that cannot change match it.
 *
 * @param inputsFor the inputs that are compared with the object. Default: all.
 */
export function adoptionBySchema<T extends Referred>(
  plan: PlannedResource<{ adoptId: string }>,
  schema: ResourceSchema,
  collection: Collection<T>,
  inputsFor: (object: T) => object = () => plan.inputs,
): Promise<Problem[]> {
  const differences = (object: T) =>
    fixedDifferences(schema, object, inputsFor(object)).filter(({ declared }) => declared !== UNKNOWN);
  return adoption(
    plan,
    schema.noun,
    collection,
    (object) =>
      Object.fromEntries(
        differences(object)
          .filter(({ input }) => !input.hiddenInMessages)
          .map(({ path, is }) => [path, is as string | undefined]),
      ),
    (object) =>
      differences(object)
        .filter(({ input }) => input.hiddenInMessages)
        .map(({ path }) => path),
  );
}

/** Checks new values against the catalogue that the schema names for them, and refuses reserved tags. */
export async function listedInputs<I extends object>(
  plan: PlannedResource<I>,
  { inputs }: ResourceSchema,
): Promise<Problem[]> {
  const checked = Object.entries(inputs)
    // The catalogue limits new objects; an adopted object exists already.
    .filter(
      ([, { onChange }]) =>
        (onChange !== 'replace' && onChange !== 'creation only') ||
        !adopts(plan as unknown as PlannedResource<{ adoptId: string }>),
    )
    .flatMap(([name, input]) => [...withNested(plan, name as Path<I>, input)]);
  const problems = checked.map(async ([path, input]) => problemsOf(plan, path, input));
  return (await Promise.all(problems)).flat();
}

/** An input and those within it, each with its path, e.g. `volumes[0].type`. */
function* withNested<I extends object>(
  plan: PlannedResource<I>,
  path: Path<I>,
  input: NestedInput,
): Generator<[Path<I>, NestedInput]> {
  yield [path, input];
  const isList = input.type.kind === 'list';
  const type = input.type.kind === 'list' ? input.type.items : input.type;
  if (type.kind !== 'inputObject') return;
  const places = isList ? plan.items(path).map((_, index) => `${path}[${String(index)}]`) : [path];
  for (const place of places)
    for (const [name, part] of Object.entries(type.inputs))
      yield* withNested(plan, `${place}.${name}` as Path<I>, part);
}

function problemsOf<I extends object>(
  plan: PlannedResource<I>,
  path: Path<I>,
  input: NestedInput,
): Problem[] | Promise<Problem[]> {
  if (input.type.kind === 'tags') return tags(plan, path);
  if (input.listedIn === undefined) return [];
  switch (input.listedIn) {
    case 'instanceTypes':
      return instanceTypes(plan, plan.changed(path));
    case 'clusterTypes':
      return clusterTypes(plan, plan.changed(path));
    case 'locations':
      return locations(plan, input.type.kind === 'list' ? plan.added(path) : plan.changed(path));
    case 'volumeTypes':
      return volumeTypes(plan, plan.changed(path));
    case 'sshKeys':
      return sshKeys(plan, path);
    case 'startupScripts':
      return startupScript(plan, path);
    case 'instances':
      return found(plan, plan.added(path), 'instance', plan.call.session.instances);
    case 'privateNetworks':
      return found(plan, plan.changed(path), 'private network', plan.call.session.privateNetworks);
  }
}
