import { getAuditLogExportOutput } from 'pulumi-cloud-compute';

// The address of a file with the deletions of machines; a secret.
export const download = getAuditLogExportOutput({ objectType: 'compute', action: 'delete' }).url;
