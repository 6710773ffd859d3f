import { getVolumesOutput } from 'pulumi-cloud-compute';

// Volumes that are billed and that no machine uses.
export const unused = getVolumesOutput({ status: 'detached' }).apply((volumes) =>
  volumes.map(({ name }) => name),
);
