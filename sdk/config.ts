import * as pulumi from '@pulumi/pulumi';
import type { Method, RequestOptions } from '../api';
import type * as api from '../api/client';
import type { CloudComputeClient } from '../api/client';
import type { Configuration } from '../core/configuration';
import { clientOptionsOf, configurationFrom } from '../core/configuration';
import { perRun } from './pulumi/run';

/**
 * The configuration of this stack: `cloudCompute:baseUrl`, `cloudCompute:clientId` and `cloudCompute:clientSecret`, or
 * else the environment variables `CLOUD_COMPUTE_BASE_URL`, `CLOUD_COMPUTE_CLIENT_ID` and
 * `CLOUD_COMPUTE_CLIENT_SECRET`. Id and secret must come from the same source.
 *
 * @throws ConfigurationError that names the missing settings and both ways to set them.
 */
export const configuration = (): Configuration =>
  // pulumi.Config warns when a secret is read as plain text, but the client needs plain text.
  configurationFrom((key) => pulumi.runtime.getConfig(key), process.env);

/** Loaded on first use: a preview sends nothing from the program, and forty files take time. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const loadClient = (): typeof api => require('../api/client') as typeof api;

const theClient = perRun(() => new (loadClient().CloudComputeClient)(clientOptionsOf(configuration())));

/**
 * The client of this run, for the address and the credentials of the stack's config or the environment. A script
 * without Pulumi reads the environment. It is created once; the resources have another client.
 *
 * @throws ConfigurationError if the configuration is incomplete.
 */
export const client = (): CloudComputeClient => theClient();

/**
 * Sends any request to the API, for paths that no method covers: the same as `client().request`. Unlike a data source,
 * it is sent each time, also in a preview, and never to mocks.
 *
 * @param path the path from `/v1` on, e.g. `/v1/container-deployments`.
 * @throws CloudComputeError of the class for the status.
 * @example
 * const deployments = await request<Deployment[]>('GET', '/v1/container-deployments');
 */
export function request<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
  return client().request<T>(method, path, options);
}
