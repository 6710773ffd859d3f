import { ConfigurationError } from './errors';

/** The three things that have to be known to reach the cloud, and the two ways to say each. */
const SETTINGS = {
  baseUrl: { key: 'cloudCompute:baseUrl', variable: 'CLOUD_COMPUTE_BASE_URL', secret: false },
  clientId: { key: 'cloudCompute:clientId', variable: 'CLOUD_COMPUTE_CLIENT_ID', secret: false },
  clientSecret: { key: 'cloudCompute:clientSecret', variable: 'CLOUD_COMPUTE_CLIENT_SECRET', secret: true },
} as const;

/** Where to reach the cloud, and as whom. */
export interface Configuration {
  /** Address of the API, with or without `/v1`; https, save on loopback. */
  readonly baseUrl: string;
  /** Id of the API credentials; it names the project too (Authentication). */
  readonly clientId: string;
  /** Their secret. Never shown in messages, logs or state. */
  readonly clientSecret: string;
}

/**
 * The configuration from the stack's config, else from the environment.
 *
 * @param config reads one key of the stack's config, e.g. `cloudCompute:baseUrl`.
 * @throws ConfigurationError that names every missing setting and both ways to set it.
 */
export function configurationFrom(
  config: (key: string) => string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Configuration {
  const settings = Object.values(SETTINGS);
  const values = settings.map(({ key, variable }) => config(key) || environment[variable] || undefined);
  const missing = settings.filter((_, index) => values[index] === undefined);
  if (missing.length > 0) {
    const lines = missing.map(
      ({ key, variable, secret }) =>
        `\`pulumi config set ${secret ? '--secret ' : ''}${key} …\` or ${variable}`,
    );
    throw new ConfigurationError(
      `The cloud cannot be reached without ${missing.map(({ key }) => key).join(', ')}. Set ${lines.join('; ')}.`,
    );
  }
  const [baseUrl, clientId, clientSecret] = values as [string, string, string];
  return { baseUrl, clientId, clientSecret };
}

/** The credentials of the environment, where both are set: what a rotated secret leaves in the config is stale. */
export function credentialsOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<Configuration, 'clientId' | 'clientSecret'> | undefined {
  const clientId = environment[SETTINGS.clientId.variable];
  const clientSecret = environment[SETTINGS.clientSecret.variable];
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}
