// The order of a cluster, and the comparison of an existing cluster with it.
import type { Cluster, DeployClusterRequest } from '../../../api';
import type { TagRequest } from '../../../api/schema';
import type { IgnoredTags, PendingTagAt } from '../../lifecycle/createOnce/billable';
import type { Call } from '../../run/call';
import { differencesFrom } from '../../lifecycle/adopt';
import { expiresAtOf } from '../../machines/expiry/schema';
import type { DeclaredExpiry } from '../../machines/expiry/steps';
import { declaredExpiry } from '../../machines/expiry/steps';
import { areAutomatic, comparableInputs } from '../../machines/machine';
import { meaningOfOrder, requestFrom, outputsFrom } from '../../schema/derived/mapping';
import { withPendingTag } from '../../lifecycle/tags';
import { explainVolumeConflict } from '../../volumes/conflicts';
import type { ClusterInputs, ClusterOutputs } from './schema';
import { adoptable, clusterSchema } from './schema';
import { hourlyToMonthly } from '../../../core/prices';
import type { CreatedVolume } from '../../checks/cost/machinePrice';
import { storageCost } from '../../checks/cost/machinePrice';

/** Sends the order of a cluster once, and returns its id. */
export const order = (
  call: Call,
  inputs: ClusterInputs,
  location: string | undefined,
  tagAt: PendingTagAt,
): Promise<string> =>
  explainVolumeConflict(call, inputs.existingVolumes ?? [], () =>
    call.run.client.clusters.deploy(
      (...sent) => deployRequest(call, inputs, location ?? inputs.locationCode, tagAt(...sent)),
      call.requests,
    ),
  );

/** The body of an order (Clusters; the spec does not show it). */
function deployRequest(
  call: Call,
  inputs: ClusterInputs,
  locationCode: string,
  pendingTag: TagRequest,
): DeployClusterRequest {
  const hostname = inputs.hostname ?? call.name;
  const description = inputs.description ?? hostname;
  const { existingVolumes } = inputs;
  return {
    ...requestFrom(clusterSchema, { ...inputs, hostname, description, locationCode }),
    ...(existingVolumes && { existing_volumes: existingVolumes.map((id) => ({ id })) }),
    tags: withPendingTag(pendingTag, inputs.tags),
  };
}

/** The end that the program gives a cluster. Its storage is always deleted with it. */
export const expiryOfCluster = (found: Cluster, inputs: Partial<ClusterInputs>): DeclaredExpiry =>
  declaredExpiry(found, inputs, false);

/** The inputs in which a cluster to adopt differs from the program and cannot be changed. */
export const adoptionDifferences = (found: Cluster, inputs: ClusterInputs): string[] =>
  differences(adoptable(found), inputs);

const differences = (found: Cluster, inputs: ClusterInputs): string[] =>
  differencesFrom(clusterSchema, found, comparableInputs(found, inputs));

/** How to find an ordered cluster that did not get its tags. */
export function ignoredTags(call: Call, inputs: ClusterInputs): IgnoredTags<Cluster> {
  const isAlike = (found: Cluster) => differences(found, inputs).length === 0;
  return {
    isAskedFor: (found) => found.hostname === inputs.hostname && isAlike(found),
    mayBeLeft: (found) =>
      (found.hostname === inputs.hostname || areAutomatic(call, found.hostname, inputs.hostname)) &&
      isAlike(found),
    isUnique: areAutomatic(call, inputs.hostname),
  };
}

/** The inputs that decide whether an interrupted order was for the same cluster. A generated name does not count. */
export const orderMeaning = (call: Call, inputs: ClusterInputs): object => {
  const { contract = 'PAY_AS_YOU_GO', sharedVolume, existingVolumes = [], sshKeyIds } = inputs;
  return {
    ...meaningOfOrder(clusterSchema, inputs, ['locationCode']),
    hostname: areAutomatic(call, inputs.hostname) ? undefined : inputs.hostname,
    contract,
    sharedVolume: sharedVolume && [sharedVolume.name, sharedVolume.size],
    existingVolumes: [...existingVolumes].sort(),
    sshKeyIds: [...sshKeyIds].sort(),
  };
};

/** The shared volume that is created with a cluster. */
export const createdVolumes = ({ sharedVolume }: Partial<ClusterInputs>): CreatedVolume[] =>
  sharedVolume ? [{ type: 'NVMe_Shared_Cluster', size: sharedVolume.size }] : [];

/**
 * The outputs of a cluster, for its inputs or its state.
 *
 * @param actual its inputs as the cloud shows them. Default: as in state.
 */
export async function outputsOf(
  call: Call,
  found: Cluster,
  state: Partial<ClusterInputs & ClusterOutputs>,
  actual: Partial<ClusterInputs> = state,
): Promise<ClusterOutputs> {
  const { hourlyCost, currency } = await costOf(call, found, state);
  const monthlyCost = hourlyToMonthly(hourlyCost);
  const sshHostKey = call.run.things.hostKeyOf(found.id) ?? state.sshHostKey;
  return outputsFrom(clusterSchema, found, {
    ...{ hourlyCost, monthlyCost, currency },
    ...(sshHostKey !== undefined && { sshHostKey }),
    ...expiresAtOf(found, actual),
  });
}

/** Sends no request while the price of the cluster is unchanged: a refresh reads lists only. */
export async function costOf(
  call: Call,
  found: Cluster,
  state: Partial<ClusterInputs & ClusterOutputs>,
): Promise<Pick<ClusterOutputs, 'hourlyCost' | 'currency'>> {
  const { pricePerHour, hourlyCost, currency } = state;
  if (pricePerHour === found.price_per_hour && hourlyCost !== undefined && currency !== undefined)
    return { hourlyCost, currency };
  const storage = await storageCost(call, createdVolumes(state));
  return { hourlyCost: found.price_per_hour + storage.hourly, currency: storage.currency };
}
