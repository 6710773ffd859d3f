import { getAuditLogOutput } from 'pulumi-cloud-compute';

// The last fifty deletions of machines.
export const deletions = getAuditLogOutput({ objectType: 'compute', action: 'delete', limit: 50 }).apply(
  (events) => events.map(({ time, subject }) => ({ time, subject })),
);
