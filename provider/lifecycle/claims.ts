// A claim is a random value in the outputs. By it a state proves that an object is its own. A forced replacement
// (`pulumi up --replace`) does not show a create the old id, and a renamed resource may adopt the object of its old
// name. In both cases the engine then deletes the older state, and the shared object must stay.
import { randomBytes } from 'node:crypto';
import type { Session } from '../session/session';

export const newClaim = (): string => randomBytes(6).toString('base64url');

/**
 * Remembers a state that lives on, that of a create, or one that diff or update was given: a create never takes what it has
 * for its own, and the delete of another state leaves it. What read or delete is given may be a state that the engine is
 * about to delete, and must not keep its successor from being deleted.
 */
export function rememberAlive({ knownIds, claims }: Session, id: string, claim: string | undefined): void {
  knownIds.add(id);
  if (claim === undefined) return;
  const known = claims.get(id) ?? new Set();
  claims.set(id, known.add(claim));
}

/** Whether this process knows that another state than this one has the thing. */
export const isClaimedByOther = ({ claims }: Session, id: string, claim: string | undefined): boolean =>
  [...(claims.get(id) ?? [])].some((other) => other !== claim);
