import { getLongTermPeriodsOutput } from 'pulumi-cloud-compute';

// What `longTermPeriod` of a cluster can be, with the discount in percent.
export const periods = getLongTermPeriodsOutput({ of: 'clusters' }).apply((all) =>
  all.map(({ code, discountPercentage }) => ({ code, discountPercentage })),
);
