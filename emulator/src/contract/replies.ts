import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { ValidateFunction } from 'ajv';
import { sentenceFor } from './complaints';
import { document, resolve } from './document';
import type { Endpoint, Response } from './document';

/** A reply that does not say what the contract says. */
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
  headers: string[];
}

/** Objects that list their properties have no others: additions count as violations here. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, closed(inner)] as const);
  const isOpen = 'properties' in value && !('additionalProperties' in value);
  return { ...Object.fromEntries(entries), ...(isOpen && { additionalProperties: false }) };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
/** What was compiled once is good for every emulator in the process. */
const expectations = new Map<string, ExpectedReply | undefined>();

/** Compares every reply with the contract. */
export class ReplyCheck {
  readonly violations: Violation[] = [];

  /** `unlimited`: the headers that tell the rate limits are not expected. */
  constructor(private readonly limits: 'limited' | 'unlimited' = 'limited') {
    if (ajv.getSchema('contract') === undefined) {
      ajv.addSchema({ components: closed(document.components), paths: closed(document.paths) }, 'contract');
    }
  }

  check(
    endpoint: Endpoint,
    status: number,
    headers: Readonly<Record<string, unknown>>,
    payload: unknown,
  ): void {
    const message = this.complaint(endpoint, status, headers, payload);
    if (message !== undefined)
      this.violations.push({ operationId: endpoint.operation.operationId, status, message });
  }

  private complaint(
    endpoint: Endpoint,
    status: number,
    headers: Readonly<Record<string, unknown>>,
    payload: unknown,
  ): string | undefined {
    const expected = expectation(endpoint, status);
    if (expected === undefined) return `The status ${status} is not declared.`;
    const missing = expected.headers.find(
      (name) => headers[name] === undefined && (this.limits === 'limited' || !name.startsWith('ratelimit')),
    );
    if (missing !== undefined) return `The header ${missing} is missing.`;
    const text = typeof payload === 'string' ? payload : '';
    if (expected.media !== undefined) {
      const type = String(headers['content-type']);
      return type.startsWith(expected.media) && text !== '' ? undefined : `This is not ${expected.media}.`;
    }
    if (expected.body === undefined)
      return text === '' ? undefined : 'There is a body where none is declared.';
    if (text === '') return expected.bodyOptional ? undefined : 'There is no body where one is declared.';
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
    body: json && ajv.compile({ $ref: `contract#${place}/content/application~1json/schema` }),
    media: json === undefined ? Object.keys(content ?? {})[0] : undefined,
    bodyOptional: response['x-body-optional'] === true,
    headers: Object.keys(headers).map((name) => name.toLowerCase()),
  };
}
