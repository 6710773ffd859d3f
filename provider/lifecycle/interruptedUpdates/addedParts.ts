// The parts that an update adds to inputs which others share: a note holds them, so that the next run removes only these.
import type { NotedUpdate } from '../../../core/orphans/intentLog';

type Values = Readonly<Record<string, unknown>>;

/** To these inputs, others may add parts in the cloud. A read shows only the parts that state has. */
const SHARED = ['tags', 'existingVolumes'];
/** Of these inputs, a note holds the parts that the update adds: also the tags of inline volumes. */
const WITH_PARTS = [...SHARED, 'volumes'];
export const isSharedWithOthers = (property: string): boolean => SHARED.includes(property);

type Parts = NotedUpdate['parts'];

/** The parts of those of the inputs that have parts. */
export const partsBy = (
  properties: readonly string[],
  parts: (property: string) => readonly string[],
): Parts =>
  Object.fromEntries(
    properties
      .filter((property) => WITH_PARTS.includes(property))
      .map((property) => [property, parts(property)]),
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

/** The keys of tags, or the ids of volumes; of inline volumes, the keys of tags that they lack so far. */
export function partsOf(property: string, value: unknown, before: unknown): readonly string[] {
  if (property === 'tags') return Object.keys(value ?? {});
  if (property !== 'volumes') return (value ?? []) as readonly string[];
  const old = new Map(listOf(before).map(({ name, tags = {} }) => [name, tags]));
  return listOf(value).flatMap(({ name, tags = {} }) =>
    Object.keys(tags)
      .filter((key) => !(key in (old.get(name) ?? {})))
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
  const { tags = [], existingVolumes = [], volumes = [] } = parts;
  const values = state as Values;
  const added = {
    ...(tags.length > 0 && { tags: withKeys(values['tags'], tags) }),
    ...(existingVolumes.length > 0 && {
      existingVolumes: [
        ...new Set([...((values['existingVolumes'] ?? []) as readonly string[]), ...existingVolumes]),
      ],
    }),
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
