import { numericFields, pathsWithTexts } from '../contract';
import { TransportError } from '../errors';
import type { Expectation, Layer, Request, Response } from './handler';

/** Converts the body of a successful response to the expected form. */
export const decode: Layer = (next) => async (request) => {
  const response = await next(request);
  return { ...response, body: decoded(request, response) };
};

/** The raw text of a body. */
export function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
}

function decoded(request: Request, response: Response): unknown {
  const text = textOf(response.body).trim();
  const value = DECODERS[request.expects](text, response.headers);
  if (value !== undefined) return withNumbers(value.value, request.path);
  // A truncated body is an error: a truncated list would make machines seem deleted.
  const mayHaveArrived = !request.onlyReads;
  const isPage = /html/i.test(response.headers['content-type'] ?? '');
  throw new TransportError(
    `${request.operation} was answered with ${response.status}, but the body is not ${NAMES[request.expects]} (${text.length === 0 ? 'it is empty' : `${text.length} characters`}).` +
      (isPage ? ' It is a web page: is the address that of the API?' : '') +
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

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** The same value with numbers where the contract has numbers: some deployments send them as texts. */
function withNumbers(value: unknown, path: string): unknown {
  const isNumeric = (name: string) => numericFields.has(name) && !(pathsWithTexts[name] ?? []).includes(path);
  const convert = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(convert);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([name, inner]) => [
        name,
        typeof inner === 'string' && isNumeric(name) && NUMBER.test(inner) ? Number(inner) : convert(inner),
      ]),
    );
  };
  return convert(value);
}

/** The value is in an object, because it may be null or false; undefined means an unexpected form. */
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

/** Parses JSON. Half of a pair of surrogates, which no protocol can send on, becomes a replacement character. */
export function parseJson(text: string): unknown {
  const hasSurrogates = /\\ud[89a-f]/i.test(text);
  const replace = (_key: string, value: unknown) => (typeof value === 'string' ? wellFormed(value) : value);
  return JSON.parse(text, hasSurrogates ? replace : undefined);
}

/** A text in which each half of a pair of surrogates is a replacement character. */
export const wellFormed = (text: string): string => Buffer.from(text).toString();

function json(text: string): Decoded {
  try {
    return { value: parseJson(text) };
  } catch {
    return undefined;
  }
}

/** A response that is not declared as JSON, such as the reference page, is text. */
const plain = (text: string, headers: Response['headers']): Decoded =>
  /json/i.test(headers['content-type'] ?? 'json') ? undefined : { value: text };

const only = (decodedValue: Decoded, accepts: (value: unknown) => boolean): Decoded =>
  decodedValue && accepts(decodedValue.value) ? decodedValue : undefined;

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

/** Older responses wrap a single object or id in a list. */
const onlyItem = (list: Decoded): Decoded =>
  list && Array.isArray(list.value) && list.value.length === 1
    ? { value: (list.value as unknown[])[0] }
    : list;

/** A JSON string, `{id}`, a list with one of these, or plain text that cannot be a part of any of them. */
function idFrom(text: string): Decoded {
  const parsed = json(text);
  if (!parsed) return /^[\w.:-]{1,200}$/.test(text) ? { value: text } : undefined;
  const item = onlyItem(parsed)?.value;
  const id = isObject(item) ? (item as { id?: unknown }).id : item;
  if (typeof id === 'string' && id.trim() !== '') return { value: id };
  // An id of digits only parses as a number; its text is the id.
  return typeof id === 'number' ? { value: typeof parsed.value === 'number' ? text : String(id) } : undefined;
}
