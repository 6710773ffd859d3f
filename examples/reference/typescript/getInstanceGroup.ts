import { getInstanceGroupOutput } from 'pulumi-cloud-compute';

export const members = getInstanceGroupOutput({ name: 'batch' }).instances;
