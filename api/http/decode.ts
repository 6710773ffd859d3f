import { TransportError } from '../errors';
import type { Expectation, Layer, Request, Response } from './handler';

/** Turns the bytes of a success into what the call expects. */
export const decode: Layer = (next) => async (request) => {
  const response = await next(request);
  return { ...response, body: decoded(request, response) };
};

/** The text of a body as it came. */
export function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
}

function decoded(request: Request, response: Response): unknown {
  const text = textOf(response.body).trim();
  const value = DECODERS[request.expects](text, response.headers);
  if (value !== undefined) return value.value;
  // Half an answer is no answer: a shortened list would make machines vanish.
  const mayHaveArrived = request.method !== 'GET';
  throw new TransportError(
    `${request.operation} was answered with ${response.status}, but the body is not ${NAMES[request.expects]} (${text.length === 0 ? 'it is empty' : `${text.length} characters`}).` +
      (mayHaveArrived ? ' The request took effect or may have.' : ''),
    {
      operation: request.operation,
      status: response.status,
      code: 'unreadable_body',
      requestId: response.headers['x-request-id'],
      mayHaveArrived,
    },
  );
}

/** Wrapped, so that null and false are values, and undefined says that it is not what was expected. */
type Decoded = { readonly value: unknown } | undefined;

const DECODERS: Record<Expectation, (text: string, headers: Response['headers']) => Decoded> = {
  nothing: () => ({ value: undefined }),
  any: (text, headers) => (text === '' ? { value: undefined } : (json(text) ?? plain(text, headers))),
  list: (text) => only(json(text), isListOfObjects),
  results: (text) => (text === '' ? { value: [] } : only(json(text), isListOfObjects)),
  object: (text) => only(onlyItem(json(text)), isObject),
  boolean: (text) => only(json(text.toLowerCase()), (value) => typeof value === 'boolean'),
  id: idFrom,
};

const NAMES: Record<Expectation, string> = {
  nothing: 'empty',
  any: 'JSON',
  list: 'a list',
  results: 'a list of results',
  object: 'an object',
  boolean: 'true or false',
  id: 'an id',
};

function json(text: string): Decoded {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** What says that it is not JSON, such as the page of the reference, is text. */
const plain = (text: string, headers: Response['headers']): Decoded =>
  /json/i.test(headers['content-type'] ?? 'json') ? undefined : { value: text };

const only = (decodedValue: Decoded, accepts: (value: unknown) => boolean): Decoded =>
  decodedValue && accepts(decodedValue.value) ? decodedValue : undefined;

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

/** Older answers wrap a single object or id into a list of one. */
const onlyItem = (list: Decoded): Decoded =>
  list && Array.isArray(list.value) && list.value.length === 1
    ? { value: (list.value as unknown[])[0] }
    : list;

/** A JSON string, `{id}`, a list of one of these, or bare text that cannot be half of any of them. */
function idFrom(text: string): Decoded {
  const parsed = json(text);
  if (!parsed) return /^[\w.:-]{1,200}$/.test(text) ? { value: text } : undefined;
  const item = onlyItem(parsed)?.value;
  const id = isObject(item) ? (item as { id?: unknown }).id : item;
  if (typeof id === 'string' && id.trim() !== '') return { value: id };
  // An id of digits only reads as a number; its text is the id.
  return typeof id === 'number' ? { value: typeof parsed.value === 'number' ? text : String(id) } : undefined;
}
