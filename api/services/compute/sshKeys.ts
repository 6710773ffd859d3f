import type { CallOptions } from '../../options';
import { path } from '../../http/path';
import type { CreateSshKeyRequest, SshKey } from '../../schema';
import type { Send } from '../../http/send';

/** Public keys to put on machines: `/v1/ssh-keys`. */
export class SshKeysApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** All keys of the project. */
  async list(options?: CallOptions): Promise<SshKey[]> {
    return this.#send({ ...options, method: 'GET', path: '/v1/ssh-keys', expects: 'list' });
  }

  /** One key. Throws a NotFoundError. */
  async get(id: string, options?: CallOptions): Promise<SshKey> {
    return this.#send({ ...options, method: 'GET', path: path`/v1/ssh-keys/${id}`, expects: 'object' });
  }

  /** Stores a public key and returns its id. */
  async create(body: CreateSshKeyRequest, options?: CallOptions): Promise<string> {
    return this.#send({ ...options, method: 'POST', path: '/v1/ssh-keys', body, expects: 'id' });
  }

  /** Deletes one key; machines that have the key keep it. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#send({ ...options, method: 'DELETE', path: path`/v1/ssh-keys/${id}`, expects: 'nothing' });
  }

  /** Deletes several keys with one request; the reply is one for all of them. */
  async deleteMany(ids: readonly string[], options?: CallOptions): Promise<void> {
    const body = { keys: ids };
    await this.#send({ ...options, method: 'DELETE', path: '/v1/ssh-keys', body, expects: 'nothing' });
  }
}
