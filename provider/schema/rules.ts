import { same } from './derived/same';
import { hasUnknown } from './unknown';

/**
 * What a changed input does:
 * - `update`: the cloud changes it in place;
 * - `replace`: only a new resource can have it;
 * - `nextMachine`: it is stored and serves the next machine, unless `replaceOn` names it;
 * - `setting`: it steers the provider (how to delete, what it may do) and is only stored;
 * - `fixed`: it only speaks of the creation; a change is stored and does nothing to what exists.
 */
export type Effect = 'update' | 'replace' | 'nextMachine' | 'setting' | 'fixed';

/** The rule for one input: what a change of it does, and what counts as one. */
export interface ChangeRule<V = never> {
  readonly effect: Effect;
  /** Whether two values mean the same. */
  readonly same: (old: V | undefined, next: V | undefined) => boolean;
  /** Left out means "not managed here": then nothing is a change. */
  readonly optional?: boolean;
  /** Why this change cannot be had at all, if it cannot. */
  readonly refuse?: (old: V, next: V) => string | undefined;
  /** The parts of a change that only the next machine will have, as paths, e.g. `volumes[0].onSpotDiscontinue`. */
  readonly later?: (old: V | undefined, next: V | undefined, news: object) => readonly string[];
  /** A word for the table in the documentation, e.g. "grows only". */
  readonly note?: string;
}

/** A rule for every input: the compiler insists. */
export type ChangeRules<I> = { readonly [K in keyof I]-?: ChangeRule<NonNullable<I[K]>> };

/** A size in GB that the cloud only ever raises. */
export const growOnly: ChangeRule<number> = {
  effect: 'update',
  same,
  note: 'grows only',
  refuse: (old, next) =>
    next < old
      ? `a volume only grows: it has ${String(old)} GB and cannot become ${String(next)} GB. Set ${String(old)} or more, or move the data to a new, smaller volume`
      : undefined,
};

/** One input that differs, and what that does. */
export interface Change {
  readonly property: string;
  readonly effect: Effect;
}

/** Every input in which `news` says something else than what is there. */
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

/** What these changes, which are had in place, do not do to what exists, in sentences. */
export function onlyStored<I extends object>(
  rules: ChangeRules<I>,
  changes: readonly Change[],
  olds: Partial<I>,
  news: Partial<I>,
): string[] {
  const later = changes.flatMap(({ property, effect }) => {
    if (effect === 'nextMachine') return [{ property, paths: [property] }];
    const [old, next] = [olds[property as keyof I], news[property as keyof I]];
    const parts = (rules[property as keyof I] as ChangeRule<unknown>).later;
    const paths = hasUnknown(next) ? [] : (parts?.(old, next, news) ?? []);
    return paths.length > 0 ? [{ property, paths }] : [];
  });
  // What is taken out of the program asks for nothing.
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
          `${fixed.join(', ')} only ${fixed.length > 1 ? 'matter' : 'matters'} at creation: stored; what exists stays as it is.`,
        ]
      : []),
  ];
}
