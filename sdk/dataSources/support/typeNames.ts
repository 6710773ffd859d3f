import type { CloudComputeClient } from '../../../api';

export const instanceTypeNames = async (api: CloudComputeClient): Promise<string[]> =>
  (await api.catalogue.instanceTypes()).map((type) => type.instance_type);

export const clusterTypeNames = async (api: CloudComputeClient): Promise<string[]> =>
  (await api.catalogue.clusterTypes()).map((type) => type.cluster_type);
