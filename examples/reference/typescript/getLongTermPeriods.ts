import { getLongTermPeriodsOutput } from 'pulumi-cloud-compute';

// Values for `longTermPeriod` of a cluster, with the discount in percent.
export const periods = getLongTermPeriodsOutput({ of: 'clusters' }).apply((all) =>
  all.map(({ code, discountPercentage }) => ({ code, discountPercentage })),
);
