import * as pulumi from '@pulumi/pulumi';
import { getTagsOutput } from 'pulumi-cloud-compute';

// pulumi config set volumeId <id of a volume>
const resourceId = new pulumi.Config().require('volumeId');

export const keys = getTagsOutput({ resourceType: 'volume', resourceId }).apply((tags) =>
  tags.map(({ key }) => key),
);
