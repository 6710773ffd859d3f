import * as pulumi from '@pulumi/pulumi';
import { getJournalOutput } from 'pulumi-cloud-compute';

// pulumi config set instanceId <id of an instance>
const computeId = new pulumi.Config().require('instanceId');

export const history = getJournalOutput({ computeId }).apply((entries) =>
  entries.map(({ actionCode }) => actionCode),
);
