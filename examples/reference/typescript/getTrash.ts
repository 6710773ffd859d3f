import { getTrashOutput } from 'pulumi-cloud-compute';

// Values for `restoreVolumeId` of a Volume: the volumes that were deleted in the last 96 hours.
export const restorable = getTrashOutput({ locationCode: 'FIN-01' }).apply((volumes) =>
  volumes.map(({ id, name }) => ({ id, name })),
);
