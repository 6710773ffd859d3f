import { OrphanRemoval, Volume, getStackCostOutput } from 'pulumi-cloud-compute-native';

// Removes what an interrupted run has left, at `pulumi destroy`.
const dependsOn = [new OrphanRemoval('orphans')];
const place = { type: 'NVMe', locationCode: 'FIN-01' };

const data = new Volume('models', { size: 100, ...place }, { dependsOn });
const results = new Volume('reports', { size: 50, ...place }, { dependsOn });

// Instances, volumes and clusters.
const billed = [data, results];

export const cost = getStackCostOutput({
  hourlyCosts: billed.map(({ hourlyCost }) => hourlyCost),
  monthlyCosts: billed.map(({ monthlyCost }) => monthlyCost),
  currencies: billed.map(({ currency }) => currency),
}).result;
