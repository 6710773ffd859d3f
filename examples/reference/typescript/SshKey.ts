import { readFileSync } from 'node:fs';
import { SshKey } from 'pulumi-cloud-compute';

const key = new SshKey('laptop', { key: readFileSync('id_ed25519.pub', 'utf8') });

export const fingerprint = key.fingerprint;
