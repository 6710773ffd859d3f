import { getImagesOutput } from 'pulumi-cloud-compute';

// Values for `image` of an instance of this type.
export const images = getImagesOutput({ instanceType: '1H100.80S.30V' }).apply((all) =>
  all.filter(({ category }) => category === 'ubuntu').map(({ imageType }) => imageType),
);
