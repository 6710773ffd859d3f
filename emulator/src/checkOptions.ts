// Checks the options of startEmulator: the compiler does not see those of a JavaScript program or of a file.
import { roles } from './model/events';
import { maximumScriptQuota } from './model/settings';
import { mostCharacters } from './snapshot/file';
import type { AutoTopUpTerms } from './model/billing/autoTopUps';
import type { ClientCredentials, Durations } from './model/settings';
import type { MachinePorts } from './machines/ports';
import type { EmulatorOptions } from './options';

/** Throws a RangeError about a wrong value. `name` is empty for the object of all options. */
type Check = (value: unknown, name: string) => void;

const refuse = (problem: string): never => {
  throw new RangeError(`startEmulator: ${problem}.`);
};

function shown(value: unknown, name: string): string {
  // A string within `clients` may be a secret, so it is not shown.
  if (typeof value === 'string' && name.startsWith('clients')) return 'a string';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

const kind =
  (expected: string, fits: (value: unknown) => boolean): Check =>
  (value, name) => {
    if (!fits(value)) refuse(`${name} has to be ${expected}, not ${shown(value, name)}`);
  };

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isWhole = (value: unknown, from: number, to: number): boolean =>
  isNumber(value) && Number.isInteger(value) && value >= from && value <= to;

const flag = kind('true or false', (value) => typeof value === 'boolean');
const text = kind('a string', (value) => typeof value === 'string');
const filledText = kind('a string that is not empty', (value) => typeof value === 'string' && value !== '');
const number = kind('a number', isNumber);
const positive = kind('a number above zero', (value) => isNumber(value) && value > 0);
const notNegative = kind('a number that is not below zero', (value) => isNumber(value) && value >= 0);
const whole = (from: number, to: number): Check =>
  kind(`a whole number from ${from} to ${to}`, (value) => isWhole(value, from, to));
const oneOf = (...values: readonly string[]): Check =>
  kind(`one of ${values.join(', ')}`, (value) => values.includes(value as string));

const listOf =
  (check: Check): Check =>
  (value, name) => {
    if (!Array.isArray(value)) return refuse(`${name} has to be an array, not ${shown(value, name)}`);
    for (const [index, item] of value.entries()) check(item, `${name}[${index}]`);
  };

/** An object that has the required fields, and none besides the known ones. */
const objectOf =
  <T extends object>(
    example: string,
    fields: Record<keyof T & string, Check>,
    required: readonly (keyof T & string)[] = [],
  ): Check =>
  (value, name) => {
    const described = `an object such as ${example}`;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return refuse(`${name || 'its argument'} has to be ${described}, not ${shown(value, name)}`);
    const path = (field: string): string => (name === '' ? field : `${name}.${field}`);
    const given = new Map<string, unknown>(Object.entries(value));
    const checks = new Map<string, Check>(Object.entries(fields));
    for (const [field, item] of given) {
      const check = checks.get(field);
      if (check === undefined)
        return refuse(`there is no option ${path(field)}: ${instead(field, [...checks.keys()])}`);
      if (item !== undefined) check(item, path(field));
    }
    const missing = required.find((field) => given.get(field) === undefined);
    if (missing !== undefined) refuse(`${path(missing)} is missing: ${name} has to be ${described}`);
  };

const normalized = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** Suggests the name that differs only in case or in its ending, or else lists all names. */
function instead(given: string, names: readonly string[]): string {
  const wanted = normalized(given);
  const near =
    names.find((name) => normalized(name) === wanted) ??
    names.find((name) => wanted !== '' && normalized(name).startsWith(wanted)) ??
    names.find((name) => wanted.startsWith(normalized(name)));
  return near === undefined ? `choose from ${names.join(', ')}` : `write ${near}`;
}

const clientList = listOf(
  objectOf<ClientCredentials>(
    "{ id: 'emulator', secret: 'emulator' }",
    { id: filledText, secret: filledText, role: oneOf(...roles), project: filledText },
    ['id', 'secret'],
  ),
);

const clients: Check = (value, name) => {
  clientList(value, name);
  const ids = (value as ClientCredentials[]).map(({ id }) => id);
  // Of two clients with one id, the second would silently replace the first.
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  if (repeated !== undefined)
    refuse(`${name} has the id "${repeated}" twice: give each client an id of its own`);
};

const check = objectOf<EmulatorOptions>('{ timeScale: 60 }', {
  port: whole(0, 65_535),
  host: filledText,
  timeScale: positive,
  clients,
  rateLimits: flag,
  rateLimitWindow: positive,
  tokenLifetime: positive,
  refreshLifetime: positive,
  seed: text,
  durations: objectOf<Durations>('{ startSeconds: 1 }', {
    provisioningSeconds: notNegative,
    startSeconds: notNegative,
    bootSeconds: notNegative,
    scriptSeconds: notNegative,
    shutdownSeconds: notNegative,
    forceShutdownSeconds: notNegative,
    instanceDeleteSeconds: notNegative,
    discontinuedVisibleSeconds: notNegative,
    volumeCreateSeconds: notNegative,
    attachSeconds: notNegative,
    detachSeconds: notNegative,
    volumeDeleteSeconds: notNegative,
    restoreSeconds: notNegative,
    cloneSecondsPerGigabyte: notNegative,
    crossLocationFactor: notNegative,
    cancelSeconds: notNegative,
    exportSecondsPerGigabyte: notNegative,
    trashRetentionSeconds: notNegative,
    purgedVisibleSeconds: notNegative,
  }),
  balance: number,
  currency: oneOf('usd', 'eur'),
  autoTopUp: objectOf<AutoTopUpTerms>(
    '{ threshold: 20, amount: 100 }',
    { threshold: number, amount: positive, fails: flag },
    ['threshold', 'amount'],
  ),
  scriptQuota: whole(1, maximumScriptQuota),
  storageQuota: positive,
  machinesAnswer: flag,
  machinePorts: objectOf<MachinePorts>('{ ssh: 2222, http: 8000 }', {
    ssh: whole(1, 65_535),
    http: whole(1, 65_535),
  }),
  wire: oneOf('current', 'legacy'),
  control: flag,
  allowedHosts: listOf(filledText),
  // Each fault is checked where it is added.
  faults: listOf(() => undefined),
  snapshot: filledText,
  snapshotLimit: whole(1, mostCharacters),
  validateReplies: flag,
  logger: kind('a logger, such as that of pino', (value) => typeof value === 'object' && value !== null),
  realTime: kind('a function', (value) => typeof value === 'function'),
});

/** Throws a RangeError with one sentence for an option that does not exist or that has a wrong value. */
export function checkOptions(options: unknown): void {
  check(options, '');
}
