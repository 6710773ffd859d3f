import * as pulumi from '@pulumi/pulumi';
import { typeToken } from '../../core/urn';
import { sourcesOf, typeOf } from '../pulumi/undeclared';

/** The classes by the values of another argument. */
interface NamedIn {
  readonly namedIn: string;
  readonly classes: Readonly<Record<string, string>>;
}

/** The classes of a list of ids. */
interface ListOf {
  readonly listOf: readonly string[];
}

/** By the name of an argument, also of a nested one: the classes whose ids it takes. */
export type Ids = Readonly<Record<string, readonly string[] | ListOf | NamedIn>>;

type Properties = Readonly<Record<string, unknown>>;

/**
 * Refuses the id of a resource of another class, e.g. `sshKeyIds: [script.id]`, and one id in the place of a list. The
 * provider cannot: in a preview, the id of a new resource is unknown.
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
    const given = classOfId(entry);
    if (given === undefined || classes.includes(given)) return [];
    const path = Array.isArray(value) ? `${name}[${String(index)}]` : name;
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
export function classOfId(value: unknown): string | undefined {
  const resource = pulumi.CustomResource.isInstance(value) ? value : resourceOfId(value);
  const type = resource && typeOf(resource);
  return type?.startsWith(typeToken('')) ? type.slice(typeToken('').length) : undefined;
}

/** The resource that an output is the id of. */
export const resourceOfId = (value: unknown): pulumi.CustomResource | undefined =>
  pulumi.Output.isInstance(value)
    ? sourcesOf(value)
        .filter((source) => pulumi.CustomResource.isInstance(source))
        .find(({ id }) => id === value)
    : undefined;
