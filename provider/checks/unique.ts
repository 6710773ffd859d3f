// Values that only one resource of the program may use. A definition lists those of its inputs (`uses`), and the check
// verb records them before any check asks.
import { nameIn } from '../../core/urn';
import type { Problem } from '../../core/validation/shape';
import { UNKNOWN } from '../schema/unknown';
import type { Use } from '../run/program';
import { isId } from './messages';
import type { InputValue, PlannedResource } from './plan';

/** The use of a value: none while it is not known. */
export const use = (what: string, path: string, value: unknown): Use[] =>
  typeof value === 'string' && value !== UNKNOWN ? [{ what, path, value }] : [];

/** The uses of the entries of a list. */
export const usesIn = (what: string, path: string, values: unknown): Use[] =>
  Array.isArray(values)
    ? values.flatMap((value: unknown, index) => use(what, `${path}[${String(index)}]`, value))
    : [];

/** A resource of the program, in words. */
export const describeResource = (urn: string): string => `the ${kindIn(urn)} ${JSON.stringify(nameIn(urn))}`;

const kindIn = (urn: string): string => /:(\w+)::[^:]*$/.exec(urn)?.[1] ?? 'resource';

/**
 * Refuses a value that an earlier resource of the program uses.
 *
 * @param what the kind of value.
 * @param because why only one resource may use it, and what to do.
 */
export const usedByOthers = (
  { call }: PlannedResource<object>,
  what: string,
  givens: readonly InputValue[],
  because: string,
): Problem[] =>
  givens.flatMap((given) => {
    const other = call.run.program.earlierUser(call.urn, what, given.value);
    if (other === undefined) return [];
    const id = isId(given.value) ? `${JSON.stringify(given.value)} ` : '';
    return [
      {
        path: given.path,
        reason: `${id}is also used by ${other.path} of ${describeResource(other.urn)}: ${because}`,
      },
    ];
  });

/** Warns of a value that two resources of the program may share, but probably not on purpose. */
export function warnOfShared(
  plan: PlannedResource<object>,
  what: string,
  given: InputValue,
  because: string,
): void {
  const { program } = plan.call.run;
  const other = program.earlierUser(plan.call.urn, what, given.value);
  if (other !== undefined)
    plan.warn({ path: given.path, reason: `is also that of ${describeResource(other.urn)}: ${because}` });
}

/** Refuses duplicate entries in a list. */
export function duplicatesIn<I extends object>(
  plan: PlannedResource<I>,
  path: Parameters<PlannedResource<I>['entries']>[0],
): Problem[] {
  if (!plan.differs(path)) return [];
  const first = new Map<string, string>();
  return plan.entries(path).flatMap((given) => {
    const before = first.get(given.value);
    first.set(given.value, before ?? given.path);
    return before === undefined
      ? []
      : [{ path: given.path, reason: `is the same as ${before}: leave one of them out` }];
  });
}
