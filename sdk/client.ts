/**
 * The client of the API: `pulumi-cloud-compute/client`. Use it for requests that no resource and no data source
 * covers.
 *
 * @packageDocumentation
 */
export { client, configuration, request } from './config';
export type { CloudComputeClient, ClientOptions, Method, RequestOptions } from '../api';
export type { Configuration } from '../core/configuration';
export {
  AuthenticationError,
  CloudComputeError,
  ConfigurationError,
  ConflictError,
  ForbiddenError,
  InsufficientFundsError,
  InvalidRequestError,
  NoCapacityError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  TransportError,
  UnauthorizedError,
} from '../api/errors';
export type { ErrorDetails } from '../api/errors';
