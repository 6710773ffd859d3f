import type { SshKeyInputs, SshKeyOutputs } from '../provider/resources/sshKey';
import { resourceClass } from './resource';
import type { Args } from './types';

/** What an SSH key is to be. */
export type SshKeyArgs = Args<SshKeyInputs>;

/**
 * A public key that machines are deployed with.
 *
 * @example
 * const key = new SshKey('laptop', { key: readFileSync('id_ed25519.pub', 'utf8') });
 */
export class SshKey extends resourceClass<SshKeyInputs, SshKeyOutputs, 'name'>({
  name: 'SshKey',
  provider: 'sshKey',
  properties: {
    name: undefined,
    key: undefined,
    adoptId: undefined,
    fingerprint: undefined,
    createdByUserId: undefined,
  },
}) {}
