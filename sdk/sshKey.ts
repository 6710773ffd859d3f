/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type --
   the interface declares the properties that Pulumi sets on the object */
import type { SshKeyInputs, SshKeyOutputs } from '../provider/resources/sshKey';
import { resourceClass } from './resource';
import type { Args, Outputs } from './types';

/** What an SSH key is to be. */
export type SshKeyArgs = Args<SshKeyInputs>;

/**
 * A public key that machines are deployed with.
 *
 * @example
 * const key = new SshKey('laptop', { key: readFileSync('id_ed25519.pub', 'utf8') });
 */
export class SshKey extends resourceClass<SshKeyInputs, SshKeyOutputs>({
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

export interface SshKey extends Outputs<SshKeyInputs, SshKeyOutputs, 'name'> {}
