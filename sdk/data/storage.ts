// Generated from the descriptions in sdk/dataSources by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import type { OutputArgs } from '../dataSource';
import { invoke, invokeOutput } from '../dataSource';
import * as storage from '../dataSources/storage';
import type { DeletedVolume, Volume, VolumeStatus } from './types';
import type { SuggestedLocation } from '../resources/types';

/** The arguments of {@link getVolumes}. */
export interface GetVolumesArgs {
  /** Only volumes in this status. Default: all but deleted ones. */
  status?: Exclude<VolumeStatus, 'deleted'> | undefined;
}

/** The answer of {@link getVolumes}. */
export type GetVolumesResult = GetVolumeResult[];

/**
 * The volumes of the project. Deleted ones are in `getTrash`. Requests: GET /v1/volumes.
 *
 * @example
 * // Volumes that are billed and that no machine uses.
 * export const unused = getVolumesOutput({ status: 'detached' }).apply((volumes) =>
 *   volumes.map(({ name }) => name),
 * );
 */
export function getVolumes(args?: GetVolumesArgs, opts?: pulumi.InvokeOptions): Promise<GetVolumesResult> {
  return invoke('getVolumes', storage.getVolumes, args, opts);
}

/**
 * The volumes of the project. Deleted ones are in `getTrash`. The same as {@link getVolumes}, for
 * arguments that may not be known yet.
 */
export function getVolumesOutput(
  args?: OutputArgs<GetVolumesArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetVolumesResult> {
  return invokeOutput('getVolumes', storage.getVolumes, args, opts);
}

/** The arguments of {@link getVolume}. */
export interface GetVolumeArgs {
  /** The id of the volume. */
  id: string;
}

/** The answer of {@link getVolume}. */
export interface GetVolumeResult extends Volume {}

/**
 * One volume. An unknown id is an error, and so is a deleted volume. Requests: GET
 * /v1/volumes/{volume_id}.
 *
 * @example
 * // pulumi config set volumeId <id of a volume>
 * const id = new pulumi.Config().require('volumeId');
 *
 * export const mountCommand = getVolumeOutput({ id }).mountCommand;
 */
export function getVolume(args: GetVolumeArgs, opts?: pulumi.InvokeOptions): Promise<GetVolumeResult> {
  return invoke('getVolume', storage.getVolume, args, opts);
}

/**
 * One volume. An unknown id is an error, and so is a deleted volume. The same as {@link getVolume},
 * for arguments that may not be known yet.
 */
export function getVolumeOutput(
  args: OutputArgs<GetVolumeArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetVolumeResult> {
  return invokeOutput('getVolume', storage.getVolume, args, opts);
}

/** The arguments of {@link getTrash}. */
export interface GetTrashArgs {
  /** Only volumes with this name. Default: all. */
  name?: string | undefined;
  /** Only volumes in this location, e.g. `FIN-01`. Default: all. */
  locationCode?: SuggestedLocation | undefined;
}

/** The answer of {@link getTrash}. */
export type GetTrashResult = DeletedVolume[];

/**
 * The volumes in the trash, which stay there for 96 hours; a Volume with `restoreVolumeId` restores
 * one. Requests: GET /v1/volumes/trash, GET /v1/locations.
 *
 * @example
 * // Values for `restoreVolumeId` of a Volume: the volumes that were deleted in the last 96 hours.
 * export const restorable = getTrashOutput({ locationCode: 'FIN-01' }).apply((volumes) =>
 *   volumes.map(({ id, name }) => ({ id, name })),
 * );
 */
export function getTrash(args?: GetTrashArgs, opts?: pulumi.InvokeOptions): Promise<GetTrashResult> {
  return invoke('getTrash', storage.getTrash, args, opts);
}

/**
 * The volumes in the trash, which stay there for 96 hours; a Volume with `restoreVolumeId` restores
 * one. The same as {@link getTrash}, for arguments that may not be known yet.
 */
export function getTrashOutput(
  args?: OutputArgs<GetTrashArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetTrashResult> {
  return invokeOutput('getTrash', storage.getTrash, args, opts);
}
