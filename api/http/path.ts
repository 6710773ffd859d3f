import { InvalidRequestError } from '../errors';

/**
 * A path of the API with encoded ids: `` path`/v1/instances/${id}` ``.
 *
 * @throws InvalidRequestError for an id that would change the path: with an empty id, `GET /v1/instances/` would be
 * the list.
 */
export function path(parts: TemplateStringsArray, ...ids: readonly string[]): string {
  return parts.reduce(
    (before, part, index) => before + (index === 0 ? '' : segment(ids[index - 1], parts.join('…'))) + part,
    '',
  );
}

function segment(id: unknown, operation: string): string {
  if (typeof id !== 'string' || id.trim() === '' || id === '.' || id === '..') {
    throw new InvalidRequestError(
      `${operation} was not sent: ${typeof id === 'string' ? JSON.stringify(id) : String(id)} is not an id. Pass the id of the resource.`,
      { operation, code: 'invalid_request' },
    );
  }
  return encodeURIComponent(id);
}
