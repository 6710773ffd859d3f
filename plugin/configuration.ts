// The configuration of the provider: which account, and settings for all its resources.
import type { Problem } from '../core/validation/shape';
import { instead, quoted } from '../core/validation/suggestion';
import type { ReadConfig } from '../provider/session/session';
import type { Opened, Properties } from './values';

/** The settings, with the key under which the resources know each. */
const SETTINGS = [
  'baseUrl',
  'clientId',
  'clientSecret',
  'planChecks',
  'requireCapacity',
  'defaultTags',
  'acceptAccount',
] as const;

/** What the engine adds to the settings of a provider. */
const OF_THE_ENGINE = ['version', 'pluginDownloadURL'];

const SECRETS = ['clientSecret'];

/** The settings that are secrets: those that the program marks, and the client secret, always. */
export const secretsOf = ({ values, secrets }: Opened): ReadonlySet<string> =>
  new Set([...secrets, ...SECRETS.filter((name) => values[name] !== undefined)]);

/** What is wrong with the settings of a provider. */
export function problemsOf(values: Properties): Problem[] {
  const unknown = Object.keys(values).filter(
    (name) => !(SETTINGS as readonly string[]).includes(name) && !OF_THE_ENGINE.includes(name),
  );
  return unknown.map((name) => ({
    path: name,
    reason: `is not a setting of this provider${instead(name, { candidates: SETTINGS })}: ${quoted(name)}`,
  }));
}

/** How the resources read a setting of this provider. */
export const readerOf =
  (values: Properties): ReadConfig =>
  (key) => {
    const value = values[key.replace(/^cloudCompute:/, '')];
    if (value === undefined || typeof value === 'string') return value;
    return JSON.stringify(value);
  };
