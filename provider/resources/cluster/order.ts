// What is ordered, and whether what exists is what was ordered.
import type { Cluster, DeployClusterRequest } from '../../../api';
import type { Mark } from '../../../core/marks';
import { markTag } from '../../../core/marks';
import type { Call } from '../../call';
import type { ChangeRules } from '../../changes';
import { differencesFrom } from '../../changes';
import { tagRequests } from '../common';
import type { ClusterInputs } from './properties';

/** What an order says to the cloud (Clusters; the deploy body is not shown by the spec). */
export function deployRequest(
  call: Call,
  inputs: ClusterInputs,
  locationCode: string,
  mark: Mark,
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
    // The mark takes one of the ten places; the tenth tag comes after it.
    tags: [markTag(mark), ...tagRequests(inputs.tags).slice(0, 9)],
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
    clusterType: found.cluster_type,
    image: found.image,
    ...(!landed && { locationCode: found.location }),
  };
  return differencesFrom(rules, actual, inputs);
}

/** Whether the one shared volume came with a cluster that the program wants with it. */
export function hasItsVolume(
  found: Cluster,
  made: readonly string[],
  { sharedVolume }: ClusterInputs,
): boolean {
  const meaning = (all: readonly { readonly name: string; readonly size: number }[]) =>
    JSON.stringify(all.map(({ name, size }) => [name, size]));
  const came = found.shared_volumes
    .filter(({ id }) => made.includes(id))
    .map(({ name, size_in_gigabytes: size }) => ({ name, size }));
  return meaning(came) === meaning(sharedVolume ? [sharedVolume] : []);
}
