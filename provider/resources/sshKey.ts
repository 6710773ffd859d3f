import type { SshKey } from '../../api';
import type { Problem } from '../../core/validation/shape';
import { SshPublicKeyError, normalised, parsePublicKey, weakness } from '../../core/validation/sshPublicKey';
import { adoptionBySchema } from '../checks/fromSchema';
import type { PlannedResource } from '../checks/plan';
import { runChecks } from '../checks/plan';
import { deletionsOf } from '../lifecycle/bulkDeletions';
import { immutableResource } from '../lifecycle/unbilled/immutableResource';
import { defineResource } from '../schema/define';
import type { Inputs } from '../schema/resourceSchema';
import { resourceSchema } from '../schema/resourceSchema';
import { text } from '../schema/types';
import type { Call } from '../run/call';

/** The schema of an SSH key. */
export const sshKeySchema = resourceSchema({
  name: 'SshKey',
  provider: 'sshKey',
  createdBy: 'createSshKey',
  noun: 'SSH key',
  doc: 'A public key that machines are deployed with.',
  autoName: 'name',
  inputs: {
    name: { type: text(), doc: 'Name.', onChange: 'replace', api: 'name' },
    key: {
      type: text(),
      doc: 'The public key, e.g. `ssh-ed25519 AAAA… me@laptop`. A different comment is not a change.',
      onChange: 'replace',
      required: true,
      example: '"ssh-ed25519 AAAA… me@laptop"',
      api: 'key',
      meaning: normalised,
      hiddenInMessages: true,
    },
    adoptId: {
      type: text(),
      doc: 'Id of an existing key to adopt instead of creating one.',
      onChange: 'creation only',
      api: { none: 'It replaces the create request.' },
    },
  },
  outputs: {
    fingerprint: {
      type: text(),
      doc: 'MD5 fingerprint of the public key, colon-separated; null when the cloud cannot parse it.',
      nullable: true,
    },
    createdByUserId: { type: text(), doc: 'The user who created it; null for old keys.', nullable: true },
  },
});

export type SshKeyInputs = Inputs<typeof sshKeySchema>;

/** The API cannot change a key: it can only be created, read and deleted (SSH keys). */
export const sshKey = defineResource(sshKeySchema, {
  ...immutableResource<typeof sshKeySchema, SshKey>(sshKeySchema, {
    collection: ({ sshKeys }) => sshKeys,
    post: ({ run, requests }, { name, key }) =>
      run.client.sshKeys.create({ name, key: key.trim() }, requests),
    remove: (call, id) => deletionsOf(call.run).sshKey(call, id),
  }),
  check: checkSshKey,
});

/** Reports the problems of an SSH key that a preview can find. */
export function checkSshKey(
  call: Call,
  inputs: Partial<SshKeyInputs>,
  olds: Partial<SshKeyInputs> | undefined,
): Promise<Problem[]> {
  return runChecks(call, inputs, olds, (plan) => [
    checkPublicKey(plan),
    adoptionBySchema(plan, sshKeySchema, call.run.sshKeys),
  ]);
}

/** Checks that the key can be parsed; warns of a weak key. */
function checkPublicKey(plan: PlannedResource<SshKeyInputs>): Problem[] {
  return plan.changed('key').flatMap(({ path, value }) => {
    try {
      const reason = weakness(parsePublicKey(value));
      if (reason !== undefined) plan.warn({ path, reason });
      return [];
    } catch (error) {
      if (error instanceof SshPublicKeyError) return [{ path, reason: error.message }];
      throw error;
    }
  });
}
