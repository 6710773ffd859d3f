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

/** The keys of tags, or the items of a list. */
export const partsOf = (kind: PartKind, value: unknown): readonly string[] =>
  kind === 'keys of tags' ? Object.keys(value ?? {}) : ((value ?? []) as readonly string[]);

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

const withAdded = (kind: PartKind, value: unknown, parts: readonly string[]): unknown =>
  kind === 'keys of tags'
    ? withKeys(value, parts)
    : [...new Set([...((value ?? []) as readonly string[]), ...parts])];

const withKeys = (tags: unknown, keys: readonly string[]): Record<string, string> => ({
  ...Object.fromEntries(keys.map((key) => [key, ''])),
  ...(tags as Record<string, string> | undefined),
});
