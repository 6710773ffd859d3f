import { getInstanceGroupsOutput } from 'pulumi-cloud-compute';

// How many members each group has.
export const sizes = getInstanceGroupsOutput().apply((groups) =>
  Object.fromEntries(groups.map(({ name, instances }) => [name, instances.length])),
);
