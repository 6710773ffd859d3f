/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type --
   the interface declares the properties that Pulumi sets on the object */
import type { InstanceGroupInputs, InstanceGroupOutputs } from '../provider/resources/instanceGroup';
import { resourceClass } from './resource';
import type { Args, Outputs } from './types';

/** What an instance group is to be. */
export type InstanceGroupArgs = Args<InstanceGroupInputs>;

/**
 * A group of instances that are made from one template.
 *
 * @example
 * const workers = new InstanceGroup('workers', {
 *   instanceType: '1H100.80S.30V',
 *   locationCode: 'FIN-01',
 *   template: { image: 'ubuntu-24.04-cuda-12.8-open-docker', osVolume: { size: 100 }, sshKeyIds: [key.id] },
 * });
 */
export class InstanceGroup extends resourceClass<InstanceGroupInputs, InstanceGroupOutputs>({
  name: 'InstanceGroup',
  provider: 'instanceGroup',
  properties: {
    name: undefined,
    description: undefined,
    locationCode: undefined,
    instanceType: undefined,
    template: undefined,
    adoptId: undefined,
    replaceOn: undefined,
    projectId: undefined,
    instances: undefined,
    size: undefined,
    revision: undefined,
    createdAt: undefined,
    updatedAt: undefined,
  },
}) {}

export interface InstanceGroup extends Outputs<InstanceGroupInputs, InstanceGroupOutputs, 'name'> {}
