import { same } from './derived/same';
import { UNKNOWN, hasUnknown } from './unknown';

/**
 * What a change of an input does:
 * - `update`: the cloud changes the resource in place;
 * - `replace`: it needs a new resource;
 * - `nextMachine`: it is stored and applies to the next machine, unless `replaceOn` names it;
 * - `setting`: it controls the provider (how to delete, what is allowed) and is only stored;
 * - `fixed`: it matters only at creation; a change is stored and has no effect on the existing resource.
 */
export type Effect = 'update' | 'replace' | 'nextMachine' | 'setting' | 'fixed';

/** The rule for one input: what a change of it does, and what counts as a change. */
export interface ChangeRule<V = never> {
  readonly effect: Effect;
  /** Whether two values mean the same. */
  readonly same: (old: V | undefined, next: V | undefined) => boolean;
  /** Left out means "not managed here": then there is no change. */
  readonly optional?: boolean;
  /** Why this change is impossible, if it is. */
  readonly refuse?: (old: V, next: V) => string | undefined;
  /** The paths of the changes that only apply to the next machine, e.g. `volumes[0].onSpotDiscontinue`. */
  readonly later?: (old: V | undefined, next: V | undefined, news: object) => readonly string[];
  /** The old value with the new settings of the provider inside it; left out if it has none inside. */
  readonly withSettingsOf?: (old: V | undefined, next: V | undefined) => unknown;
  /** A few words for the table in the documentation, e.g. "grows only". */
  readonly note?: string;
}

/** A rule for every input; the compiler requires all of them. */
export type ChangeRules<I> = { readonly [K in keyof I]-?: ChangeRule<NonNullable<I[K]>> };

/** A size in GB that can only grow. */
export const growOnly: ChangeRule<number> = {
  effect: 'update',
  same,
  note: 'grows only',
  refuse: (old, next) =>
    next < old
      ? `a volume only grows: it has ${String(old)} GB and cannot become ${String(next)} GB. Set ${String(old)} or more, or move the data to a new, smaller volume`
      : undefined,
};

/** A changed input, and what the change does. */
export interface Change {
  readonly property: string;
  readonly effect: Effect;
}

/** Every input in which `news` differs from the existing resource. */
export function changesBetween<I extends object>(
  rules: ChangeRules<I>,
  olds: Partial<I>,
  news: Partial<I>,
  replaceOn: readonly string[] = [],
): Change[] {
  const changes: Change[] = [];
  for (const property of Object.keys(rules) as (keyof I & string)[]) {
    const { effect, optional, same: equal } = rules[property] as ChangeRule<unknown>;
    const next = news[property] ?? undefined;
    if (optional && next === undefined) continue;
    if (!hasUnknown(next) && equal(olds[property] ?? undefined, next)) continue;
    const asked = replaceOn.includes(property) && effect !== 'setting' && effect !== 'fixed';
    changes.push({ property, effect: asked ? 'replace' : effect });
  }
  return changes;
}

/** Whether a change may turn out to be none, once the unknown parts of the new value are known. */
export function mayStay<I extends object>(
  rules: ChangeRules<I>,
  { property }: Change,
  olds: Partial<I>,
  news: Partial<I>,
): boolean {
  const [old, next] = [olds[property as keyof I], news[property as keyof I]];
  if (!hasUnknown(next)) return false;
  const rule = rules[property as keyof I] as ChangeRule<unknown>;
  return rule.same(old ?? undefined, withKnown(old, next));
}

/** The new value with the old parts in the place of the unknown ones. */
function withKnown(old: unknown, next: unknown): unknown {
  if (next === UNKNOWN) return old ?? undefined;
  if (Array.isArray(next))
    return next.map((entry, index) => withKnown(Array.isArray(old) ? old[index] : undefined, entry));
  if (typeof next !== 'object' || next === null) return next;
  const before = (typeof old === 'object' ? old : undefined) as Readonly<Record<string, unknown>> | undefined;
  return Object.fromEntries(
    Object.entries(next).map(([key, value]) => [key, withKnown(before?.[key], value)]),
  );
}

/** Sentences about changes that are stored and not applied to the existing resource; none about what may stay. */
export function onlyStored<I extends object>(
  rules: ChangeRules<I>,
  all: readonly Change[],
  olds: Partial<I>,
  news: Partial<I>,
): string[] {
  const changes = all.filter((change) => !mayStay(rules, change, olds, news));
  const later = changes.flatMap(({ property, effect }) => {
    if (effect === 'nextMachine') return [{ property, paths: [property] }];
    const [old, next] = [olds[property as keyof I], news[property as keyof I]];
    const parts = (rules[property as keyof I] as ChangeRule<unknown>).later;
    const paths = hasUnknown(next) ? [] : (parts?.(old, next, news) ?? []);
    return paths.length > 0 ? [{ property, paths }] : [];
  });
  // An input that was removed from the program requests nothing.
  const fixed = changes
    .filter(({ property, effect }) => effect === 'fixed' && news[property as keyof I] !== undefined)
    .map(({ property }) => property);
  return [
    ...(later.length > 0
      ? [
          `${later.flatMap(({ paths }) => paths).join(', ')} cannot change on a machine that exists: stored for the next one. ` +
            `To replace this machine now, add replaceOn: ${JSON.stringify(later.map(({ property }) => property))}.`,
        ]
      : []),
    ...(fixed.length > 0
      ? [
          `${fixed.join(', ')} only ${fixed.length > 1 ? 'matter' : 'matters'} at creation: the new value is stored, and the existing resource stays as it is.`,
        ]
      : []),
  ];
}
