import type { Method } from '../../options';

/** Actions that do no more when they are performed twice. A clone, a deploy, a create or a transfer does. */
const REPEATABLE_ACTIONS = new Set([
  // instances
  'boot',
  'start',
  'shutdown',
  'force_shutdown',
  'delete',
  'discontinue',
  'delete_stuck',
  'hibernate',
  'configure_spot',
  // volumes
  'attach',
  'detach',
  'rename',
  'resize',
  'restore',
  'cancel',
]);

/** Actions after which the resource is gone. */
const DELETING_ACTIONS = new Set(['delete', 'discontinue', 'delete_stuck', 'hibernate']);

/** Whether a request may be sent again when it may have arrived before: it does the same once as twice. */
export function isRepeatable(method: Method, body: unknown): boolean {
  if (method === 'GET' || method === 'DELETE') return true;
  if (method !== 'PUT') return false;
  return actionsOf(body).every((action) => REPEATABLE_ACTIONS.has(action));
}

/**
 * Whether the request makes one thing go away, so that finding nothing is what it wanted. Of one that names several
 * things a 404 says only that one of them is unknown.
 */
export function isDeletionOfOne(method: Method, body: unknown): boolean {
  if (namesSeveral(body)) return false;
  if (method === 'DELETE') return true;
  const actions = actionsOf(body);
  return method === 'PUT' && actions.length > 0 && actions.every((action) => DELETING_ACTIONS.has(action));
}

/** Whether a body holds a list of more than one, be it of ids or of actions. */
const namesSeveral = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.values(body).some((value) => Array.isArray(value) && value.length > 1);

/** The `action` of a body, or those of its `actions`; none for one that replaces fields. */
function actionsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { action, actions } = body as { action?: unknown; actions?: unknown };
  if (Array.isArray(actions)) return actions.flatMap(actionsOf);
  if (action === undefined) return [];
  return [typeof action === 'string' ? action : 'unknown'];
}
