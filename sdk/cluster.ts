/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type --
   the interface declares the properties that Pulumi sets on the object */
import type { ClusterInputs, ClusterOutputs } from '../provider/resources/cluster';
import { resourceClass } from './resource';
import type { Args, Outputs } from './types';

/** What a cluster is to be. */
export type ClusterArgs = Args<ClusterInputs>;

/**
 * A cluster of machines, all of its nodes up when `up` returns. Its shared volumes outlive it unless asked otherwise.
 *
 * @example
 * const cluster = new Cluster('train', {
 *   clusterType: '16H100',
 *   image: 'ubuntu-22.04-cuda-12.4-cluster',
 *   locationCode: 'FIN-01',
 *   sshKeyIds: [key.id],
 * });
 */
export class Cluster extends resourceClass<ClusterInputs, ClusterOutputs>({
  name: 'Cluster',
  provider: 'cluster',
  billed: 'clusters',
  properties: {
    hostname: undefined,
    description: undefined,
    clusterType: undefined,
    image: undefined,
    locationCode: undefined,
    fallbackLocationCodes: undefined,
    waitForCapacity: undefined,
    sshKeyIds: undefined,
    startupScriptId: undefined,
    contract: undefined,
    longTermPeriod: undefined,
    autoRentExtension: undefined,
    turnToPayAsYouGo: undefined,
    extensionSettings: undefined,
    sharedVolume: undefined,
    existingVolumes: undefined,
    tags: undefined,
    powerState: undefined,
    awaitReady: undefined,
    adoptId: undefined,
    deleteSharedVolumes: undefined,
    deletePermanently: undefined,
    replaceOn: undefined,
    status: undefined,
    location: undefined,
    ip: undefined,
    workerNodes: undefined,
    jumpHost: undefined,
    serviceNodes: undefined,
    sharedVolumes: undefined,
    cpu: undefined,
    gpu: undefined,
    gpuMemory: undefined,
    memory: undefined,
    pricePerHour: undefined,
    hourlyCost: undefined,
    monthlyCost: undefined,
    currency: undefined,
    osName: undefined,
    createdAt: undefined,
  },
}) {}

export interface Cluster extends Outputs<ClusterInputs, ClusterOutputs, 'hostname'> {}
