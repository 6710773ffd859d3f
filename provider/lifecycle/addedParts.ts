// The parts that an update adds to inputs which others share: a note holds them, so that the next run removes only these.
import type { NotedUpdate } from '../../core/orphans/intentLog';
import type { PartKind, SharedInputs } from '../schema/derived/sharedInputs';

type Values = Readonly<Record<string, unknown>>;

type Parts = NotedUpdate['addedParts'];

/** The parts of the shared inputs among these. */
export const partsBy = (
  shared: SharedInputs,
  properties: readonly string[],
  parts: (property: string, kind: PartKind) => readonly string[],
): Parts =>
  Object.fromEntries(
    Object.entries(shared)
      .filter(([property]) => properties.includes(property))
      .map(([property, kind]) => [property, parts(property, kind)]),
  );

/** The parts of two updates. */
export const withMore = (parts: Parts, more: Parts): Parts => ({
  ...parts,
  ...Object.fromEntries(
    Object.entries(more).map(([property, names]) => [
      property,
      [...new Set([...(parts[property] ?? []), ...names])],
    ]),
  ),
});

/** The keys of tags, or the items of a list; of items with tags, the keys of tags that they lack so far. */
export function partsOf(kind: PartKind, value: unknown, before: unknown): readonly string[] {
  if (kind === 'keys of tags') return Object.keys(value ?? {});
  if (kind === 'items') return (value ?? []) as readonly string[];
  const old = new Map(listOf(before).map(({ name, tags = {} }) => [name, tags]));
  return listOf(value).flatMap(({ name, tags = {} }) =>
    Object.keys(tags)
      .filter((key) => !Object.hasOwn(old.get(name) ?? {}, key))
      .map((key) => partOf(name, key)),
  );
}

interface Tagged {
  readonly name: string;
  readonly tags?: Readonly<Record<string, string>>;
}

const listOf = (value: unknown): readonly Tagged[] => (value ?? []) as readonly Tagged[];

/** A tag of an item. */
const partOf = (item: string, key: string): string => `${item}\n${key}`;

/** The state with all that the update may have added. */
export function withParts<S extends object>(shared: SharedInputs, state: S, parts: Parts): S {
  const values = state as Values;
  const added: Values = Object.fromEntries(
    Object.entries(shared)
      .filter(([property]) => (parts[property] ?? []).length > 0)
      .map(([property, kind]) => [property, withAdded(kind, values[property], parts[property] ?? [])]),
  );
  return { ...state, ...added };
}

function withAdded(kind: PartKind, value: unknown, parts: readonly string[]): unknown {
  if (kind === 'keys of tags') return withKeys(value, parts);
  if (kind === 'items') return [...new Set([...((value ?? []) as readonly string[]), ...parts])];
  return listOf(value).map((one) => withTagParts(one, parts));
}

function withTagParts(item: Tagged, parts: readonly string[]): Tagged {
  const start = partOf(item.name, '');
  const keys = parts.filter((part) => part.startsWith(start)).map((part) => part.slice(start.length));
  return keys.length > 0 ? { ...item, tags: withKeys(item.tags, keys) } : item;
}

const withKeys = (tags: unknown, keys: readonly string[]): Record<string, string> => ({
  ...Object.fromEntries(keys.map((key) => [key, ''])),
  ...(tags as Record<string, string> | undefined),
});
