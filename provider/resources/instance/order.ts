// The order of a machine, and the comparison of an existing machine with it.
import type { DeployInstanceRequest, Instance } from '../../../api';
import type { TagRequest } from '../../../api/schema';
import { sentenceOf } from '../../../core/validation/shape';
import { differencesFrom } from '../../lifecycle/adopt';
import type { PendingTagAt } from '../../lifecycle/createOnce/billable';
import { volumesOfOrder } from '../../machines/volumes/sharedVolumes';
import { comparableInputs } from '../../machines/machine';
import { requestFrom } from '../../schema/derived/mapping';
import { hasUnknown } from '../../schema/unknown';
import type { Call } from '../../run/call';
import { defaultTags, withDefaultTags } from '../../run/defaultTags';
import { withPendingTag } from '../common';
import { adoptable } from './adoptable';
import { isVolumeId } from './volumes/bootVolume';
import { unlikeAdopted } from './volumes/inlineVolumes';
import type { InstanceInputs } from './schema';
import { instanceSchema } from './schema';

/** Sends the order of a machine once, and returns its id. */
export const order = async (
  call: Call,
  inputs: InstanceInputs,
  location: string | undefined,
  tagAt: PendingTagAt,
): Promise<string> => {
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
};

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
