import type { Method } from '../options';

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

/** Whether the request makes something go away, so that finding nothing is what it wanted. */
export function isDeletion(method: Method, body: unknown): boolean {
  if (method === 'DELETE') return true;
  const actions = actionsOf(body);
  return method === 'PUT' && actions.length > 0 && actions.every((action) => DELETING_ACTIONS.has(action));
}

/** The `action` of a body, or those of its `actions`; none for one that replaces fields. */
function actionsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { action, actions } = body as { action?: unknown; actions?: unknown };
  if (Array.isArray(actions)) return actions.flatMap(actionsOf);
  if (action === undefined) return [];
  return [typeof action === 'string' ? action : 'unknown'];
}
