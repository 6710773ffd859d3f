import * as pulumi from '@pulumi/pulumi';
import * as cloud from 'pulumi-cloud-compute-native';

const config = new pulumi.Config();
const research = new cloud.Provider('research', {
  baseUrl: config.require('researchUrl'),
  clientId: config.require('researchClientId'),
  clientSecret: config.requireSecret('researchClientSecret'),
});

// Removes what an interrupted run has left, at `pulumi destroy`.
const orphans = new cloud.OrphanRemoval('research-orphans', {}, { provider: research });
const results = new cloud.Volume(
  'results',
  { size: 100, type: 'NVMe', locationCode: 'FIN-01' },
  { provider: research, dependsOn: orphans },
);

export const resultsId = results.id;
