import { createHash } from 'node:crypto';
import { ConfigurationError } from '../api/errors';
import { baseUrlOf, isLoopback } from '../api/http/transport/baseUrl';
import type { ClientOptions } from '../api/options';
import type { Wording } from '../api/wording';

/** All settings of a stack, or of an explicit provider of the native plugin, with a sentence for users. */
export const SETTING_DOCS = {
  baseUrl: 'Address of the API.',
  clientId: 'Client id of the credentials.',
  clientSecret: 'Client secret of the credentials.',
  acceptAccount: 'Client id of the credentials that replace the former ones, for one `pulumi up`.',
  planChecks:
    '`off` or `false` turns off all checks but those of names, forms and options, which need no request. Default: `on`.',
  requireCapacity: '`true`: no capacity is an error. Default: `false`, a warning.',
  startupScriptHint:
    '`off`: a preview does not say that `pulumi up` returns before a startup script has ended. Default: `on`.',
  maxHourlyCost:
    'The highest price per hour, in the currency of the account: what would raise the price beyond it is refused, at preview and before it is created or changed. Default: no limit.',
  maxRunDuration:
    'The end of all instances and clusters that name none, e.g. `12h`: see `maxRunDuration` of `Instance`. Default: none.',
  defaultTags: 'Tags of all instances, volumes and clusters.',
} as const;

/** The names of all settings, without the namespace. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTING_DOCS);

let namespace = 'cloudCompute';

/** The namespace of the stack's config that messages name: the native plugin has its own, set once at its start. */
export function nameSettingsIn(other: string): void {
  namespace = other;
}

let explicitProvider: string | undefined;

/** The explicit provider of the native plugin that messages name: its properties are the settings. */
export function nameSettingsOfProvider(name: string): void {
  explicitProvider = name;
}

/** The key of a setting in the stack's config, e.g. `cloudCompute:baseUrl`. */
export const settingKey = (name: string): string => `${namespace}:${name}`;

/** Whether this value of a setting turns off what it is about. */
export const isOffSetting = (value = ''): boolean => ['off', 'false'].includes(value.trim().toLowerCase());

const needed = (name: keyof typeof SETTING_DOCS, variable: string, secret = false) => ({
  get key() {
    return settingKey(name);
  },
  variable,
  secret,
});

/** The settings that are needed to reach the cloud, each with its two sources. */
export const SETTINGS = {
  baseUrl: needed('baseUrl', 'CLOUD_COMPUTE_BASE_URL'),
  clientId: needed('clientId', 'CLOUD_COMPUTE_CLIENT_ID'),
  clientSecret: needed('clientSecret', 'CLOUD_COMPUTE_CLIENT_SECRET', true),
};

/** The variable with a further client id of the same project, as the user confirms. */
export const SAME_PROJECT = 'CLOUD_COMPUTE_SAME_PROJECT';

/** The name of a setting that is needed to reach the cloud. */
export type SettingName = keyof typeof SETTINGS;

type ReadsConfig = (key: string) => string | undefined;
type Environment = Readonly<Record<string, string | undefined>>;

/** The source of credentials. */
export type CredentialSource = 'config' | 'environment';

/** A setting with its value, and where the value comes from. */
export interface FoundSetting {
  /** Its name, without the namespace. */
  readonly name: SettingName;
  /** Where its value comes from, or would have to come from. */
  readonly source: CredentialSource;
  /** Undefined if that source does not have it. */
  readonly value: string | undefined;
}

/** The address of the cloud and the credentials. */
export interface Configuration {
  /** Address of the API, with or without `/v1`; https, except on loopback. */
  readonly baseUrl: string;
  /** Id of the API credentials; it also identifies the project. */
  readonly clientId: string;
  /** The secret of the credentials. Never shown in messages, logs or state. */
  readonly clientSecret: string;
  /** The source of id and secret. */
  readonly credentialSource: CredentialSource;
}

/**
 * Where each setting comes from: the stack's config, otherwise the environment. Id and secret must come from the same
 * source: a mixed pair could be invalid, or belong to another account.
 *
 * @param config reads one key of the stack's config, e.g. `cloudCompute:baseUrl`.
 */
export function findSettings(
  config: ReadsConfig,
  environment: Environment,
): Readonly<Record<SettingName, FoundSetting>> {
  const hasInConfig = (name: SettingName) => !!config(SETTINGS[name].key);
  const from = (name: SettingName, source: CredentialSource): FoundSetting => {
    const { key, variable } = SETTINGS[name];
    return { name, source, value: (source === 'config' ? config(key) : environment[variable]) || undefined };
  };
  const ofAddress = hasInConfig('baseUrl') ? 'config' : 'environment';
  const ofCredentials = hasInConfig('clientId') || hasInConfig('clientSecret') ? 'config' : 'environment';
  return {
    baseUrl: from('baseUrl', ofAddress),
    clientId: from('clientId', ofCredentials),
    clientSecret: from('clientSecret', ofCredentials),
  };
}

