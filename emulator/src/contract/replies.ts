import type { ValidateFunction } from 'ajv';
import { sentenceFor } from './messages';
import { document, resolve, segment } from './document';
import { schemaCompiler } from './schemas';
import type { Endpoint, Response } from './document';

/** A reply that differs from the contract. */
export interface Violation {
  operationId: string;
  status: number;
  message: string;
}

interface ExpectedReply {
  body: ValidateFunction | undefined;
  /** The content type of a body that is not JSON. */
  media: string | undefined;
  bodyOptional: boolean;
  headers: ExpectedHeader[];
}

interface ExpectedHeader {
  name: string;
  /** Checks the value of the header. */
  value: ValidateFunction;
}

/** Closes objects that list their properties: unknown properties are violations here. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, closed(inner)] as const);
  const isOpen = 'properties' in value && !('additionalProperties' in value);
  return { ...Object.fromEntries(entries), ...(isOpen && { additionalProperties: false }) };
}

const schemas = schemaCompiler({}, (compiler) =>
  compiler.addSchema({ components: closed(document.components), paths: closed(document.paths) }, 'contract'),
);
/** Headers are text: numbers are converted before the check. */
const headerSchemas = schemaCompiler({ coerceTypes: true }, (compiler) =>
  compiler.addSchema({ components: document.components, paths: document.paths }, 'contract'),
);
/** Compiled once for all emulators of the process. */
const expectations = new Map<string, ExpectedReply | undefined>();

/** Compares every reply with the contract. */
export class ReplyCheck {
  readonly violations: Violation[] = [];

  /** Returns and keeps the violation, if there is one. */
  check(
    endpoint: Endpoint,
    status: number,
    headers: Readonly<Record<string, unknown>>,
    payload: unknown,
  ): Violation | undefined {
    const message = this.complaint(endpoint, status, headers, payload);
    if (message === undefined) return undefined;
    const violation = { operationId: endpoint.operation.operationId, status, message };
    this.violations.push(violation);
    return violation;
  }

  private complaint(
    endpoint: Endpoint,
    status: number,
    headers: Readonly<Record<string, unknown>>,
    payload: unknown,
  ): string | undefined {
    const expected = expectation(endpoint, status);
    if (expected === undefined) return `The status ${status} is not declared.`;
    for (const { name, value } of expected.headers) {
      if (headers[name] === undefined) return `The header ${name} is missing.`;
      if (!value({ [name]: headers[name] })) return `The header is wrong: ${sentenceFor(value.errors ?? [])}`;
    }
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '';
    if (expected.media !== undefined) {
      const type = String(headers['content-type']);
      return type.startsWith(expected.media) && text !== '' ? undefined : `This is not ${expected.media}.`;
    }
    if (expected.body === undefined)
      return text === '' ? undefined : 'There is a body where none is declared.';
    if (text === '') return expected.bodyOptional ? undefined : 'There is no body where one is declared.';
    if (!String(headers['content-type']).startsWith('application/json'))
      return 'The content type of the body is not JSON.';
    return expected.body(JSON.parse(text)) ? undefined : sentenceFor(expected.body.errors ?? []);
  }
}

function expectation(endpoint: Endpoint, status: number): ExpectedReply | undefined {
  const key = `${endpoint.operation.operationId} ${status}`;
  if (!expectations.has(key)) expectations.set(key, expect(endpoint, status));
  return expectations.get(key);
}

function expect({ operation, pointer }: Endpoint, status: number): ExpectedReply | undefined {
  if (operation.responses[String(status)] === undefined) return undefined;
  const { pointer: place, value } = resolve(`${pointer}/responses/${status}`);
  const { content, headers = {}, ...response } = value as Response;
  const json = content?.['application/json'];
  return {
    body: json && schemas().compile({ $ref: `contract#${place}/content/application~1json/schema` }),
    media: json === undefined ? Object.keys(content ?? {})[0] : undefined,
    bodyOptional: response['x-body-optional'] === true,
    headers: Object.keys(headers).map((name) => expectedHeader(name, `${place}/headers/${segment(name)}`)),
  };
}

function expectedHeader(header: string, place: string): ExpectedHeader {
  const name = header.toLowerCase();
  const $ref = `contract#${resolve(place).pointer}/schema`;
  return { name, value: headerSchemas().compile({ type: 'object', properties: { [name]: { $ref } } }) };
}
