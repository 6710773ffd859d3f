// What is ordered, and whether what exists is what was ordered.
import type { DeployInstanceRequest, Instance } from '../../../api';
import { defined, pick } from '../../../core/omitUndefined';
import type { TagRequest } from '../../../api/schema';
import type { Call } from '../../session/call';
import type { ChangeRules } from '../../schema/rules';
import { differencesFrom } from '../../schema/rules';
import { defaultTags, withDefaultTags } from '../../lifecycle/defaultTags';
import { areAutomatic } from '../../machines/machine';
import type { Checked } from '../../schema/define';
import { withPendingTag } from '../common';
import type { InstanceInputs } from './properties';

/** Whether what stands for the image is the id of a volume. */
export const isVolumeId = (image: string | undefined): image is string =>
  image !== undefined && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(image);

/** The volumes that a machine is given, and that outlive it. */
export const givenVolumes = ({ image, existingVolumes = [] }: Partial<InstanceInputs>): string[] => [
  ...(isVolumeId(image) ? [image] : []),
  ...existingVolumes,
];

/** What an order says to the cloud (Deploy instance body). */
export function deployRequest(
  call: Call,
  inputs: InstanceInputs,
  locationCode: string | undefined,
  pendingTag: TagRequest,
): DeployInstanceRequest {
  const hostname = inputs.hostname ?? call.name;
  const { osVolume } = inputs;
  const { tags: defaults } = defaultTags(call.session);
  return defined({
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
      defined({
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

/** What decides whether an interrupted order was for the same machine. An automatic name does not. */
export const orderMeaning = (inputs: Checked<InstanceInputs>): object => {
  const { contract = inputs.isSpot ? 'SPOT' : 'PAY_AS_YOU_GO', volumes = [] } = inputs;
  return {
    hostname: areAutomatic(inputs, inputs.hostname) ? undefined : inputs.hostname,
    contract,
    ...pick(inputs, ['description', 'image', 'instanceType', 'longTermPeriod', 'coupon']),
    ...pick(inputs, ['startupScriptId', 'instanceGroupId', 'groupRevision']),
    osSize: inputs.osVolume?.size,
    volumes: volumes.map(({ name, size, type }) => [name, size, type]).sort(),
    existingVolumes: [...(inputs.existingVolumes ?? [])].sort(),
    sshKeyIds: inputs.sshKeyIds && [...inputs.sshKeyIds].sort(),
  };
};
