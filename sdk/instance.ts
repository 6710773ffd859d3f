/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type --
   the interface declares the properties that Pulumi sets on the object */
import type { InstanceInputs, InstanceOutputs } from '../provider/resources/instance';
import type * as pulumi from '@pulumi/pulumi';
import { warnOfVolumesGivenTwice } from './checks/volumesGivenTwice';
import { resourceClass } from './resource';
import type { Args, Outputs } from './types';

/** What an instance is to be. */
export type InstanceArgs = Args<InstanceInputs>;

/**
 * A machine, up and running when `up` returns.
 *
 * @example
 * const trainer = new Instance('trainer', {
 *   instanceType: '1H100.80S.30V',
 *   image: 'ubuntu-24.04-cuda-12.8-open-docker',
 *   locationCode: 'FIN-01',
 *   osVolume: { size: 100 },
 *   sshKeyIds: [key.id],
 * });
 * export const ip = trainer.ip;
 */
export class Instance extends resourceClass<InstanceInputs, InstanceOutputs>({
  name: 'Instance',
  provider: 'instance',
  billed: 'instances',
  secrets: ['jupyterToken'],
  // A volume cannot be attached to the old machine and to the new one.
  options: ({ existingVolumes }) => (existingVolumes === undefined ? {} : { deleteBeforeReplace: true }),
  properties: {
    hostname: undefined,
    description: undefined,
    image: undefined,
    instanceType: undefined,
    locationCode: undefined,
    fallbackLocationCodes: undefined,
    waitForCapacity: undefined,
    contract: undefined,
    longTermPeriod: undefined,
    isSpot: undefined,
    coupon: undefined,
    osVolume: undefined,
    volumes: undefined,
    existingVolumes: undefined,
    sshKeyIds: undefined,
    startupScriptId: undefined,
    tags: undefined,
    instanceGroupId: undefined,
    groupRevision: undefined,
    powerState: undefined,
    allowShutdown: undefined,
    awaitReady: undefined,
    adoptId: undefined,
    deletePermanently: undefined,
    keepVolumes: undefined,
    hibernate: undefined,
    replaceOn: undefined,
    status: undefined,
    location: undefined,
    ip: undefined,
    privateIp: undefined,
    cpu: undefined,
    gpu: undefined,
    gpuMemory: undefined,
    memory: undefined,
    storage: undefined,
    pricePerHour: undefined,
    hourlyCost: undefined,
    monthlyCost: undefined,
    currency: undefined,
    osName: undefined,
    osVolumeId: undefined,
    volumeIds: undefined,
    ownVolumeIds: undefined,
    keptVolumeIds: undefined,
    jupyterToken: undefined,
    pricing: undefined,
    createdAt: undefined,
    createdByUserId: undefined,
    longTerm: undefined,
  },
}) {
  constructor(name: string, args: InstanceArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
    // JavaScript may leave the arguments out.
    warnOfVolumesGivenTwice(name, (args as InstanceArgs | null | undefined)?.existingVolumes);
  }
}

export interface Instance extends Outputs<InstanceInputs, InstanceOutputs, 'hostname' | 'powerState'> {}
