import { refused, shown } from './given';

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

/** Whether a text has no half of a surrogate pair, which no address can hold. */
const isEncodable = (text: string): boolean => !/\p{Surrogate}/u.test(text);

function segment(id: unknown, operation: string): string {
  if (typeof id !== 'string' || id.trim() === '' || id === '.' || id === '..' || !isEncodable(id)) {
    throw refused(operation, `${shown(id)} is not an id. Pass the id of the resource.`);
  }
  return encodeURIComponent(id);
}
