// What is ordered, and whether what exists is what was ordered.
import type { Cluster, DeployClusterRequest } from '../../../api';
import { pick } from '../../../core/omitUndefined';
import type { TagRequest } from '../../../api/schema';
import type { IgnoredTags, PendingTagAt } from '../../lifecycle/createOnce/billable';
import type { Call } from '../../session/call';
import type { ChangeRules } from '../../schema/rules';
import { differencesFrom } from '../../schema/rules';
import { areAutomatic } from '../../machines/machine';
import { withPendingTag } from '../common';
import type { ClusterInputs } from './properties';

/** Sends the order of a cluster, once, and answers its id. */
export const order = (
  call: Call,
  inputs: ClusterInputs,
  location: string | undefined,
  tagAt: PendingTagAt,
): Promise<string> =>
  call.session.client.clusters.deploy(
    (sentAt) => deployRequest(call, inputs, location ?? inputs.locationCode, tagAt(sentAt)),
    call.requests,
  );

/** What an order says to the cloud (Clusters; the deploy body is not shown by the spec). */
function deployRequest(
  call: Call,
  inputs: ClusterInputs,
  locationCode: string,
  pendingTag: TagRequest,
): DeployClusterRequest {
  const hostname = inputs.hostname ?? call.name;
  return {
    hostname,
    description: inputs.description ?? hostname,
    cluster_type: inputs.clusterType,
    image: inputs.image,
    location_code: locationCode,
    ssh_key_ids: inputs.sshKeyIds,
    ...(inputs.startupScriptId !== undefined && { startup_script_id: inputs.startupScriptId }),
    ...(inputs.contract && { contract: inputs.contract }),
    ...(inputs.longTermPeriod !== undefined && { long_term_period: inputs.longTermPeriod }),
    ...(inputs.autoRentExtension !== undefined && { auto_rent_extension: inputs.autoRentExtension }),
    ...(inputs.turnToPayAsYouGo !== undefined && { turn_to_pay_as_you_go: inputs.turnToPayAsYouGo }),
    ...(inputs.extensionSettings && { extension_settings: inputs.extensionSettings }),
    ...(inputs.sharedVolume && { shared_volume: inputs.sharedVolume }),
    ...(inputs.existingVolumes && { existing_volumes: inputs.existingVolumes.map((id) => ({ id })) }),
    tags: withPendingTag(pendingTag, inputs.tags),
  };
}

/** What a cluster shows of its inputs. */
export const shownInputs = (found: Cluster): Partial<ClusterInputs> => ({
  hostname: found.hostname,
  description: found.description,
  clusterType: found.cluster_type,
  image: found.image,
  locationCode: found.location,
  contract: found.contract,
  sshKeyIds: found.ssh_key_ids,
  ...(found.startup_script_id && { startupScriptId: found.startup_script_id }),
  ...(found.long_term_period && { longTermPeriod: found.long_term_period }),
  ...(found.auto_rent_extension !== null && { autoRentExtension: found.auto_rent_extension }),
  ...(found.turn_to_pay_as_you_go !== null && { turnToPayAsYouGo: found.turn_to_pay_as_you_go }),
  ...(found.extension_settings && { extensionSettings: found.extension_settings }),
});

/** The inputs in which a cluster that exists cannot become what the program says. */
export function differences(
  rules: ChangeRules<ClusterInputs>,
  found: Cluster,
  inputs: ClusterInputs,
): string[] {
  const landed = inputs.fallbackLocationCodes?.includes(found.location);
  const actual: Partial<ClusterInputs> = {
    // What an interrupted run ordered may have another automatic name.
    ...(inputs.adoptId !== undefined && { hostname: found.hostname }),
    clusterType: found.cluster_type,
    image: found.image,
    ...(!landed && { locationCode: found.location }),
  };
  return differencesFrom(rules, actual, inputs);
}

/** How a cluster is found that was ordered and did not get its tags. */
export function ignoredTags(
  call: Call,
  rules: ChangeRules<ClusterInputs>,
  inputs: ClusterInputs,
): IgnoredTags<Cluster> {
  const isAlike = (found: Cluster) => differences(rules, found, inputs).length === 0;
  return {
    isAskedFor: (found) => found.hostname === inputs.hostname && isAlike(found),
    mayBeLeft: (found) =>
      (found.hostname === inputs.hostname || areAutomatic(call, found.hostname, inputs.hostname)) &&
      isAlike(found),
    isUnique: areAutomatic(call, inputs.hostname),
  };
}

/** What decides whether an interrupted order was for the same cluster. An automatic name does not. */
export const orderMeaning = (call: Call, inputs: ClusterInputs): object => {
  const { contract = 'PAY_AS_YOU_GO', sharedVolume } = inputs;
  return {
    hostname: areAutomatic(call, inputs.hostname) ? undefined : inputs.hostname,
    contract,
    ...pick(inputs, ['description', 'clusterType', 'image', 'startupScriptId', 'longTermPeriod']),
    ...pick(inputs, ['autoRentExtension', 'turnToPayAsYouGo', 'extensionSettings']),
    sharedVolume: sharedVolume && [sharedVolume.name, sharedVolume.size],
    existingVolumes: [...(inputs.existingVolumes ?? [])].sort(),
    sshKeyIds: [...inputs.sshKeyIds].sort(),
  };
};
