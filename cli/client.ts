import { CloudComputeClient } from '../api/client';
import type { Wording } from '../api/wording';
import { UsageError } from './usageError';

const VARIABLES = {
  baseUrl: 'CLOUD_COMPUTE_BASE_URL',
  clientId: 'CLOUD_COMPUTE_CLIENT_ID',
  clientSecret: 'CLOUD_COMPUTE_CLIENT_SECRET',
} as const;

const WORDING: Wording = {
  baseUrl: VARIABLES.baseUrl,
  setBaseUrl: `Set ${VARIABLES.baseUrl} to an address such as https://api.example.com.`,
  credentialsOrigin: 'of the environment',
  setCredentials: `Set ${VARIABLES.clientId} and ${VARIABLES.clientSecret}.`,
};

/** Runs `work` with a client that has the credentials of the environment. */
export async function withClient<T>(work: (client: CloudComputeClient) => Promise<T>): Promise<T> {
  const missing = Object.values(VARIABLES).filter((variable) => !process.env[variable]);
  if (missing.length > 0) {
    throw new UsageError(
      `${missing.join(', ')} must be set in the environment; this command does not read the config of a stack.`,
    );
  }
  const client = new CloudComputeClient({
    baseUrl: process.env[VARIABLES.baseUrl] ?? '',
    clientId: process.env[VARIABLES.clientId] ?? '',
    clientSecret: process.env[VARIABLES.clientSecret] ?? '',
    wording: WORDING,
  });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}