/**
 * The configuration from the stack's config, otherwise from the environment.
 *
 * @param config reads one key of the stack's config, e.g. `cloudCompute:baseUrl`.
 * @throws ConfigurationError that names every missing setting and the ways to set it.
 */
export function configurationFrom(config: ReadsConfig, environment: Environment): Configuration {
  const found = findSettings(config, environment);
  const credentialSource = found.clientId.source;
  const [baseUrl, clientId, clientSecret] = [
    found.baseUrl.value,
    found.clientId.value,
    found.clientSecret.value,
  ];
  if (baseUrl === undefined || clientId === undefined || clientSecret === undefined) {
    const missing = Object.values(found).filter(({ value }) => value === undefined);
    throw incomplete(
      missing.map(({ name }) => name),
      credentialSource === 'config',
    );
  }
  return { baseUrl, clientId, clientSecret, credentialSource };
}

/** The options of a client for this configuration; its messages name the settings of the stack. */
export const clientOptionsOf = (configuration: Configuration): ClientOptions => ({
  ...configuration,
  wording: wordingOf(configuration.credentialSource),
});

/** A setting as messages name it. */
export const shownSetting = (name: keyof typeof SETTING_DOCS): string =>
  explicitProvider === undefined ? settingKey(name) : `${name} of ${providerNamed(explicitProvider)}`;

const providerNamed = (name: string): string => `the provider ${JSON.stringify(name)}`;

const setBaseUrl = (name = `${shownSetting('baseUrl')} (or ${SETTINGS.baseUrl.variable})`): string =>
  `Set ${name} to an address such as https://api.example.com.`;

/** How the messages of a client without a stack name the variables of the environment. */
export const ENVIRONMENT_WORDING: Wording = {
  baseUrl: SETTINGS.baseUrl.variable,
  setBaseUrl: setBaseUrl(SETTINGS.baseUrl.variable),
  credentialsOrigin: 'of the environment',
  setCredentials: `Set ${SETTINGS.clientId.variable} and ${SETTINGS.clientSecret.variable}.`,
};

/** Which settings the commands that do not run the program use. */
export const storedSettings = (): string =>
  explicitProvider === undefined
    ? '`pulumi destroy` and `pulumi refresh` use the config that the last `pulumi up` stored: if it has changed since, ' +
      'add --run-program, or run `pulumi up` first.'
    : '`pulumi destroy` and `pulumi refresh` use what the last `pulumi up` stored: add --run-program, or run `pulumi up` first.';

/** How the client's messages name the settings of a stack with this source of credentials. */
export const wordingOf = (source: CredentialSource): Wording => ({
  baseUrl: shownSetting('baseUrl'),
  setBaseUrl: setBaseUrl(),
  ...(source === 'config' ? ofConfig() : ofEnvironment()),
});

type OfSource = Pick<Wording, 'credentialsOrigin' | 'setCredentials'>;

const ofConfig = (): OfSource =>
  explicitProvider === undefined
    ? {
        credentialsOrigin: "of the stack's config",
        setCredentials:
          `Set ${SETTINGS.clientId.key} and ${SETTINGS.clientSecret.key} with \`pulumi config set --secret\`; those of the ` +
          `environment are not tried. ${storedSettings()}`,
      }
    : {
        credentialsOrigin: `of ${providerNamed(explicitProvider)}`,
        setCredentials: `Correct clientId and clientSecret in the program; those of the environment are not tried. ${storedSettings()}`,
      };

const ofEnvironment = (): OfSource => ({
  credentialsOrigin: ENVIRONMENT_WORDING.credentialsOrigin,
  setCredentials: `${ENVIRONMENT_WORDING.setCredentials} ${storedSettings()}`,
});

/**
 * Identifies the account: a short hash of the client id and the API's host. All loopback addresses count as one host.
 * A new secret of the same client changes nothing.
 */
export function accountOf({ baseUrl, clientId }: Pick<Configuration, 'baseUrl' | 'clientId'>): string {
  const { host, hostname } = new URL(baseUrlOf(baseUrl, { setBaseUrl: setBaseUrl() }));
  const place = isLoopback(hostname) ? 'loopback' : host;
  return createHash('sha256').update(`${place}\n${clientId}`).digest('hex').slice(0, 12);
}

function incomplete(missing: readonly SettingName[], credentialsInConfig: boolean): ConfigurationError {
  const isHalf = credentialsInConfig && missing.some((name) => name !== 'baseUrl');
  const ways = missing.map((name) => {
    const { key, variable, secret } = SETTINGS[name];
    const command =
      explicitProvider === undefined
        ? `\`pulumi config set ${secret ? '--secret ' : ''}${key} …\``
        : `${name} in the program`;
    return credentialsInConfig && name !== 'baseUrl' ? command : `${command} or ${variable}`;
  });
  const why = isHalf
    ? ` The ${explicitProvider === undefined ? 'config' : 'provider'} holds the other half of the credentials; id and secret come from one source.`
    : '';
  return new ConfigurationError(
    `The cloud cannot be reached without ${missing.map(shownSetting).join(', ')}.${why} Set ${ways.join('; ')}.`,
  );
}
