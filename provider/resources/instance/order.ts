// What is ordered, and whether what exists is what was ordered.
import type { DeployInstanceRequest, Instance } from '../../../api';
import { omitUndefined } from '../../../core/omitUndefined';
import type { TagRequest } from '../../../api/schema';
import type { PendingTagAt } from '../../lifecycle/createOnce/billable';
import type { Call } from '../../session/call';
import type { ChangeRules } from '../../schema/rules';
import { differencesFrom } from '../../schema/rules';
import { defaultTags, withDefaultTags } from '../../session/defaultTags';
import { withPendingTag } from '../common';
import type { InstanceInputs } from './properties';

/** Whether what stands for the image is the id of a volume. */
export const isVolumeId = (image: string | undefined): image is string =>
  image !== undefined && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(image);

/** The volumes that a machine is ordered with, and that outlive it. */
export const attachedVolumes = ({ image, existingVolumes = [] }: Partial<InstanceInputs>): string[] => [
  ...(isVolumeId(image) ? [image] : []),
  ...existingVolumes,
];

/** Sends the order of a machine, once, and answers its id. */
export const order = (
  call: Call,
  inputs: InstanceInputs,
  location: string | undefined,
  tagAt: PendingTagAt,
): Promise<string> =>
  call.session.client.instances.deploy(
    (sentAt) => deployRequest(call, inputs, location, tagAt(sentAt)),
    call.requests,
  );

/** What an order says to the cloud (Deploy instance body). */
function deployRequest(
  call: Call,
  inputs: InstanceInputs,
  locationCode: string | undefined,
  pendingTag: TagRequest,
): DeployInstanceRequest {
  const hostname = inputs.hostname ?? call.name;
  const { osVolume } = inputs;
  const { tags: defaults } = defaultTags(call.session);
  return omitUndefined({
    hostname,
    description: inputs.description ?? hostname,
    image: inputs.image,
    instance_type: inputs.instanceType,
    location_code: locationCode,
    contract: inputs.contract,
    long_term_period: inputs.longTermPeriod,
    is_spot: inputs.isSpot,
    coupon: inputs.coupon,
    os_volume: osVolume && {
      name: osVolume.name ?? `${hostname}-os`,
      size: osVolume.size,
      ...(osVolume.onSpotDiscontinue && { on_spot_discontinue: osVolume.onSpotDiscontinue }),
    },
    volumes: inputs.volumes?.map(({ name, size, type, onSpotDiscontinue, tags: map }) =>
      omitUndefined({
        name,
        size,
        type,
        on_spot_discontinue: onSpotDiscontinue,
        tags: withPendingTag(pendingTag, withDefaultTags(defaults, map)),
      }),
    ),
    existing_volumes: inputs.existingVolumes,
    ssh_key_ids: inputs.sshKeyIds,
    startup_script_id: inputs.startupScriptId,
    instance_group_id: inputs.instanceGroupId,
    tags: withPendingTag(pendingTag, inputs.tags),
  }) as DeployInstanceRequest;
}

/** The inputs in which a machine that exists cannot become what the program says. */
export function differences(
  rules: ChangeRules<InstanceInputs>,
  found: Instance,
  inputs: InstanceInputs,
): string[] {
  const landed = inputs.fallbackLocationCodes?.includes(found.location);
  const actual: Partial<InstanceInputs> = {
    // What an interrupted run ordered may have another automatic name.
    ...(inputs.adoptId !== undefined && { hostname: found.hostname }),
    ...(!isVolumeId(inputs.image) && { image: found.image }),
    instanceType: found.instance_type,
    ...(!landed && { locationCode: found.location }),
    isSpot: found.is_spot,
    contract: found.contract,
  };
  return differencesFrom(rules, actual, { ...inputs, isSpot: inputs.isSpot ?? inputs.contract === 'SPOT' });
}
