// The order of a machine, and the comparison of an existing machine with it.
import type { DeployInstanceRequest, Instance, Contract, InstanceGroup } from '../../../api';
import type { TagRequest } from '../../../api/schema';
import { sentenceOf } from '../../../core/validation/shape';
import { differencesFrom } from '../../lifecycle/adopt';
import type { PendingTagAt } from '../../lifecycle/createOnce/billable';
import { volumesOfOrder } from '../../volumes/sharedVolumes';
import type { DeclaredExpiry } from '../../machines/expiry/steps';
import { declaredExpiry } from '../../machines/expiry/steps';
import { comparableInputs, areAutomatic } from '../../machines/machine';
import { requestFrom, isOrderedWith, meaningOfOrder } from '../../schema/derived/mapping';
import { hasUnknown, UNKNOWN } from '../../schema/unknown';
import type { Call } from '../../run/call';
import { defaultTags, withDefaultTags } from '../../run/defaultTags';
import { withPendingTag } from '../../lifecycle/tags';
import { attachedVolumes, isVolumeId } from '../../volumes/declared';
import { explainVolumeConflict } from '../../volumes/conflicts';
import { isKept, unlikeAdopted } from '../../volumes/inlineVolumes';
import type { AdoptableInstance, InstanceInputs, InstanceOutputs } from './schema';
import { instanceSchema } from './schema';

/** Sends the order of a machine once, and returns its id. */
export const order = (
  call: Call,
  inputs: InstanceInputs,
  location: string | undefined,
  tagAt: PendingTagAt,
): Promise<string> =>
  explainVolumeConflict(call, attachedVolumes(inputs), async () => {
    const { existingVolumes: declared } = inputs;
    const existingVolumes = declared && (await volumesOfOrder(call, declared));
    return call.run.client.instances.deploy(
      (...sent) =>
        deployRequest(
          call,
          { ...inputs, ...(existingVolumes && { existingVolumes }) },
          location,
          tagAt(...sent),
        ),
      call.requests,
    );
  });

const hostnameOf = (call: Call, { hostname }: InstanceInputs): string => hostname ?? call.name;

/** The name of the operating-system volume that an order creates; undefined if the cloud chooses it. */
export const osVolumeName = (call: Call, inputs: InstanceInputs): string | undefined =>
  inputs.osVolume && (inputs.osVolume.name ?? `${hostnameOf(call, inputs)}-os`);

/** The body of an order (Deploy instance body). */
function deployRequest(
  call: Call,
  inputs: InstanceInputs,
  locationCode: string | undefined,
  pendingTag: TagRequest,
): DeployInstanceRequest {
  const hostname = hostnameOf(call, inputs);
  const { description = hostname, osVolume, volumes } = inputs;
  const { tags: defaults } = defaultTags(call.run);
  const { volumes: newVolumes, ...request } = requestFrom(instanceSchema, {
    ...inputs,
    hostname,
    description,
    locationCode,
    ...(osVolume && { osVolume: { ...osVolume, name: osVolumeName(call, inputs) } }),
  });
  return {
    ...request,
    ...(newVolumes && {
      volumes: newVolumes.map((volume, index) => ({
        ...volume,
        tags: withPendingTag(pendingTag, withDefaultTags(defaults, volumes?.[index]?.tags)),
      })),
    }),
    tags: withPendingTag(pendingTag, inputs.tags),
  };
}

/** The end that the program gives a machine. A delete leaves an operating-system volume that existed before. */
export function expiryOfInstance(found: Instance, inputs: Partial<InstanceInputs>): DeclaredExpiry {
  const { image, osVolume, keepVolumes } = inputs;
  const isOpen = hasUnknown([image, osVolume?.keep, keepVolumes]) || hasUnknown(osVolume?.keep);
  return declaredExpiry(
    found,
    inputs,
    isOpen || (typeof osVolume as unknown) === 'string'
      ? undefined
      : isVolumeId(image) || isKept(osVolume, inputs),
  );
}

/** The inputs that an existing machine must match. The API does not show which volume an image was. */
export const expectedInputs = (found: Instance, inputs: Partial<InstanceInputs>): Partial<InstanceInputs> => {
  const { image, contract, isSpot, ...others } = comparableInputs(found, inputs);
  return {
    ...others,
    ...(contract !== undefined && { contract }),
    ...(image !== undefined && !isVolumeId(image) && { image }),
    ...(!hasUnknown(contract) && { isSpot: isSpot ?? contract === 'SPOT' }),
  };
};

/** The inputs in which an existing machine differs from the program and cannot be changed. */
export const differences = async (call: Call, found: Instance, inputs: InstanceInputs): Promise<string[]> => [
  ...differencesFrom(instanceSchema, await adoptable(call, found, inputs), expectedInputs(found, inputs)),
  ...(await unlikeAdopted(call, found, inputs)).map(sentenceOf),
];

/** Reads the values of the machine that adoption compares with the inputs. */
export async function adoptable(
  { run }: Call,
  found: Instance,
  { osVolume, instanceGroupId }: { readonly osVolume?: object; readonly instanceGroupId?: string },
): Promise<AdoptableInstance> {
  const isMember = ({ instances }: { readonly instances: readonly { readonly id: string }[] }) =>
    instances.some(({ id }) => id === found.id);
  return {
    ...found,
    ...(osVolume && found.os_volume_id && { os_volume: await run.volumes.read(found.os_volume_id) }),
    ...(instanceGroupId !== undefined && {
      instance_group_id: (await run.instanceGroups.list()).find(isMember)?.id ?? null,
    }),
  };
}

// The meaning of an instance's inputs, including the values that the API fills in. Inputs with the same meaning are no
// change.

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
