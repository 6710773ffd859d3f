/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type --
   the interface declares the properties that Pulumi sets on the object */
import type { VolumeInputs, VolumeOutputs } from '../provider/resources/volume';
import { resourceClass } from './resource';
import type { Args, Outputs } from './types';

/** What a volume is to be. */
export type VolumeArgs = Args<VolumeInputs>;

/**
 * A block or shared volume: renamed, grown, attached and detached in place.
 *
 * @example
 * const data = new Volume('data', { size: 500, type: 'NVMe', locationCode: 'FIN-01' });
 */
export class Volume extends resourceClass<VolumeInputs, VolumeOutputs>({
  name: 'Volume',
  provider: 'volume',
  billed: 'volumes',
  properties: {
    name: undefined,
    size: undefined,
    type: undefined,
    locationCode: undefined,
    instanceIds: undefined,
    tags: undefined,
    sourceVolumeId: undefined,
    restoreVolumeId: undefined,
    adoptId: undefined,
    allowShutdown: undefined,
    deletePermanently: undefined,
    replaceOn: undefined,
    status: undefined,
    isOsVolume: undefined,
    instanceId: undefined,
    attachedTo: undefined,
    target: undefined,
    pseudoPath: undefined,
    createDirectoryCommand: undefined,
    mountCommand: undefined,
    filesystemToFstabCommand: undefined,
    sshKeyIds: undefined,
    contract: undefined,
    baseHourlyCost: undefined,
    monthlyPrice: undefined,
    hourlyCost: undefined,
    monthlyCost: undefined,
    currency: undefined,
    createdAt: undefined,
    createdByUserId: undefined,
    longTerm: undefined,
  },
}) {}

export interface Volume extends Outputs<VolumeInputs, VolumeOutputs, 'name'> {}
