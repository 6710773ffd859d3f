import type { CreateSshKeyRequest, DeleteSshKeysRequest, SshKey as SshKeyBody } from '#contract';
import type { Cloud } from '../cloud/cloud';
import type { Caller } from '../model/events';
import type { SshKey } from '../cloud/sshKeys';
import type { Handlers } from '../contract/handlers';

const worded = ({ id, name, key, fingerprint, createdByUserId }: SshKey): SshKeyBody => ({
  id,
  name,
  key,
  fingerprint,
  created_by_user_id: createdByUserId,
});

interface Asking {
  cloud: Cloud;
  caller: Caller;
}

interface OfKey extends Asking {
  path: { sshKeyId: string };
}

const list = ({ cloud, caller }: Asking) => ({
  status: 200 as const,
  body: cloud.sshKeys.list(caller).map(worded),
});

const get = ({ cloud, caller, path }: OfKey) => ({
  status: 200 as const,
  body: worded(cloud.sshKeys.get(caller, path.sshKeyId)),
});

const create = ({ cloud, caller, body }: Asking & { body: CreateSshKeyRequest }) => ({
  status: 201 as const,
  body: cloud.sshKeys.create(caller, body).id,
});

function deleteOne({ cloud, caller, path }: OfKey): { status: 200 } {
  cloud.sshKeys.delete(caller, 'id', [path.sshKeyId]);
  return { status: 200 };
}

function deleteSeveral({ cloud, caller, body }: Asking & { body: DeleteSshKeysRequest }): { status: 200 } {
  cloud.sshKeys.delete(caller, 'keys', body.keys);
  return { status: 200 };
}

/** The five operations, under the present path and the deprecated one. */
export const sshKeys: Handlers<
  | 'listSshKeys'
  | 'createSshKey'
  | 'deleteSshKeys'
  | 'getSshKey'
  | 'deleteSshKey'
  | 'listSshKeysDeprecated'
  | 'createSshKeyDeprecated'
  | 'deleteSshKeysDeprecated'
  | 'getSshKeyDeprecated'
  | 'deleteSshKeyDeprecated'
> = {
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
