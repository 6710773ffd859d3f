import { getClusterImagesOutput } from 'pulumi-cloud-compute';

// What `image` of a cluster of this type can be.
export const images = getClusterImagesOutput({ clusterType: '16H100' }).apply((all) =>
  all.map(({ imageType }) => imageType),
);
