// A claim is a random value in the outputs. By it a state proves that an object is its own. A forced replacement
// (`pulumi up --replace`) does not show a create the old id, and a renamed resource may adopt the object of its old
// name. In both cases the engine then deletes the older state, and the shared object must stay.
import { randomBytes } from 'node:crypto';
import type { Session } from '../session/session';

export const newClaim = (): string => randomBytes(6).toString('base64url');

/**
 * Records a state that stays valid: from a create, or a state that was passed to diff or update. A create
 * never takes its object, and the delete of another state does not delete it. The engine may be about to
 * delete a state that it passes to read or delete, so such a state must not protect the object from its
 * successor.
 */
export function rememberAlive({ knownIds, claims }: Session, id: string, claim: string | undefined): void {
  knownIds.add(id);
  if (claim === undefined) return;
  const known = claims.get(id) ?? new Set();
  claims.set(id, known.add(claim));
}

/** Whether another state that this process has seen owns the object. */
export const isClaimedByOther = ({ claims }: Session, id: string, claim: string | undefined): boolean =>
  [...(claims.get(id) ?? [])].some((other) => other !== claim);
