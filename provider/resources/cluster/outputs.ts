import type { Cluster } from '../../../api';
import { storageCost } from '../../checks/cost/machinePrice';
import { outputsFrom } from '../../schema/derived/mapping';
import type { Call } from '../../session/call';
import type { ClusterOutputs } from './schema';
import { clusterSchema } from './schema';

/**
 * The outputs of a cluster.
 *
 * @param currency the account's currency, if state holds it: then a refresh needs no further request.
 */
export async function outputsOf(call: Call, found: Cluster, currency?: string): Promise<ClusterOutputs> {
  return outputsFrom(clusterSchema, found, {
    currency: currency ?? (await storageCost(call, [])).currency,
  });
}
