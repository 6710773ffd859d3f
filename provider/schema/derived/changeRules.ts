// The effect of a change of each input, derived from a schema.
import { omitUndefined } from '../../../core/values/omitUndefined';
import { meansSame } from './meaning';
import type { Inputs, ResourceSchema } from '../resourceSchema';
import type { ChangeRule, ChangeRules, Effect } from '../rules';
import { changesBetween, growOnly } from '../rules';
import type { Input, OnChange, Type, NestedInput } from '../types';
import { hasUnknown, UNKNOWN } from '../unknown';

const EFFECTS: Readonly<Record<OnChange, Effect>> = {
  'in place': 'update',
  'grow only': 'update',
  replace: 'replace',
  'next machine': 'nextMachine',
  'creation only': 'fixed',
  setting: 'setting',
};

export const changeRulesOf = <S extends ResourceSchema>({ inputs }: S): ChangeRules<Inputs<S>> =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [name, changeRule(name, input)]),
  ) as ChangeRules<Inputs<S>>;

function changeRule(name: string, input: Input): ChangeRule<unknown> {
  const {
    onChange,
    unmanagedWhenLeftOut,
    note = onChange === 'grow only' ? growOnly.note : undefined,
  } = input;
  const within = (old: unknown, next: unknown) => [...pairs({ path: name, input, old, next })];
  return {
    ...(omitUndefined({ note, optional: unmanagedWhenLeftOut }) as Partial<ChangeRule<unknown>>),
    effect: EFFECTS[onChange],
    ...(hasSettings(input.type) && {
      withSettingsOf: (old, next) => withSettingsOf(input.type, old, next),
    }),
    same: (old, next) => meansSame(input, old, next),
    refuse: (old, next) =>
      within(old, next)
        .map(refusal)
        .find((reason) => reason !== undefined),
    later: (old, next, news) =>
      within(old, next)
        .filter((pair) => pair.input !== input && pair.input.onChange === 'next machine')
        .filter((pair) => !(pair.input.inPlaceWhen?.(news) ?? false))
        .filter((pair) => !hasUnknown(pair.next) && !meansSame(pair.input, pair.old, pair.next))
        .map(({ path }) => path),
  };
}

/** Why the change of this value is impossible, if it is. */
function refusal({ input, whole, isNew, ...values }: Pair): string | undefined {
  const { onChange, leftOutMeans } = input;
  const [old, next] = [values.old ?? leftOutMeans, values.next ?? leftOutMeans];
  if (isNew || old === undefined || next === undefined || hasUnknown([old, next])) return undefined;
  if (input.refuse) return input.refuse(old, next, whole);
  if (onChange === 'grow only') return growOnly.refuse?.(old as number, next as number);
  if (onChange !== 'refused' || meansSame(input, old, next)) return undefined;
  return `${JSON.stringify(old)} cannot become ${JSON.stringify(next)}`;
}

/** Whether a change inside an input needs a new resource, although the input changes in place. */
export const replacesWithin = (input: Input | undefined, old: unknown, next: unknown): boolean =>
  input !== undefined &&
  [...pairs({ path: '', input, old, next })].some(
    (pair) =>
      pair.input !== input &&
      pair.input.onChange === 'replace' &&
      !pair.isNew &&
      !meansSame(pair.input, pair.old, pair.next),
  );

type Values = Readonly<Record<string, unknown>>;

/**
 * The outputs that an update may alter. An update without a changed input finishes what an earlier run has begun: it may
 * alter all of them.
 */
export function alteredOutputs(schema: ResourceSchema, olds: Values, news: Values): string[] {
  const changed: string[] = changesBetween(changeRulesOf(schema), olds, news).map(({ property }) => property);
  return Object.entries(schema.outputs)
    .filter(
      ([, { changesWith = [] }]) =>
        changed.length === 0 || changesWith.some((input) => changed.includes(input)),
    )
    .map(([name]) => name);
}

// Settings of the provider inside an input that the cloud has: their newest values apply, as for other settings.

/** Whether there are settings inside values of this type. */
export const hasSettings = (type: Type): boolean =>
  type.kind === 'list'
    ? hasSettings(type.items)
    : type.kind === 'inputObject' &&
      Object.values(type.inputs).some((input) => input.onChange === 'setting' || hasSettings(input.type));

/** The old value with the settings of the new one. Settings that the new one leaves out stay as they are. */
export function withSettingsOf(type: Type, old: unknown, next: unknown): unknown {
  if (old === undefined || next === undefined || next === UNKNOWN) return old;
  if (type.kind === 'list') {
    const { items, identifiedBy = '' } = type;
    return (old as readonly Values[]).map((item) => {
      const others = next as readonly Values[];
      return withSettingsOf(
        items,
        item,
        others.find((other) => other[identifiedBy] === item[identifiedBy]),
      );
    });
  }
  if (type.kind !== 'inputObject') return old;
  const [before, after] = [old as Values, next as Values];
  const parts = Object.entries(type.inputs).map(([name, { onChange, type: part }]) => [
    name,
    onChange === 'setting' && after[name] !== UNKNOWN
      ? after[name]
      : withSettingsOf(part, before[name], after[name]),
  ]);
  return { ...before, ...Object.fromEntries(parts) };
}

/** An input with its old and its new value. */
export interface Pair {
  /** The path of the input, e.g. `volumes[0].size`. */
  readonly path: string;
  readonly input: NestedInput;
  readonly old: unknown;
  readonly next: unknown;
  /** The object around it, and whether that object is new. */
  readonly whole?: unknown;
  readonly isNew?: boolean;
}

/** An input and the inputs inside it. An object of a list is paired with the old object of the same identification. */
export function* pairs(pair: Pair): Generator<Pair> {
  yield pair;
  const { path, input, old, next } = pair;
  const { type } = input;
  if (type.kind !== 'list') {
    yield* parts(path, type, old as Values | undefined, next as Values | undefined);
    return;
  }
  const { items, identifiedBy = '' } = type;
  for (const [index, item] of list(next).entries()) {
    const before = list(old).find((each) => each?.[identifiedBy] === item?.[identifiedBy]);
    yield* parts(`${path}[${String(index)}]`, items, before, item);
  }
}

/** A program may give a value of another type, which the shapes refuse. */
const list = (value: unknown): readonly (Values | undefined)[] =>
  Array.isArray(value) ? (value as (Values | undefined)[]) : [];

function* parts(
  path: string,
  type: Type,
  old: Values | undefined,
  next: Values | undefined,
): Generator<Pair> {
  if (type.kind !== 'inputObject') return;
  const around = { whole: next, isNew: old === undefined };
  for (const [name, input] of Object.entries(type.inputs))
    yield* pairs({ path: `${path}.${name}`, input, old: old?.[name], next: next?.[name], ...around });
}
