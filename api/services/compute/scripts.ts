import type { CallOptions } from '../../options';
import { allPages } from '../../http/paging';
import { optionalObject } from '../../http/given';
import { path } from '../../http/path';
import type { CreateScriptRequest, StartupScript } from '../../schema';
import type { Send, SendForReply } from '../../http/send';

/** The assumed limit of the size of a request's body, in bytes: the API names none. Only a script can reach it. */
export const LARGEST_BODY = 1024 * 1024;

/** Scripts that machines run when they start for the first time: `/v1/scripts`. */
export class ScriptsApi {
  readonly #send: Send;
  readonly #sendForReply: SendForReply;

  constructor(send: Send, sendForReply: SendForReply) {
    this.#send = send;
    this.#sendForReply = sendForReply;
  }

  /** All scripts, oldest first, from all pages. */
  async list(
    filter: {
      /** Only scripts with this in their name. Default: all. */
      readonly name?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<StartupScript[]> {
    // Oldest first, so that a script that is created meanwhile comes last and moves no other.
    const { name } = optionalObject('GET /v1/scripts', 'filter', filter, ['name']);
    const query = { name, orderBy: 'created_at', orderDirection: 'asc' };
    return allPages(this.#sendForReply, { ...options, path: '/v1/scripts', query });
  }

  /** One script. Throws a NotFoundError. */
  async get(id: string, options?: CallOptions): Promise<StartupScript> {
    return this.#send({ ...options, method: 'GET', path: path`/v1/scripts/${id}`, expects: 'object' });
  }

  /** Stores a script and returns its id. Throws a ForbiddenError if the quota of the project is used up. */
  async create(body: CreateScriptRequest, options?: CallOptions): Promise<string> {
    return this.#send({ ...options, method: 'POST', path: '/v1/scripts', body, expects: 'id' });
  }

  /** Deletes one script. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#send({ ...options, method: 'DELETE', path: path`/v1/scripts/${id}`, expects: 'nothing' });
  }

  /** Deletes several scripts with one request; the reply is one for all of them. */
  async deleteMany(ids: readonly string[], options?: CallOptions): Promise<void> {
    const body = { scripts: ids };
    await this.#send({ ...options, method: 'DELETE', path: '/v1/scripts', body, expects: 'nothing' });
  }
}
