// The changes of a resource, according to the change rules of its inputs.
import type { ResourceDefinition, State } from '../../schema/define';
import type { Change, ChangeRule, ChangeRules } from '../../schema/rules';
import { changesBetween } from '../../schema/rules';
import { same } from '../../schema/derived/same';
import { propertyIn, valuesAt } from '../../schema/propertyPath';
import { hasUnknown } from '../../schema/unknown';
import type { Call } from '../../run/call';

/** The settings of the provider: their newest values apply. Inputs with settings inside are otherwise as in state. */
export function settingsOf<I extends object, O extends object>(
  { changes: rules }: ResourceDefinition<I, O>,
  state: State<I, O>,
  inputs: I,
): Partial<I> {
  return Object.fromEntries(
    (Object.keys(rules) as (keyof I & string)[]).flatMap((property): [string, unknown][] => {
      const { effect, withSettingsOf } = rules[property] as ChangeRule<unknown>;
      if (effect === 'setting') return [[property, inputs[property]]];
      const value = withSettingsOf?.(state[property], inputs[property]);
      return value === undefined ? [] : [[property, value]];
    }),
  ) as Partial<I>;
}

/**
 * The inputs whose change replaces the resource: from `replaceOn` and from the paths of `replaceOnChanges`. A path inside
 * an input counts only if the value there changes.
 */
export function replacingInputs(
  rules: object,
  state: object,
  inputs: { replaceOn?: unknown },
  paths: readonly string[],
): string[] {
  const named = Array.isArray(inputs.replaceOn) ? (inputs.replaceOn as string[]) : [];
  if (paths.includes('*')) return [...named, ...Object.keys(rules)];
  const changed = paths.filter((path) => path === propertyIn(path) || differsAt(path, state, inputs));
  return [...named, ...changed.map(propertyIn)];
}

function differsAt(path: string, state: object, inputs: object): boolean {
  const wanted = valuesAt(path, inputs);
  return hasUnknown(wanted) || !same(valuesAt(path, state), wanted);
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
export const refusals = <I extends object>(
  rules: ChangeRules<I>,
  olds: Partial<I>,
  news: Partial<I>,
  replacing: readonly string[],
): string[] =>
  (Object.keys(rules) as (keyof I & string)[])
    .filter((property) => !replacing.includes(property))
    .map((property) => refusedChange<I>(rules, property, olds, news))
    .filter((refusal) => refusal !== undefined);

/** Why the change of an input is impossible, in a sentence; undefined if it is possible. */
function refusedChange<I extends object>(
  rules: ChangeRules<I>,
  property: keyof I & string,
  olds: Partial<I>,
  news: Partial<I>,
): string | undefined {
  const [old, next] = [olds[property] ?? undefined, news[property] ?? undefined];
  if (old === undefined || next === undefined || hasUnknown(old) || hasUnknown(next)) return undefined;
  const reason = rules[property].refuse?.(old, next);
  return reason === undefined ? undefined : `${property} cannot change like this: ${reason}.`;
}
