import { getClustersOutput } from 'pulumi-cloud-compute';

export const addresses = getClustersOutput().apply((clusters) => clusters.map(({ ip }) => ip));
