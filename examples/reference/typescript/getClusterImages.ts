import { getClusterImagesOutput } from 'pulumi-cloud-compute';

// Values for `image` of a cluster of this type.
export const images = getClusterImagesOutput({ clusterType: '16H100' }).apply((all) =>
  all.map(({ imageType }) => imageType),
);
