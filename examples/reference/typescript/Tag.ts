import { Tag, Volume } from 'pulumi-cloud-compute';

const archive = new Volume('archive', { size: 200, type: 'NVMe', locationCode: 'FIN-01' });
const owner = new Tag('owner', {
  resourceType: 'volume',
  resourceId: archive.id,
  key: 'owner',
  value: 'research',
});

export const tagId = owner.tagId;
