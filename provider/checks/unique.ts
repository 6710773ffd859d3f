import { nameIn } from '../../core/urn';
import type { Call } from '../session/call';
import { perSession } from '../session/perSession';
import type { Problem } from '../../core/validation/shape';
import type { InputValue, PlannedResource } from './plan';
import { isId } from './messages';

/** A value that only one resource of the stack may use. */
interface Use {
  readonly urn: string;
  readonly path: string;
}

const usesOf = perSession(() => new Map<string, Use>());

/**
 * The other resource of this stack, and its input, that uses the same value. The engine checks a resource several
 * times.
 */
export function otherUser(
  call: Pick<Call, 'session' | 'urn'>,
  what: string,
  { path, value }: InputValue,
): Use | undefined {
  const ofStack = usesOf(call.session);
  const key = `${what} ${value}`;
  const use = ofStack.get(key);
  if (use === undefined || use.urn === call.urn) {
    ofStack.set(key, { urn: call.urn, path });
    return undefined;
  }
  return use;
}

/** Whether a resource of the program uses the value, as far as the checks of this run have shown. */
export const isUsed = ({ session }: Pick<Call, 'session'>, what: string, value: string): boolean =>
  usesOf(session).has(`${what} ${value}`);

/** A resource of the program, in words. */
export const describeResource = (urn: string): string => `the ${kindIn(urn)} ${JSON.stringify(nameIn(urn))}`;

const kindIn = (urn: string): string => /:(\w+)::[^:]*$/.exec(urn)?.[1] ?? 'resource';

/**
 * Refuses a value that another resource of the stack uses.
 *
 * @param what the kind of value, so that equal values of different kinds do not conflict.
 * @param because why only one resource may use it, and what to do.
 */
export const usedByOthers = (
  plan: PlannedResource<object>,
  what: string,
  givens: readonly InputValue[],
  because: string,
): Problem[] =>
  givens.flatMap((given) => {
    const other = otherUser(plan.call, what, given);
    if (other === undefined) return [];
    const id = isId(given.value) ? `${JSON.stringify(given.value)} ` : '';
    return [
      {
        path: given.path,
        reason: `${id}is also used by ${other.path} of ${describeResource(other.urn)}: ${because}`,
      },
    ];
  });

/** Warns of a value that two resources of the stack may share, but probably not on purpose. */
export function warnOfShared(
  plan: PlannedResource<object>,
  what: string,
  given: InputValue,
  because: string,
): void {
  const other = otherUser(plan.call, what, given);
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
