// Generated from the descriptions in sdk/dataSources by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import type { OutputArgs } from '../dataSource';
import { invoke, invokeOutput } from '../dataSource';
import * as catalogue from '../dataSources/catalogue';
import type {
  ClusterType,
  ContainerType,
  Image,
  InferenceModel,
  InstanceType,
  Location,
  LongTermPeriod,
  VolumeType,
} from './types';
import type { SuggestedClusterType, SuggestedInstanceType } from '../resources/types';

/** The arguments of {@link getImages}. */
export interface GetImagesArgs {
  /** Only images that this instance type supports, e.g. `1H100.80S.30V`. Default: all. */
  instanceType?: SuggestedInstanceType | undefined;
}

/** The answer of {@link getImages}. */
export type GetImagesResult = Image[];

/**
 * The images that instances can be deployed from. An unknown instance type is an error. Requests: GET
 * /v1/images.
 *
 * @example
 * // Values for `image` of an instance of this type.
 * export const images = getImagesOutput({ instanceType: '1H100.80S.30V' }).apply((all) =>
 *   all.filter(({ category }) => category === 'ubuntu').map(({ imageType }) => imageType),
 * );
 */
export function getImages(args?: GetImagesArgs, opts?: pulumi.InvokeOptions): Promise<GetImagesResult> {
  return invoke('getImages', catalogue.getImages, args, opts);
}

/**
 * The images that instances can be deployed from. An unknown instance type is an error. The same as
 * {@link getImages}, for arguments that may not be known yet.
 */
