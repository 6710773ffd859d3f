import { CloudComputeClient } from '../api/client';
import { ENVIRONMENT_WORDING, SETTINGS } from '../core/configuration';
import { UsageError } from './usageError';

const valueOf = (name: keyof typeof SETTINGS): string => process.env[SETTINGS[name].variable] ?? '';

/** Runs `work` with a client that has the credentials of the environment. */
export async function withClient<T>(work: (client: CloudComputeClient) => Promise<T>): Promise<T> {
  const missing = Object.values(SETTINGS).flatMap(({ variable }) => (process.env[variable] ? [] : variable));
  if (missing.length > 0) {
    throw new UsageError(
      `${missing.join(', ')} must be set in the environment; this command does not read the config of a stack.`,
    );
  }
  const client = new CloudComputeClient({
    baseUrl: valueOf('baseUrl'),
    clientId: valueOf('clientId'),
    clientSecret: valueOf('clientSecret'),
    wording: ENVIRONMENT_WORDING,
  });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}
