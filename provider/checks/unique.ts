import { nameIn } from '../session/call';
import { perSession } from '../session/perSession';
import type { Problem } from '../../core/validation/shape';
import type { InputValue, PlannedResource } from './plan';
import { isId } from './messages';

/** What a resource of this stack says that it alone may say. */
interface Claim {
  readonly urn: string;
  readonly path: string;
}

const claimsOf = perSession(() => new Map<string, Claim>());

/** The resource of this stack, and the property, that said the same before. A resource is asked about several times. */
function otherUser(
  { call }: PlannedResource<object>,
  what: string,
  { path, value }: InputValue,
): Claim | undefined {
  const ofStack = claimsOf(call.session);
  const key = `${what} ${value}`;
  const claim = ofStack.get(key);
  if (claim === undefined || claim.urn === call.urn) {
    ofStack.set(key, { urn: call.urn, path });
    return undefined;
  }
  return claim;
}

const ownerOf = ({ urn }: Claim): string => `the ${kindIn(urn)} ${JSON.stringify(nameIn(urn))}`;

const kindIn = (urn: string): string => /:(\w+)::[^:]*$/.exec(urn)?.[1] ?? 'resource';

/**
 * No two resources of a stack say this.
 *
 * @param what tells what the values are, so that equal values of different things do not meet.
 * @param because why only one may, and what to do.
 */
export const unshared = (
  plan: PlannedResource<object>,
  what: string,
  givens: readonly InputValue[],
  because: string,
): Problem[] =>
  givens.flatMap((given) => {
    const other = otherUser(plan, what, given);
    if (other === undefined) return [];
    const id = isId(given.value) ? `${JSON.stringify(given.value)} ` : '';
    return [
      { path: given.path, reason: `${id}is said by ${other.path} of ${ownerOf(other)} too: ${because}` },
    ];
  });

/** Two resources of a stack may say the same, but hardly mean it. */
export function warnOfShared(
  plan: PlannedResource<object>,
  what: string,
  given: InputValue,
  because: string,
): void {
  const other = otherUser(plan, what, given);
  if (other !== undefined)
    plan.warn({ path: given.path, reason: `is that of ${ownerOf(other)} too: ${because}` });
}

/** No entry of a list is in it twice. */
export function distinct<I extends object>(
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
