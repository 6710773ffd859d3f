import { getInstancesOutput } from 'pulumi-cloud-compute';

// The running machines of a team, also those of other stacks.
export const machines = getInstancesOutput({ status: 'running', tags: ['team=research'] }).apply((all) =>
  all.map(({ hostname, ip }) => ({ hostname, ip })),
);