export function getImagesOutput(
  args?: OutputArgs<GetImagesArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetImagesResult> {
  return invokeOutput('getImages', catalogue.getImages, args, opts);
}

/** The arguments of {@link getClusterImages}. */
export interface GetClusterImagesArgs {
  /** Only images that this cluster type supports, e.g. `16H100`. Default: all. */
  clusterType?: SuggestedClusterType | undefined;
}

/** The answer of {@link getClusterImages}. */
export type GetClusterImagesResult = Image[];

/**
 * The images that clusters can be deployed from. An unknown cluster type is an error. Requests: GET
 * /v1/images/cluster.
 *
 * @example
 * // Values for `image` of a cluster of this type.
 * export const images = getClusterImagesOutput({ clusterType: '16H100' }).apply((all) =>
 *   all.map(({ imageType }) => imageType),
 * );
 */
export function getClusterImages(
  args?: GetClusterImagesArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetClusterImagesResult> {
  return invoke('getClusterImages', catalogue.getClusterImages, args, opts);
}

/**
 * The images that clusters can be deployed from. An unknown cluster type is an error. The same as
 * {@link getClusterImages}, for arguments that may not be known yet.
 */
export function getClusterImagesOutput(
  args?: OutputArgs<GetClusterImagesArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetClusterImagesResult> {
  return invokeOutput('getClusterImages', catalogue.getClusterImages, args, opts);
}

/** The arguments of {@link getLocations}: none. */
export type GetLocationsArgs = Record<string, never>;

/** The answer of {@link getLocations}. */
export type GetLocationsResult = Location[];

/**
 * The locations of the cloud. Requests: GET /v1/locations.
 *
 * @example
 * // The codes of the locations in Finland.
 * export const locationCodes = getLocationsOutput().apply((all) =>
 *   all.filter(({ countryCode }) => countryCode === 'FI').map(({ code }) => code),
 * );
 */
export function getLocations(
  args?: GetLocationsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetLocationsResult> {
  return invoke('getLocations', catalogue.getLocations, args, opts);
}

/**
 * The locations of the cloud. The same as {@link getLocations}, for arguments that may not be known
 * yet.
 */
export function getLocationsOutput(
  args?: OutputArgs<GetLocationsArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetLocationsResult> {
  return invokeOutput('getLocations', catalogue.getLocations, args, opts);
}

/** The arguments of {@link getInstanceTypes}. */
export interface GetInstanceTypesArgs {
  /** The currency of the prices. Default: `usd`. */
  currency?: 'usd' | 'eur' | undefined;
}

/** The answer of {@link getInstanceTypes}. */
export type GetInstanceTypesResult = InstanceType[];

/**
 * The instance types with their prices. Needs no credentials. Requests: GET /v1/instance-types.
 *
 * @example
 * // The instance types with eight GPUs, and their prices per hour in euros.
 * export const prices = getInstanceTypesOutput({ currency: 'eur' }).apply((types) =>
 *   types
 *     .filter(({ gpu }) => gpu.numberOfGpus === 8)
 *     .map(({ instanceType, pricePerHour }) => ({ instanceType, pricePerHour })),
 * );
 */
export function getInstanceTypes(
  args?: GetInstanceTypesArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetInstanceTypesResult> {
  return invoke('getInstanceTypes', catalogue.getInstanceTypes, args, opts);
}

/**
 * The instance types with their prices. Needs no credentials. The same as {@link getInstanceTypes},
 * for arguments that may not be known yet.
 */
export function getInstanceTypesOutput(
  args?: OutputArgs<GetInstanceTypesArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetInstanceTypesResult> {
  return invokeOutput('getInstanceTypes', catalogue.getInstanceTypes, args, opts);
}

/** The arguments of {@link getVolumeTypes}. */
export interface GetVolumeTypesArgs {
  /** The currency of the prices. Default: `usd`. */
  currency?: 'usd' | 'eur' | undefined;
}

/** The answer of {@link getVolumeTypes}. */
export type GetVolumeTypesResult = VolumeType[];

/**
 * The types of volumes with their prices. Needs no credentials. Requests: GET /v1/volume-types.
 *
 * @example
 * // The price of each type of volume.
 * export const prices = getVolumeTypesOutput().apply((types) =>
 *   Object.fromEntries(types.map(({ type, price }) => [type, price])),
 * );
 */
export function getVolumeTypes(
  args?: GetVolumeTypesArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetVolumeTypesResult> {
  return invoke('getVolumeTypes', catalogue.getVolumeTypes, args, opts);
}

/**
 * The types of volumes with their prices. Needs no credentials. The same as {@link getVolumeTypes},
 * for arguments that may not be known yet.
 */
export function getVolumeTypesOutput(
  args?: OutputArgs<GetVolumeTypesArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetVolumeTypesResult> {
  return invokeOutput('getVolumeTypes', catalogue.getVolumeTypes, args, opts);
}

/** The arguments of {@link getContainerTypes}: none. */
export type GetContainerTypesArgs = Record<string, never>;

/** The answer of {@link getContainerTypes}. */
export type GetContainerTypesResult = ContainerType[];

/**
 * The types of containers with their prices. Needs no credentials. Requests: GET /v1/container-types.
 *
 * @example
 * export const names = getContainerTypesOutput().apply((types) => types.map(({ name }) => name));
 */
export function getContainerTypes(
  args?: GetContainerTypesArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetContainerTypesResult> {
  return invoke('getContainerTypes', catalogue.getContainerTypes, args, opts);
}

/**
 * The types of containers with their prices. Needs no credentials. The same as {@link
 * getContainerTypes}, for arguments that may not be known yet.
 */
export function getContainerTypesOutput(
  args?: OutputArgs<GetContainerTypesArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetContainerTypesResult> {
  return invokeOutput('getContainerTypes', catalogue.getContainerTypes, args, opts);
}

/** The arguments of {@link getClusterTypes}: none. */
export type GetClusterTypesArgs = Record<string, never>;

/** The answer of {@link getClusterTypes}. */
export type GetClusterTypesResult = ClusterType[];

/**
 * The cluster types with their prices. Needs no credentials. Requests: GET /v1/cluster-types.
 *
 * @example
 * // The price of each type of cluster per hour, in US dollars.
 * export const prices = getClusterTypesOutput().apply((types) =>
 *   Object.fromEntries(types.map(({ clusterType, pricePerHour }) => [clusterType, pricePerHour])),
 * );
 */
export function getClusterTypes(
  args?: GetClusterTypesArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetClusterTypesResult> {
  return invoke('getClusterTypes', catalogue.getClusterTypes, args, opts);
}

/**
 * The cluster types with their prices. Needs no credentials. The same as {@link getClusterTypes}, for
 * arguments that may not be known yet.
 */
export function getClusterTypesOutput(
  args?: OutputArgs<GetClusterTypesArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetClusterTypesResult> {
  return invokeOutput('getClusterTypes', catalogue.getClusterTypes, args, opts);
}

/** The arguments of {@link getLongTermPeriods}. */
export interface GetLongTermPeriodsArgs {
  /** The kind of machine: `instances` or `clusters`. Default: `instances`. */
  of?: 'instances' | 'clusters' | undefined;
}

/** The answer of {@link getLongTermPeriods}. */
export type GetLongTermPeriodsResult = LongTermPeriod[];

/**
 * The periods of long-term contracts with their discounts. Needs no credentials. Requests: GET
 * /v1/long-term/periods/instances, GET /v1/long-term/periods/clusters.
 *
 * @example
 * // Values for `longTermPeriod` of a cluster, with the discount in percent.
 * export const periods = getLongTermPeriodsOutput({ of: 'clusters' }).apply((all) =>
 *   all.map(({ code, discountPercentage }) => ({ code, discountPercentage })),
 * );
 */
export function getLongTermPeriods(
  args?: GetLongTermPeriodsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetLongTermPeriodsResult> {
  return invoke('getLongTermPeriods', catalogue.getLongTermPeriods, args, opts);
}

/**
 * The periods of long-term contracts with their discounts. Needs no credentials. The same as {@link
 * getLongTermPeriods}, for arguments that may not be known yet.
 */
export function getLongTermPeriodsOutput(
  args?: OutputArgs<GetLongTermPeriodsArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetLongTermPeriodsResult> {
  return invokeOutput('getLongTermPeriods', catalogue.getLongTermPeriods, args, opts);
}

/** The arguments of {@link getInferenceModels}: none. */
export type GetInferenceModelsArgs = Record<string, never>;

/** The answer of {@link getInferenceModels}. */
export type GetInferenceModelsResult = GetInferenceModelResult[];

/**
 * The models that are served, with their prices in the account's currency. Requests: GET
 * /v1/inference/models.
 *
 * @example
 * export const codes = getInferenceModelsOutput().apply((models) => models.map(({ code }) => code));
 */
export function getInferenceModels(
  args?: GetInferenceModelsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetInferenceModelsResult> {
  return invoke('getInferenceModels', catalogue.getInferenceModels, args, opts);
}

/**
 * The models that are served, with their prices in the account's currency. The same as {@link
 * getInferenceModels}, for arguments that may not be known yet.
 */
export function getInferenceModelsOutput(
  args?: OutputArgs<GetInferenceModelsArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetInferenceModelsResult> {
  return invokeOutput('getInferenceModels', catalogue.getInferenceModels, args, opts);
}

/** The arguments of {@link getInferenceModel}. */
export interface GetInferenceModelArgs {
  /** The code of the model. */
  code: string;
}

/** The answer of {@link getInferenceModel}. */
export interface GetInferenceModelResult extends InferenceModel {}

/**
 * One model. An unknown code is an error. Requests: GET /v1/inference/models/{code}.
 *
 * @example
 * // pulumi config set model <code of a model>
 * const code = new pulumi.Config().require('model');
 *
 * export const serviceTiers = getInferenceModelOutput({ code }).serviceTiers;
 */
export function getInferenceModel(
  args: GetInferenceModelArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetInferenceModelResult> {
  return invoke('getInferenceModel', catalogue.getInferenceModel, args, opts);
}

/**
 * One model. An unknown code is an error. The same as {@link getInferenceModel}, for arguments that
 * may not be known yet.
 */
export function getInferenceModelOutput(
  args: OutputArgs<GetInferenceModelArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetInferenceModelResult> {
  return invokeOutput('getInferenceModel', catalogue.getInferenceModel, args, opts);
}
