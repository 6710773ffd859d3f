// The effect of a change of each input, derived from a schema.
import { omitUndefined } from '../../../core/values/omitUndefined';
import { meansSame } from './meaning';
import { hasSettings, withSettingsOf } from './nestedSettings';
import type { Pair } from './pairs';
import { pairs } from './pairs';
import type { Inputs, ResourceSchema } from '../resourceSchema';
import type { ChangeRule, ChangeRules, Effect } from '../rules';
import { changesBetween, growOnly } from '../rules';
import type { Input, OnChange } from '../types';
import { hasUnknown } from '../unknown';

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
