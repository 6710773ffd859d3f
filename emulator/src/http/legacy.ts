import type { AnyAnswer, OperationId } from '../contract/handlers';
import type { Query, Wire, WireAnswer } from './operations';

const answersNewId: ReadonlySet<string> = new Set<OperationId>([
  'createVolume',
  'deployInstance',
  'createSshKey',
  'createSshKeyDeprecated',
  'createScript',
]);

const answersListOfOne: ReadonlySet<string> = new Set<OperationId>([
  'getSshKey',
  'getSshKeyDeprecated',
  'getScript',
]);

/** Converts a response to the older forms of the API, which clients must still read. */
function toLegacyWire(operationId: string, answer: AnyAnswer): WireAnswer {
  const { status, body } = answer;
  if (status >= 400 || body === undefined) return answer;
  if (answersNewId.has(operationId) && typeof body === 'string') return { ...answer, text: body };
  if (answersListOfOne.has(operationId)) return { ...answer, body: [older(body)] };
  if (operationId === 'getPriceHistory') return { ...answer, body: {} }; // it was an object, by instance type
  if (operationId === 'performVolumeAction') return { ...answer, body: [(body as { id: string }).id] };
  return { ...answer, body: older(body) };
}

const instant = /_at$|_date$/;

/** Timestamps without milliseconds; `isSpot` beside `is_spot`. Prices have only one form. */
function older(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(older);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    olderField(key, inner),
  ]);
  const spot = (value as { is_spot?: boolean }).is_spot;
  return { ...Object.fromEntries(entries), ...(spot !== undefined && { isSpot: spot }) };
}

function olderField(key: string, value: unknown): unknown {
  if (instant.test(key) && typeof value === 'string') return value.replace(/\.\d{3}Z$/, 'Z');
  return older(value);
}

/** The flags in queries. */
const flags: ReadonlySet<string> = new Set(['is_spot', 'isSpot', 'force', 'hydrate']);

/** Flags may begin with a capital: published clients in Python send `True`. */
function fromLegacyQuery(query: Query): Query {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      flags.has(name) && (value === 'True' || value === 'False') ? value.toLowerCase() : value,
    ]),
  );
}

export const legacyWire: Wire = { query: fromLegacyQuery, answer: toLegacyWire };
