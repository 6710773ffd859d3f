import { getSshKeysOutput } from 'pulumi-cloud-compute';

// The keys of the whole team, for `sshKeyIds`.
export const sshKeyIds = getSshKeysOutput().apply((keys) =>
  keys.filter(({ name }) => name.startsWith('team-')).map(({ id }) => id),
);
