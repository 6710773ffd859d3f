// The meaning of an instance's inputs, including the values that the API fills in. Inputs with the same meaning are no
// change.
import type { Contract, Instance, InstanceGroup } from '../../../../api';
import { areAutomatic } from '../../../machines/machine';

import { isOrderedWith, meaningOfOrder } from '../../../schema/derived/mapping';
import { UNKNOWN } from '../../../schema/unknown';
import type { Call } from '../../../run/call';
import type { InstanceInputs, InstanceOutputs } from '../schema';
import { instanceSchema } from '../schema';

/** The meaning of an order's inputs (Deploy instance body): `isSpot` and `contract` imply each other. */
async function meaningOf(call: Call, inputs: InstanceInputs): Promise<InstanceInputs> {
  const contract = contractOf(inputs);
  const { instanceGroupId } = inputs;
  const isMember = instanceGroupId !== undefined && instanceGroupId !== UNKNOWN;
  const group = isMember ? await call.run.instanceGroups.read(instanceGroupId) : undefined;
  return { ...(group && filledIn(group)), ...inputs, contract, isSpot: contract === 'SPOT' };
}

/** The contract that an order requests. */
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

/** Whether an instance shows that it was ordered with an input of the same meaning. */
export async function isAsOrdered(
  call: Call,
  property: string,
  found: Instance,
  { longTerm }: Partial<InstanceOutputs>,
  inputs: InstanceInputs,
): Promise<boolean> {
  if (property !== 'longTermPeriod')
    return isOrderedWith(instanceSchema, property, found, await meaningOf(call, inputs));
  // The API shows the period on the operating-system volume; the outputs hold it. By default the API chooses a period.
  const period = inputs.contract === found.contract ? longTerm?.longTermPeriod : undefined;
  return !!period && (inputs.longTermPeriod ?? period) === period;
}

/**
 * The inputs that decide whether an interrupted order was for the same machine. A generated name does not count. Inputs
 * that a group fills in count as if the program declared them.
 */
export async function orderMeaning(call: Call, inputs: InstanceInputs): Promise<object> {
  const meant = await meaningOf(call, inputs);
  const { osVolume, volumes = [], existingVolumes = [], sshKeyIds = [] } = meant;
  return {
    // `isSpot` is the same as `contract`.
    ...meaningOfOrder(instanceSchema, meant, ['locationCode', 'isSpot']),
    hostname: areAutomatic(call, inputs.hostname) ? undefined : inputs.hostname,
    osSize: osVolume?.size,
    volumes: volumes.map(({ name, size, type }) => [name, size, type]).sort(),
    existingVolumes: [...existingVolumes].sort(),
    sshKeyIds: [...sshKeyIds].sort(),
  };
}
