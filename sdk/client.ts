/**
 * Call the API directly with `pulumi-cloud-compute/client`: in scripts, and in programs for operations that have no
 * resource and no data source. Requests and results have the fields and the names of the API, e.g. `price_per_hour`.
 *
 * @packageDocumentation
 */
export { client, configuration, request } from './config';
export { CloudComputeClient } from '../api';
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
  WritesStoppedError,
} from '../api/errors';
export type { ErrorDetails } from '../api/errors';
// Declarations of other packages name the types of the client's parts, options and results.
export type {
  AccountApi,
  AuditApi,
  AuditFilter,
  AvailabilityFilter,
  Body,
  CallOptions,
  CatalogueApi,
  ClientOptions,
  Clock,
  CloneVolumeRequest,
  ClustersApi,
  Credentials,
  Held,
  InferenceApi,
  InstanceFilter,
  InstanceGroupsApi,
  InstancesApi,
  JournalApi,
  JournalFilter,
  JournalSubject,
  LimitFacts,
  Logger,
  Method,
  NetworkMembersApi,
  PriceFilter,
  PrivateNetworksApi,
  Query,
  RequestOptions,
  ScriptsApi,
  SshKeysApi,
  TaggedCollection,
  TagsApi,
  VolumesApi,
  Wording,
} from '../api';
