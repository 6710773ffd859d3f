import { createHash } from 'node:crypto';
import type { CreateSshKeyRequest, DeleteSshKeysRequest, SshKey as SshKeyBody } from '#contract';
import { requestedBy } from '../model/events';
import { allOwned, owned, references } from '../model/projects';
import { nullable, rowOf, text } from '../model/rows';
import type { Handlers } from '../contract/handlers';
import type { Caller } from '../model/events';
import type { Owned } from '../model/projects';
import type { World } from '../model/world';

export interface SshKey extends Owned {
  name: string;
  key: string;
  /** MD5 of the public key as colon-separated hex; null when the key cannot be parsed. */
  fingerprint: string | null;
  createdByUserId: string;
}

/** How many fields a public key has, its type included (RFC 4253, RFC 5656, RFC 8709, and OpenSSH for `sk-`). */
const fieldsOfType = new Map([
  ['ssh-ed25519', 2],
  ['ssh-rsa', 3],
  ['ssh-dss', 5],
  ['ecdsa-sha2-nistp256', 3],
  ['ecdsa-sha2-nistp384', 3],
  ['ecdsa-sha2-nistp521', 3],
  ['sk-ssh-ed25519@openssh.com', 3],
  ['sk-ecdsa-sha2-nistp256@openssh.com', 4],
]);

/** The fields of key material: each has its length in front. Undefined when the last one is cut off. */
function fieldsOf(material: Buffer): Buffer[] | undefined {
  const fields = [];
  for (let at = 0; at < material.length;) {
    const start = at + 4;
    if (start > material.length) return undefined;
    at = start + material.readUInt32BE(at);
    if (at > material.length) return undefined;
    fields.push(material.subarray(start, at));
  }
  return fields;
}

/** The fingerprint of `type base64 [comment]`, where the base64 part names the same type again. */
function fingerprintOf(key: string): string | null {
  const [type = '', encoded = ''] = key.trim().split(/\s+/);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null;
  const material = Buffer.from(encoded, 'base64');
  const fields = fieldsOf(material);
  if (fields?.[0]?.toString('latin1') !== type || fields.length !== fieldsOfType.get(type)) return null;
  const hex = createHash('md5').update(material).digest('hex');
  return (hex.match(/../g) ?? []).join(':');
}

const sshKeyRow = rowOf<SshKey>({
  projectId: text,
  name: text,
  key: text,
  fingerprint: nullable(text),
  createdByUserId: text,
});

export class SshKeys {
  readonly table: Map<string, SshKey>;

  constructor(private readonly world: World) {
    this.table = world.store.table<SshKey>('sshKeys', { row: sshKeyRow, refers: { projectId: 'projects' } });
  }

  list(caller: Caller): SshKey[] {
    return allOwned(this.table, caller);
  }

  get(caller: Caller, id: string): SshKey {
    return owned(this.table, caller, 'SSH key', id);
  }

  /** The public keys with these ids. */
  textsOf(ids: readonly string[]): string[] {
    return ids.flatMap((id) => this.table.get(id)?.key ?? []);
  }

  create(caller: Caller, { name, key }: { name: string; key: string }): SshKey {
    const sshKey: SshKey = {
      id: this.world.identifiers.uuid(),
      projectId: caller.projectId,
      name,
      key,
      fingerprint: fingerprintOf(key),
      createdByUserId: caller.userId,
    };
    this.table.set(sshKey.id, sshKey);
    this.record(caller, 'create', sshKey);
    return sshKey;
  }

  /** Deletes all of them or, if one is unknown, none. */
  delete(caller: Caller, property: string, ids: readonly string[]): void {
    for (const sshKey of references(this.table, caller, 'SSH key', property, ids)) {
      this.table.delete(sshKey.id);
      this.record(caller, 'delete', sshKey);
    }
  }

  private record(caller: Caller, action: string, { id, name, fingerprint }: SshKey): void {
    this.world.events.record({
      projectId: caller.projectId,
      action,
      objectType: 'ssh_key',
      objectId: id,
      cause: requestedBy(caller),
      data: { name, fingerprint },
    });
  }
}

const toResponse = ({ id, name, key, fingerprint, createdByUserId }: SshKey): SshKeyBody => ({
  id,
  name,
  key,
  fingerprint,
  created_by_user_id: createdByUserId,
});

interface Request {
  caller: Caller;
}

interface RequestForKey extends Request {
  path: { sshKeyId: string };
}

type Operation = 'listSshKeys' | 'createSshKey' | 'deleteSshKeys' | 'getSshKey' | 'deleteSshKey';

/** The five operations, under the present path and the deprecated one. */
export function sshKeyHandlers(keys: SshKeys): Handlers<Operation | `${Operation}Deprecated`> {
  const list = ({ caller }: Request) => ({ status: 200 as const, body: keys.list(caller).map(toResponse) });
  const create = ({ caller, body }: Request & { body: CreateSshKeyRequest }) => ({
    status: 201 as const,
    body: keys.create(caller, body).id,
  });
  const get = ({ caller, path }: RequestForKey) => ({
    status: 200 as const,
    body: toResponse(keys.get(caller, path.sshKeyId)),
  });
  const deleteOne = ({ caller, path }: RequestForKey): { status: 200 } => {
    keys.delete(caller, 'id', [path.sshKeyId]);
    return { status: 200 };
  };
  const deleteSeveral = ({ caller, body }: Request & { body: DeleteSshKeysRequest }): { status: 200 } => {
    keys.delete(caller, 'keys', body.keys);
    return { status: 200 };
  };
  return {
    listSshKeys: list,
    createSshKey: create,
    deleteSshKeys: deleteSeveral,
    getSshKey: get,
    deleteSshKey: deleteOne,
    listSshKeysDeprecated: list,
    createSshKeyDeprecated: create,
    deleteSshKeysDeprecated: deleteSeveral,
    getSshKeyDeprecated: get,
    deleteSshKeyDeprecated: deleteOne,
  };
}
