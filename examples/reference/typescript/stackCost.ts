import { Volume, stackCost } from 'pulumi-cloud-compute';

const data = new Volume('models', { size: 100, type: 'NVMe', locationCode: 'FIN-01' });
const results = new Volume('reports', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });

export const cost = stackCost();
export const storage = stackCost([data, results]).monthlyCost;
