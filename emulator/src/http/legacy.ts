import type { AnyAnswer, OperationId } from '../contract/handlers';
import type { WireAnswer } from './operations';

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
export function toLegacyWire(operationId: string, answer: AnyAnswer): WireAnswer {
  const { status, body } = answer;
  if (status >= 400 || body === undefined) return answer;
  if (answersNewId.has(operationId) && typeof body === 'string') return { ...answer, text: body };
  if (answersListOfOne.has(operationId)) return { ...answer, body: [older(body)] };
  if (operationId === 'getPriceHistory') return { ...answer, body: {} }; // it was an object, by instance type
  if (operationId === 'performVolumeAction') return { ...answer, body: [(body as { id: string }).id] };
  return { ...answer, body: older(body) };
}

/** Prices of machines were text or a number; prices of storage have always been numbers. */
const machinePrice = /^price_per_hour$|^(spot|dynamic|max_dynamic|serverless|serverless_spot)_price$/;
const instant = /_at$|_date$/;

/**
 * Timestamps without milliseconds; prices of machines as text where they are numbers now, and vice versa; `isSpot`
 * beside `is_spot`.
 */
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
  if (machinePrice.test(key) && typeof value === 'number') return String(value);
  if (machinePrice.test(key) && typeof value === 'string') return Number(value);
  if (instant.test(key) && typeof value === 'string') return value.replace(/\.\d{3}Z$/, 'Z');
  return older(value);
}
