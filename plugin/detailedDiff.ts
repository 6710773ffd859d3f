// The changes of a resource, property by property, as `pulumi preview --diff` shows them.
import type { ResourceDiff } from '../provider/engine/verbs/diff';
import { HIDDEN_OUTPUTS } from '../provider/engine/hiddenProperties';
import { same } from '../provider/schema/derived/same';
import type { Properties } from './protocol/values';

type What = 'ADD' | 'DELETE' | 'UPDATE';

/** A changed property, or a changed key inside one. */
export interface PropertyChange {
  readonly property: string;
  /** The property with the keys inside it, e.g. `tags["team"]` or `volumes[0]["size"]`. */
  readonly path: string;
  readonly kind: What | `${What}_REPLACE`;
}

/** The changed properties, down to the keys of objects and the entries of lists of the same length. */
export function detailedDiff(diff: ResourceDiff, olds: Properties, news: Properties): PropertyChange[] {
  const changes = diff.changed.flatMap((property) =>
    changesWithin(property, olds[property], news[property]).map(({ path, what }): PropertyChange => {
      const kind = diff.replaces.includes(property) ? (`${what}_REPLACE` as const) : what;
      return { property, path, kind };
    }),
  );
  if (diff.replacedFor === undefined) return changes;
  // The engine shows each replacement at a property; if no input causes it, that is a hidden output.
  const property = HIDDEN_OUTPUTS[diff.replacedFor];
  return [...changes, { property, path: property, kind: 'UPDATE_REPLACE' }];
}

interface Within {
  readonly path: string;
  readonly what: What;
}

function changesWithin(path: string, old: unknown, next: unknown): Within[] {
  if (isObject(old) && isObject(next)) {
    const inside = [...new Set([...Object.keys(old), ...Object.keys(next)])]
      .filter((key) => !same(old[key], next[key]))
      .flatMap((key) => changesWithin(`${path}[${JSON.stringify(key)}]`, old[key], next[key]));
    if (inside.length > 0) return inside;
  }
  // `replaceOnChanges` may name an entry of a list.
  if (Array.isArray(old) && Array.isArray(next) && old.length === next.length)
    return next.flatMap((entry: unknown, index) =>
      same(old[index], entry) ? [] : changesWithin(`${path}[${index}]`, old[index], entry),
    );
  if (old === undefined) return [{ path, what: 'ADD' }];
  return [{ path, what: next === undefined ? 'DELETE' : 'UPDATE' }];
}

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
