import type { CallOptions } from '../../options';
import { path } from '../../http/path';
import type { CreateInstanceGroupRequest, InstanceGroup, UpdateInstanceGroupRequest } from '../../schema';
import type { Send } from '../../http/send';

/** Managed groups of instances: `/v1/instance-groups`. */
export class InstanceGroupsApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** All live groups, oldest first. */
  async list(options?: CallOptions): Promise<InstanceGroup[]> {
    return this.#send({ ...options, method: 'GET', path: '/v1/instance-groups', expects: 'list' });
  }

  /** One group. Throws a NotFoundError. */
  async get(id: string, options?: CallOptions): Promise<InstanceGroup> {
    return this.#one({ ...options, method: 'GET', path: path`/v1/instance-groups/${id}` });
  }

  /** Creates a group. Throws a ConflictError when a live group has this name. */
  async create(body: CreateInstanceGroupRequest, options?: CallOptions): Promise<InstanceGroup> {
    return this.#one({ ...options, method: 'POST', path: '/v1/instance-groups', body });
  }

  /** Changes name, description, keys or script. An absent field keeps its value, null clears it. */
  async update(id: string, body: UpdateInstanceGroupRequest, options?: CallOptions): Promise<InstanceGroup> {
    return this.#one({ ...options, method: 'PUT', path: path`/v1/instance-groups/${id}`, body });
  }

  /** Deletes a group and frees its name; its instances remain. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#send({
      ...options,
      method: 'DELETE',
      path: path`/v1/instance-groups/${id}`,
      expects: 'nothing',
    });
  }

  async #one(call: Omit<Parameters<Send>[0], 'expects'>): Promise<InstanceGroup> {
    return this.#send({ ...call, expects: 'object' });
  }
}
