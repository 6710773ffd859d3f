// The configuration of the provider: which account, and settings for all its resources.
import { ConfigurationError } from '../api/errors';
import type { Problem } from '../core/validation/shape';
import { UNKNOWN } from '../core/validation/shape';
import { SETTINGS, SETTING_NAMES } from '../core/configuration';
import { instead } from '../core/validation/suggestion';
import { HIDDEN_OUTPUTS } from '../provider/engine/hiddenProperties';
import type { ReadConfig } from '../provider/run/run';
import { Run } from '../provider/run/run';
import type { Opened, Properties } from './protocol/values';

/** What the engine adds to the settings of a provider. */
const OF_THE_ENGINE = ['version', 'pluginDownloadURL'];

/** The settings that are secrets: the program marks them, or they are always secret. */
export function secretsOf({ values, secrets }: Opened): ReadonlySet<string> {
  const always = Object.entries(SETTINGS).filter(
    ([name, { secret }]) => secret && values[name] !== undefined,
  );
  return new Set([...secrets, ...always.map(([name]) => name)]);
}

/**
 * Settings that may not be empty in an explicit provider: its program means another account than that of the
 * environment.
 */
const CREDENTIALS = ['clientId', 'clientSecret'];

/** Whether the program declares the provider with this name; the engine declares the default providers. */
export const isExplicit = (name: string): boolean => name !== '' && !/^default(_|$)/.test(name);

/** What is wrong with the settings of a provider. */
export function problemsOf(values: Properties, isOfProgram: boolean): Problem[] {
  const unknown = Object.keys(values).filter(
    (name) => !SETTING_NAMES.includes(name) && !OF_THE_ENGINE.includes(name),
  );
  const empty = CREDENTIALS.filter((name) => isOfProgram && values[name] === '');
  return [
    ...unknown.map((name) => ({
      path: name,
      reason: `is not a setting of this provider${instead(name, { candidates: SETTING_NAMES })}`,
    })),
    ...empty.map((name) => ({
      path: name,
      reason: `is empty: set it, or leave out ${CREDENTIALS.join(' and ')} to use those of the environment`,
    })),
  ];
}

/** The hash of the account in the state of a provider. */
export function accountIn(values: Properties): string | undefined {
  const account = values[HIDDEN_OUTPUTS.account];
  return typeof account === 'string' ? account : undefined;
}

/**
 * The settings with the hash of the account, which the state of the provider holds: so the account does not change
 * silently, even if no resource is in state.
 *
 * @param before the settings in state.
 */
export function withAccount(values: Properties, before: Properties): Properties {
  const account = accountAfter(values, accountIn(before));
  return account === undefined ? values : { ...values, [HIDDEN_OUTPUTS.account]: account };
}

function accountAfter(values: Properties, recorded: string | undefined): string | undefined {
  if ([values['baseUrl'], values['clientId']].includes(UNKNOWN)) return recorded;
  try {
    return new Run(readerOf(values)).account.hashAfter(recorded);
  } catch (error) {
    // The first check of a resource reports what is missing.
    if (error instanceof ConfigurationError) return recorded;
    throw error;
  }
}

/** The settings as text, to compare them. */
export const textOf = ({ [HIDDEN_OUTPUTS.account]: _account, ...settings }: Properties): string =>
  JSON.stringify(settings);

/** How the resources read a setting of this provider. */
export const readerOf =
  (values: Properties): ReadConfig =>
  (key) => {
    const value = values[key.slice(key.indexOf(':') + 1)];
    if (value === undefined || typeof value === 'string') return value;
    return JSON.stringify(value);
  };
