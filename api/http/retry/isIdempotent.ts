import { idempotentActions } from '../../contract';
import type { Method } from '../../options';

/** Actions that delete the resource. */
const DELETING_ACTIONS = new Set(['delete', 'discontinue', 'delete_stuck', 'hibernate']);

/** Whether the request may be sent again when it may have arrived, because two such requests have the effect of one. */
export function isIdempotent(method: Method, body: unknown): boolean {
  if (method === 'GET' || method === 'DELETE') return true;
  if (method !== 'PUT') return false;
  return actionsOf(body).every((action) => idempotentActions.has(action));
}

/**
 * Whether the request deletes a single resource, so that "not found" is success. For several resources a 404 only
 * says that one of them is unknown.
 */
export function isDeletionOfOne(method: Method, body: unknown): boolean {
  if (namesSeveral(body)) return false;
  if (method === 'DELETE') return true;
  const actions = actionsOf(body);
  return method === 'PUT' && actions.length > 0 && actions.every((action) => DELETING_ACTIONS.has(action));
}

/** Whether a body names several ids or several actions. */
const namesSeveral = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.values(body).some((value) => Array.isArray(value) && value.length > 1);

/** The `action` of a body, or those of its `actions`; none for a body that replaces fields. */
function actionsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { action, actions } = body as { action?: unknown; actions?: unknown };
  if (Array.isArray(actions)) return actions.flatMap(actionsOf);
  if (action === undefined) return [];
  return [typeof action === 'string' ? action : 'unknown'];
}
