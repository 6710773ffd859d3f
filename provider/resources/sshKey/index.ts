import type { SshKey } from '../../../api';
import { mustMatch, nothingToAdopt } from '../../lifecycle/adopt';
import type { ChangeRules } from '../../schema/rules';
import { by, fixed, replace } from '../../schema/rules';
import { checkSshKey } from './check';
import { defineResource } from '../../schema/define';
import { required, text } from '../../../core/validation/shape';
import { normalised, sameMaterial } from './publicKey';
import { createNamed, mustBeShown } from '../../lifecycle/createNamed';
import { lookFor } from '../../lifecycle/readRecent';

/** What a program says of an SSH key (SSH keys, POST /v1/ssh-keys). */
export interface SshKeyInputs {
  /** Name. Default: the name in the program and seven random digits. On change: replaced. */
  name?: string;
  /** The public key, e.g. `ssh-ed25519 AAAA… me@laptop`. Another comment is no change; other material replaces it. */
  key: string;
  /** Takes over this key, which exists, instead of making a new one. Only matters at creation. */
  adoptId?: string;
}

/** What the cloud says of an SSH key (SSH key). */
export interface SshKeyOutputs {
  /** MD5 fingerprint of the public key, colon-separated; null when the cloud cannot parse it. */
  fingerprint: string | null;
  /** Who made it; null for old ones. */
  createdByUserId: string | null;
}

const changes: ChangeRules<SshKeyInputs> = {
  name: replace,
  key: by(replace, normalised),
  adoptId: fixed,
};

/** A public key that machines are deployed with. The API cannot change one: replaced. */
export const sshKey = defineResource<SshKeyInputs, SshKeyOutputs>({
  name: 'SshKey',
  noun: 'SSH key',
  timeouts: { create: 5, update: 5, delete: 5 },
  autoName: 'name',
  nameOf: async ({ sshKeys }, id) => (await sshKeys.read(id))?.name,
  shapes: {
    name: text({ max: 255 }),
    key: required(text(), '"ssh-ed25519 AAAA… me@laptop"'),
    adoptId: text(),
  },
  changes,
  check: checkSshKey,

  async create(call, inputs) {
    const { client, sshKeys } = call.session;
    if (inputs.adoptId !== undefined) {
      const found = await sshKeys.get(inputs.adoptId);
      if (!found) throw nothingToAdopt('SSH key', inputs.adoptId);
      mustMatch('SSH key', found.id, differences(found, inputs));
      return { id: found.id, outputs: outputsOf(found) };
    }
    const name = inputs.name ?? call.name;
    const found = await createNamed(call, {
      noun: 'SSH key',
      collection: sshKeys,
      isTwin: (key) => key.name === name && sameMaterial(key.key, inputs.key),
      post: () => client.sshKeys.create({ name, key: inputs.key.trim() }, call.requests),
    });
    return { id: found.id, outputs: outputsOf(found) };
  },

  async read(call, id, state) {
    const found = await lookFor(call, call.session.sshKeys, id, state);
    if (!found) return undefined;
    const same = state.key !== undefined && sameMaterial(found.key, state.key);
    return {
      inputs: {
        name: found.name,
        key: same && state.key !== undefined ? state.key : found.key,
        ...(state.adoptId !== undefined && { adoptId: state.adoptId }),
      },
      outputs: outputsOf(found),
    };
  },

  async update(call, id) {
    const collection = call.session.sshKeys;
    return { outputs: outputsOf(await mustBeShown(call, { noun: 'SSH key', collection }, id)) };
  },

  async delete(call, id) {
    await call.session.deletions.sshKey(call, id);
  },
});

function differences(found: SshKey, { name, key }: SshKeyInputs): string[] {
  return [
    ...(name !== undefined && name !== found.name
      ? [`name is ${JSON.stringify(found.name)}, the program says ${JSON.stringify(name)}`]
      : []),
    ...(sameMaterial(found.key, key) ? [] : ['key is another key']),
  ];
}

const outputsOf = (found: SshKey): SshKeyOutputs => ({
  fingerprint: found.fingerprint ?? null,
  createdByUserId: found.created_by_user_id ?? null,
});
