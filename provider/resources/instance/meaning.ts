// What the inputs of an instance mean with what the API fills in: other words of the same meaning are no change.
import type { Contract, Instance, InstanceGroup } from '../../../api';
import { areAutomatic } from '../../machines/machine';

import { isOrderedWith, orderedInputs } from '../../schema/derived/mapping';
import { UNKNOWN } from '../../schema/unknown';
import type { Call } from '../../session/call';
import type { InstanceInputs, InstanceOutputs } from './schema';
import { instanceSchema } from './schema';

/** What the inputs of an order mean (Deploy instance body): spot and contract imply each other, a group fills in. */
async function meaningOf(call: Call, inputs: InstanceInputs): Promise<InstanceInputs> {
  const contract = contractOf(inputs);
  const { instanceGroupId } = inputs;
  const isMember = instanceGroupId !== undefined && instanceGroupId !== UNKNOWN;
  const group = isMember ? await call.session.instanceGroups.read(instanceGroupId) : undefined;
  return { ...(group && filledIn(group)), ...inputs, ...{ contract, isSpot: contract === 'SPOT' } };
}

/** The contract that an order asks for; one that is not known yet is no contract of an order. */
const contractOf = ({ contract, isSpot }: InstanceInputs): Contract =>
  contract ?? (isSpot ? 'SPOT' : 'PAY_AS_YOU_GO');

const filledIn = ({ instance_type, location_code, template }: InstanceGroup): InstanceInputs => ({
  instanceType: instance_type,
  locationCode: location_code,
  image: template.image,
  osVolume: template.os_volume,
  sshKeyIds: template.ssh_key_ids,
  ...(template.startup_script_id && { startupScriptId: template.startup_script_id }),
});

/** Whether an instance shows that it was ordered with what an input means. */
export async function isAsOrdered(
  call: Call,
  property: string,
  found: Instance,
  { longTerm }: Partial<InstanceOutputs>,
  inputs: InstanceInputs,
): Promise<boolean> {
  if (property !== 'longTermPeriod')
    return isOrderedWith(instanceSchema, property, found, await meaningOf(call, inputs));
  // The API shows the period on the operating-system volume, and the outputs hold it. Without one the API chooses it.
  const period = inputs.contract === found.contract ? longTerm?.longTermPeriod : undefined;
  return !!period && (inputs.longTermPeriod ?? period) === period;
}

/**
 * What decides whether an interrupted order was for the same machine. An automatic name does not; inputs that a group
 * fills in count as if they were written out.
 */
export async function orderMeaning(call: Call, inputs: InstanceInputs): Promise<object> {
  const meant = await meaningOf(call, inputs);
  const { coupon, osVolume, volumes = [], existingVolumes = [], sshKeyIds = [] } = meant;
  return {
    ...orderedInputs(instanceSchema, meant),
    hostname: areAutomatic(call, inputs.hostname) ? undefined : inputs.hostname,
    locationCode: undefined,
    // The contract says it.
    isSpot: undefined,
    coupon,
    osSize: osVolume?.size,
    volumes: volumes.map(({ name, size, type }) => [name, size, type]).sort(),
    existingVolumes: [...existingVolumes].sort(),
    sshKeyIds: [...sshKeyIds].sort(),
  };
}
