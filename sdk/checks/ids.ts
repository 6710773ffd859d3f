import * as pulumi from '@pulumi/pulumi';
import { typeToken } from '../../core/urn';
import { sourcesOf, typeOf } from '../pulumi/undeclared';

/** The value of another argument decides the class. */
interface NamedIn {
  readonly namedIn: string;
  readonly classes: Readonly<Record<string, string>>;
}

/** The classes of a list of ids. */
interface ListOf {
  readonly listOf: readonly string[];
}

/** The classes whose ids an argument takes, by its name; nested arguments too. */
export type Ids = Readonly<Record<string, readonly string[] | ListOf | NamedIn>>;

/** The outputs that users of other clouds may write in the place of an id. */
const NAMES = ['name', 'hostname'];

type Properties = Readonly<Record<string, unknown>>;

/**
 * Refuses the id of a resource of another class, e.g. `sshKeyIds: [script.id]`, the name of a resource, and one id in
 * the place of a list. The provider cannot: in a preview, the outputs of a new resource are unknown.
 */
export const wrongIds = (args: Properties, ids: Ids): string[] =>
  Object.entries(args).flatMap(([name, value]) => {
    // Users choose the keys of tags, so a key may look like an argument.
    const inner =
      isPlain(value) && name !== 'tags' ? wrongIds(value, ids).map((problem) => `${name}.${problem}`) : [];
    return [...inner, ...wrongIdsOf(name, value, ids, classesOf(ids[name], args))];
  });

/** Problems with the ids in one argument. */
function wrongIdsOf(
  name: string,
  value: unknown,
  ids: Ids,
  classes: readonly string[] | undefined,
): string[] {
  const accepted = ids[name];
  if (accepted === undefined || classes === undefined) return [];
  if ('listOf' in accepted && !Array.isArray(value) && classOfId(value) !== undefined)
    return [`${name} takes a list of ids, not one id: write it in brackets.`];
  const entries = Array.isArray(value) ? (value as unknown[]) : [value];
  return entries.flatMap((entry, index) => {
    const path = Array.isArray(value) ? `${name}[${String(index)}]` : name;
    const namesake = NAMES.map((property) => classOf(entry, property)).find((one) => one !== undefined);
    if (namesake !== undefined && classes.length > 0)
      return [`${path} is the name of a resource (${namesake}): write an id (${classes.join(', ')}).`];
    const given = classOfId(entry);
    if (given === undefined || classes.includes(given)) return [];
    return classes.length === 0
      ? `${path} takes an object, not the id of a resource (${given})${remedyFor(given, ids)}.`
      : `${path} is the id of another kind of resource (${given}): write the id of the right kind (${classes.join(', ')}).`;
  });
}

/** Where the id belongs instead. */
function remedyFor(given: string, ids: Ids): string {
  const places = Object.keys(ids).filter((name) => classesOf(ids[name], {})?.includes(given));
  return places.length === 0 ? '' : `: write it in ${places.join(' or ')}`;
}

/** Outputs, promises, resources and assets are no plain objects: they are sent as a whole. */
export const isPlain = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function classesOf(ids: Ids[string] | undefined, args: Properties): readonly string[] | undefined {
  if (ids === undefined) return undefined;
  if ('listOf' in ids) return ids.listOf;
  if (!('namedIn' in ids)) return ids;
  const name = args[ids.namedIn];
  const named = typeof name === 'string' ? ids.classes[name] : undefined;
  return named === undefined ? undefined : [named];
}

/** The class of the resource of this package that a value is the id of. A resource is sent as its id. */
export const classOfId = (value: unknown): string | undefined =>
  pulumi.CustomResource.isInstance(value) ? ownClassOf(value) : classOf(value, 'id');

/** The class of the resource of this package that an output is a property of. */
function classOf(value: unknown, property: string): string | undefined {
  const resource = resourceOf(value, property);
  return resource && ownClassOf(resource);
}

/** The name of the class without the package; undefined if it is of another package. */
function ownClassOf(resource: pulumi.Resource): string | undefined {
  const type = typeOf(resource);
  return type?.startsWith(typeToken('')) ? type.slice(typeToken('').length) : undefined;
}

/** The resource that an output is a property of. */
export const resourceOf = (value: unknown, property: string): pulumi.CustomResource | undefined =>
  pulumi.Output.isInstance(value)
    ? sourcesOf(value)
        .filter((source) => pulumi.CustomResource.isInstance(source))
        .find((source) => Reflect.get(source, property) === value)
    : undefined;
