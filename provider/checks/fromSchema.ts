// Checks that follow from the schema of a resource.
import type { Problem } from '../../core/validation/shape';
import type { Collection } from '../polling/collection';
import type { Difference } from '../schema/derived/mapping';
import { fixedDifferences, inWords } from '../schema/derived/mapping';
import type { ResourceSchema } from '../schema/resourceSchema';
import type { NestedInput } from '../schema/types';
import { adopts, found, sshKeys, startupScript } from './existing';
import { clusterTypes, instanceTypes, locations, volumeTypes } from './catalogue/listed';
import type { InputValue, Path, PlannedResource } from './plan';
import { tags } from './tags';
import { usedByOthers } from './unique';
import type { Referred } from './messages';

/** How an object to adopt is compared with the program. */
interface Comparison<T> {
  /** Adds the fields that only other lists of the cloud show. Default: none. */
  readonly complete?: (object: T) => T | Promise<T>;
  /** The inputs that are compared with it. Default: all. */
  readonly inputs?: (object: T) => object;
  /** Further checks of the object. */
  readonly also?: (given: InputValue, object: T) => readonly Problem[] | Promise<readonly Problem[]>;
}

/** Checks that the object to adopt exists, and that the inputs that cannot change match it. */
export async function adoptionBySchema<T extends Referred>(
  plan: PlannedResource<{ adoptId: string }>,
  schema: ResourceSchema,
  collection: Collection<T>,
  { complete = (object) => object, inputs = () => plan.inputs, also = () => [] }: Comparison<T> = {},
): Promise<Problem[]> {
  const { noun } = schema;
  const givens = plan.isNew ? plan.changed('adoptId') : [];
  const problems = await found(plan, givens, noun, collection, async (given, object) => [
    ...fixedDifferences(schema, await complete(object), inputs(object)).map((difference) =>
      problemOf(difference, `the ${noun} ${given.value} to adopt`),
    ),
    ...(await also(given, object)),
  ]);
  const duplicates = usedByOthers(
    plan,
    `adopted ${noun}`,
    givens,
    `each ${noun} can be adopted by only one resource`,
  );
  return [...problems, ...duplicates];
}

/** @param which the object to adopt, in words. */
function problemOf({ path, is, declared, input }: Difference, which: string): Problem {
  const remedy = 'change the program to match, or leave adoptId out';
  if (input.hiddenInMessages) return { path, reason: `is not the same as in ${which}: ${remedy}` };
  const both = `is ${inWords(input, declared)}, but ${which} has ${inWords(input, is)}`;
  return input.onChange === 'grow only'
    ? { path, reason: `${both} and cannot shrink: say ${String(is)} or more` }
    : { path, reason: `${both}: ${remedy}` };
}

/** Checks new values against the catalogue that the schema names for them, and refuses reserved tags. */
export async function listedInputs<I extends object>(
  plan: PlannedResource<I>,
  { inputs }: ResourceSchema,
): Promise<Problem[]> {
  const checked = Object.entries(inputs)
    // The catalogue limits new objects; an adopted object exists already.
    .filter(([, { onChange }]) => (onChange !== 'replace' && onChange !== 'creation only') || !adopts(plan))
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
      return found(plan, plan.added(path), 'instance', plan.call.run.instances);
    case 'privateNetworks':
      return found(plan, plan.changed(path), 'private network', plan.call.run.privateNetworks);
  }
}
