// The configuration of the provider: which account, and settings for all its resources.
import type { Problem } from '../core/validation/shape';
import { SETTINGS, SETTING_NAMES } from '../core/configuration';
import { instead, quoted } from '../core/validation/suggestion';
import type { ReadConfig } from '../provider/session/session';
import type { Opened, Properties } from './values';

/** What the engine adds to the settings of a provider. */
const OF_THE_ENGINE = ['version', 'pluginDownloadURL'];

/** The settings that are secrets: the program marks them, or they are always secret. */
export function secretsOf({ values, secrets }: Opened): ReadonlySet<string> {
  const always = Object.entries(SETTINGS).filter(
    ([name, { secret }]) => secret && values[name] !== undefined,
  );
  return new Set([...secrets, ...always.map(([name]) => name)]);
}

/** What is wrong with the settings of a provider. */
export function problemsOf(values: Properties): Problem[] {
  const unknown = Object.keys(values).filter(
    (name) => !SETTING_NAMES.includes(name) && !OF_THE_ENGINE.includes(name),
  );
  return unknown.map((name) => ({
    path: name,
    reason: `is not a setting of this provider${instead(name, { candidates: SETTING_NAMES })}: ${quoted(name)}`,
  }));
}

/** How the resources read a setting of this provider. */
export const readerOf =
  (values: Properties): ReadConfig =>
  (key) => {
    const value = values[key.slice(key.indexOf(':') + 1)];
    if (value === undefined || typeof value === 'string') return value;
    return JSON.stringify(value);
  };
