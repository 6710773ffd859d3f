import { same } from './same';
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

const rule = <V>(effect: Effect): ChangeRule<V> => ({ effect, same });

export const update: ChangeRule<unknown> = rule('update');
export const replace: ChangeRule<unknown> = rule('replace');
export const nextMachine: ChangeRule<unknown> = rule('nextMachine');
export const setting: ChangeRule<unknown> = rule('setting');
export const fixed: ChangeRule<unknown> = rule('fixed');

/** The order and repetition of a list mean nothing. */
export function asSet(inner: ChangeRule<unknown>): ChangeRule<readonly string[]> {
  const set = (value: readonly string[] | undefined) => [...new Set(value ?? [])].sort();
  return { ...inner, same: (old, next) => same(set(old), set(next)) };
}

/** Left out means "not managed here", never a change. */
export function unmanagedWhenLeftOut<V>(inner: ChangeRule<V>): ChangeRule<V> {
  return { ...inner, optional: true };
}

/** Values are compared by what `meaning` makes of them. */
export function by<V>(inner: ChangeRule<unknown>, meaning: (value: V) => unknown): ChangeRule<V> {
  const of = (value: V | undefined) => (value === undefined ? undefined : meaning(value));
  return { ...inner, same: (old, next) => same(of(old), of(next)) };
}

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

/** The inputs by whose change a resource can be replaced. */
export const replaceable = (rules: Readonly<Record<string, { readonly effect: Effect }>>): string[] =>
  Object.keys(rules).filter((name) => !['setting', 'fixed'].includes(rules[name]?.effect ?? ''));

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

/** Whether what is shown of a property is what the program means. What is not shown tells nothing. */
export function isShown<I extends object>(
  rules: ChangeRules<I>,
  property: keyof I & string,
  shown: Partial<I>,
  meant: Partial<I>,
): boolean {
  const { same: equal } = rules[property] as ChangeRule<unknown>;
  return shown[property] !== undefined && equal(shown[property], meant[property]);
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

/**
 * The inputs in which what exists is not what the program says and cannot become it, each in a clause.
 *
 * @param actual what is known of what exists; inputs that it leaves out are not compared.
 */
export function differencesFrom<I extends object>(
  rules: ChangeRules<I>,
  actual: Partial<I>,
  inputs: Partial<I>,
): string[] {
  const known = Object.keys(actual).filter((property) => inputs[property as keyof I] !== undefined);
  const wanted = Object.fromEntries(known.map((property) => [property, inputs[property as keyof I]]));
  return changesBetween(rules, actual, wanted as Partial<I>)
    .filter(({ property, effect }) => effect === 'replace' && known.includes(property))
    .map(({ property }) => {
      const [is, said] = [actual[property as keyof I], inputs[property as keyof I]];
      return `${property} is ${JSON.stringify(is)}, the program says ${JSON.stringify(said)}`;
    });
}
