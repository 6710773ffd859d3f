import { getInstanceGroupOutput } from 'pulumi-cloud-compute';

// The group that new machines join, for `instanceGroupId`.
export const instanceGroupId = getInstanceGroupOutput({ name: 'batch' }).id;
