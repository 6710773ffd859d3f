// The parts that an update adds to inputs which others share: a note holds them, so that the next run removes only these.
import type { NotedUpdate } from '../../../core/orphans/intentLog';

type Values = Readonly<Record<string, unknown>>;

/** These inputs are lists of names or ids. */
const LISTS = ['existingVolumes', 'offlineNodes'];
/**
 * Of these inputs, a note holds the parts that the update adds, also the tags of inline volumes: others may add parts in
 * the cloud, so a read shows only the parts that state has.
 */
const WITH_PARTS = ['tags', ...LISTS, 'volumes'];
export const hasParts = (property: string): boolean => WITH_PARTS.includes(property);

type Parts = NotedUpdate['parts'];

/** The parts of those of the inputs that have parts. */
export const partsBy = (
  properties: readonly string[],
  parts: (property: string) => readonly string[],
): Parts => Object.fromEntries(properties.filter(hasParts).map((property) => [property, parts(property)]));

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

/** The keys of tags, or the items of a list; of inline volumes, the keys of tags that they lack so far. */
export function partsOf(property: string, value: unknown, before: unknown): readonly string[] {
  if (property === 'tags') return Object.keys(value ?? {});
  if (property !== 'volumes') return (value ?? []) as readonly string[];
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

/** A tag of an inline volume. */
const partOf = (volume: string, key: string): string => `${volume}\n${key}`;

/** The state with all that the update may have added. */
export function withParts<S extends object>(state: S, { parts }: Pick<NotedUpdate, 'parts'>): S {
  const { tags = [], volumes = [] } = parts;
  const values = state as Values;
  const added = {
    ...(tags.length > 0 && { tags: withKeys(values['tags'], tags) }),
    ...Object.fromEntries(
      LISTS.filter((property) => parts[property]?.length).map((property) => [
        property,
        [...new Set([...((values[property] ?? []) as readonly string[]), ...(parts[property] ?? [])])],
      ]),
    ),
    ...(volumes.length > 0 && {
      volumes: listOf(values['volumes']).map((one) => withTagParts(one, volumes)),
    }),
  };
  return { ...state, ...added };
}

function withTagParts(volume: Tagged, parts: readonly string[]): Tagged {
  const start = partOf(volume.name, '');
  const keys = parts.filter((part) => part.startsWith(start)).map((part) => part.slice(start.length));
  return keys.length > 0 ? { ...volume, tags: withKeys(volume.tags, keys) } : volume;
}

const withKeys = (tags: unknown, keys: readonly string[]): Record<string, string> => ({
  ...Object.fromEntries(keys.map((key) => [key, ''])),
  ...(tags as Record<string, string> | undefined),
});
