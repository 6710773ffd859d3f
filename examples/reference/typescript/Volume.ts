import { Volume } from 'pulumi-cloud-compute';

const data = new Volume('data', {
  size: 500,
  type: 'NVMe',
  locationCode: 'FIN-01',
  tags: { team: 'research' },
});

export const price = data.monthlyCost;
