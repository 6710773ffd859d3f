// What of a resource the program changes, by the change rules of its inputs.
import type { ResourceDefinition, State } from '../../schema/define';
import type { Change, ChangeRules } from '../../schema/rules';
import { changesBetween } from '../../schema/rules';
import { hasUnknown } from '../../schema/unknown';
import type { Call } from '../../session/call';

/** The input that a path such as `osVolume.size` or `tags["team"]` begins with. */
export const propertyIn = (path: string): string => path.split(/[.[]/, 1)[0] ?? '';

/** The inputs that steer the provider: the program's newest word on them counts. */
export const settingsOf = <I extends object>(rules: ChangeRules<I>, inputs: Partial<I>): Partial<I> =>
  Object.fromEntries(
    (Object.keys(rules) as (keyof I & string)[])
      .filter((property) => rules[property].effect === 'setting')
      .map((property) => [property, inputs[property]]),
  ) as Partial<I>;

/** The inputs whose change is to replace the resource: an argument of some, and an option of all. */
export function replacingInputs(
  rules: object,
  inputs: { replaceOn?: unknown },
  paths: readonly string[],
): string[] {
  const named = Array.isArray(inputs.replaceOn) ? (inputs.replaceOn as string[]) : [];
  return [...named, ...(paths.includes('*') ? Object.keys(rules) : paths.map(propertyIn))];
}

/** The changed inputs, save those that are satisfied by what is there already. */
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

/** Changes that are impossible, save by a replacement that the program asks for; each in a sentence. */
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
