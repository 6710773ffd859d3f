// The changes of a resource, according to the change rules of its inputs.
import type { ResourceDefinition, State } from '../../schema/define';
import type { Change, ChangeRule, ChangeRules } from '../../schema/rules';
import { changesBetween } from '../../schema/rules';
import { hasUnknown } from '../../schema/unknown';
import type { Call } from '../../session/call';

/** The input that a path such as `osVolume.size` or `tags["team"]` begins with. */
export const propertyIn = (path: string): string => path.split(/[.[]/, 1)[0] ?? '';

/** The settings of the provider: their newest values apply. Inputs with settings inside are otherwise as in state. */
export const settingsOf = <I extends object>(
  rules: ChangeRules<I>,
  state: Partial<I>,
  inputs: Partial<I>,
): Partial<I> =>
  Object.fromEntries(
    (Object.keys(rules) as (keyof I & string)[]).flatMap((property): [string, unknown][] => {
      const { effect, withSettingsOf } = rules[property] as ChangeRule<unknown>;
      if (effect === 'setting') return [[property, inputs[property]]];
      const value = withSettingsOf?.(state[property], inputs[property]);
      return value === undefined ? [] : [[property, value]];
    }),
  ) as Partial<I>;

/** The inputs whose change replaces the resource: from `replaceOn` and from `replaceOnChanges`. */
export function replacingInputs(
  rules: object,
  inputs: { replaceOn?: unknown },
  paths: readonly string[],
): string[] {
  const named = Array.isArray(inputs.replaceOn) ? (inputs.replaceOn as string[]) : [];
  return [...named, ...(paths.includes('*') ? Object.keys(rules) : paths.map(propertyIn))];
}

/** The changed inputs that the existing resource does not satisfy yet. */
export async function unsatisfiedChanges<I extends object, O extends object>(
  { changes: rules, satisfied }: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
  inputs: I,
  replacing: readonly string[],
): Promise<Change[]> {
  const changes = changesBetween<I>(rules, state, inputs, replacing);
  const areSatisfied = await Promise.all(
    changes.map(async (change) => {
      const property = change.property as keyof I & string;
      if (!satisfied || hasUnknown(inputs[property])) return false;
      return satisfied(call, id, property, state, inputs);
    }),
  );
  return changes.filter((_, index) => !areSatisfied[index]);
}

/** Why changes are impossible, each in a sentence. A replacement that the program requests makes them possible. */
export function refusals<I extends object>(
  rules: ChangeRules<I>,
  olds: Partial<I>,
  news: Partial<I>,
  replacing: readonly string[],
): string[] {
  return (Object.keys(rules) as (keyof I & string)[]).flatMap((property) => {
    const [old, next] = [olds[property], news[property]];
    if (replacing.includes(property)) return [];
    if (old === undefined || next === undefined || hasUnknown(old) || hasUnknown(next)) return [];
    const reason = rules[property].refuse?.(
      old as NonNullable<I[typeof property]>,
      next as NonNullable<I[typeof property]>,
    );
    return reason === undefined ? [] : [`${property} cannot change like this: ${reason}.`];
  });
}
