import { Volume, getTagsOutput } from 'pulumi-cloud-compute';

const tagged = new Volume('tagged', { size: 50, type: 'NVMe', locationCode: 'FIN-01', tags: { team: 'ml' } });

export const tags = getTagsOutput({ resourceType: 'volume', resourceId: tagged.id });
