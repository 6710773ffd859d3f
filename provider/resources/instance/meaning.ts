// What inputs mean, with what the cloud fills in, and what a machine shows of them: both say the same where only the
// words of the program changed.
import type { Contract, Instance, InstanceGroup } from '../../../api';
import { pick } from '../../../core/omitUndefined';
import { areAutomatic } from '../../machines/machine';
import type { Call } from '../../session/call';
import { UNKNOWN } from '../../schema/unknown';
import type { InstanceInputs, InstanceOutputs } from './properties';
import { isVolumeId } from './order';

/** What the inputs of an order mean (Deploy instance body): spot and contract imply each other, a group fills in. */
export async function meaningOf(
  call: Call,
  inputs: InstanceInputs,
  shown: Partial<InstanceInputs>,
): Promise<Partial<InstanceInputs>> {
  const contract = contractOf(inputs);
  const { instanceGroupId } = inputs;
  const isMember = instanceGroupId !== undefined && instanceGroupId !== UNKNOWN;
  const group = isMember ? await call.session.instanceGroups.read(instanceGroupId) : undefined;
  // Without a period the cloud chooses one.
  const { longTermPeriod = shown.longTermPeriod } = inputs;
  return {
    ...(group && filledIn(group)),
    ...inputs,
    ...{ contract, isSpot: contract === 'SPOT' },
    ...(longTermPeriod !== undefined && { longTermPeriod }),
  };
}

/** The contract that an order asks for; one that is not known yet is no contract of an order. */
const contractOf = ({ contract, isSpot }: InstanceInputs): Contract =>
  contract ?? (isSpot ? 'SPOT' : 'PAY_AS_YOU_GO');

const filledIn = ({ instance_type, location_code, template }: InstanceGroup): Partial<InstanceInputs> => ({
  instanceType: instance_type,
  locationCode: location_code,
  image: template.image,
  osVolume: template.os_volume,
  sshKeyIds: template.ssh_key_ids,
  ...(template.startup_script_id && { startupScriptId: template.startup_script_id }),
});

/** What a machine shows of its inputs. */
export const shownInputs = (
  found: Instance,
  { longTerm }: Partial<InstanceOutputs>,
  { image, contract }: InstanceInputs,
): Partial<InstanceInputs> => ({
  hostname: found.hostname,
  description: found.description,
  image: isVolumeId(image) ? (found.os_volume_id ?? '') : found.image,
  instanceType: found.instance_type,
  locationCode: found.location,
  contract: found.contract,
  isSpot: found.is_spot,
  sshKeyIds: found.ssh_key_ids,
  ...(found.startup_script_id && { startupScriptId: found.startup_script_id }),
  ...(contract === found.contract && longTerm?.longTermPeriod && { longTermPeriod: longTerm.longTermPeriod }),
});

/**
 * What decides whether an interrupted order was for the same machine. An automatic name does not; inputs that a group
 * fills in count as if they were written out.
 */
export async function orderMeaning(call: Call, inputs: InstanceInputs): Promise<object> {
  const meant = await meaningOf(call, inputs, {});
  const { volumes = [], existingVolumes = [], sshKeyIds = [] } = meant;
  return {
    hostname: areAutomatic(call, inputs.hostname) ? undefined : inputs.hostname,
    ...pick(meant, ['contract', 'description', 'image', 'instanceType', 'longTermPeriod', 'coupon']),
    ...pick(meant, ['startupScriptId', 'instanceGroupId', 'groupRevision']),
    osSize: meant.osVolume?.size,
    volumes: volumes.map(({ name, size, type }) => [name, size, type]).sort(),
    existingVolumes: [...existingVolumes].sort(),
    sshKeyIds: [...sshKeyIds].sort(),
  };
}
