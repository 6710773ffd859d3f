import { getAuditLogExportOutput } from 'pulumi-cloud-compute';

// Where the deletions of machines can be downloaded as a file; a secret.
export const download = getAuditLogExportOutput({ objectType: 'compute', action: 'delete' }).url;
