import * as pulumi from '@pulumi/pulumi';
import type { Method, RequestOptions } from '../api';
import { CloudComputeClient } from '../api/client';
import type { Configuration } from '../core/configuration';
import { clientOptionsOf, configurationFrom } from '../core/configuration';
import { perRun } from './pulumi/run';

/**
 * The configuration of this stack: `cloudCompute:baseUrl`, `cloudCompute:clientId` and `cloudCompute:clientSecret`,
 * else the environment's `CLOUD_COMPUTE_BASE_URL`, `CLOUD_COMPUTE_CLIENT_ID` and `CLOUD_COMPUTE_CLIENT_SECRET`. Id and
 * secret come from one of the two.
 *
 * @throws ConfigurationError that names what is missing and both ways to set it.
 */
export const configuration = (): Configuration =>
  // pulumi.Config warns about secrets that are read as plain text, which is what a client needs.
  configurationFrom((key) => pulumi.runtime.getConfig(key), process.env);

const theClient = perRun(() => new CloudComputeClient(clientOptionsOf(configuration())));

/**
 * The client of this run of the program, for everything that has neither a resource nor a data source. It shares
 * nothing with the provider but the project's rate limits, which both obey.
 *
 * @throws ConfigurationError when the configuration is incomplete.
 */
export const client = (): CloudComputeClient => theClient();

/**
 * Any request to the API, for paths that its specification does not show. Unlike data sources it is sent each
 * time, also in a preview, and never to mocks.
 *
 * @param path from `/v1` on, e.g. `/v1/container-deployments`.
 * @throws CloudComputeError, or the class below it that says what is wrong.
 * @example
 * const deployments = await request<Deployment[]>('GET', '/v1/container-deployments');
 */
export function request<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
  return client().request<T>(method, path, options);
}
