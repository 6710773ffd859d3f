import type { Cluster } from '../../../api';
import { hourlyToMonthly } from '../../../core/prices';
import type { CreatedVolume } from '../../checks/cost/machinePrice';
import { storageCost } from '../../checks/cost/machinePrice';
import { outputsFrom } from '../../schema/derived/mapping';
import type { Call } from '../../run/call';
import type { ClusterInputs, ClusterOutputs } from './schema';
import { clusterSchema } from './schema';

/** The shared volume that is created with a cluster. */
export const createdVolumes = ({ sharedVolume }: Partial<ClusterInputs>): CreatedVolume[] =>
  sharedVolume ? [{ type: 'NVMe_Shared_Cluster', size: sharedVolume.size }] : [];

/** The outputs of a cluster, for its inputs or its state. */
export async function outputsOf(
  call: Call,
  found: Cluster,
  state: Partial<ClusterInputs & ClusterOutputs>,
): Promise<ClusterOutputs> {
  const { hourlyCost, currency } = await costOf(call, found, state);
  const monthlyCost = hourlyToMonthly(hourlyCost);
  return outputsFrom(clusterSchema, found, { hourlyCost, monthlyCost, currency });
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
