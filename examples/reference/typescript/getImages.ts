import { getImagesOutput } from 'pulumi-cloud-compute';

// What `image` of an instance of this type can be.
export const images = getImagesOutput({ instanceType: '1H100.80S.30V' }).apply((all) =>
  all.filter(({ category }) => category === 'ubuntu').map(({ imageType }) => imageType),
);
