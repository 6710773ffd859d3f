import type { Body, CallOptions } from '../../options';
import { path } from '../../http/path';
import type {
  DeployInstanceRequest,
  Instance,
  InstanceActionRequest,
  InstanceActionResult,
  InstanceStatus,
} from '../../schema';
import type { Send } from '../../http/send';

/** Which instances to list; all filters have to match. */
export interface InstanceFilter {
  /** Only those in this state. Default: all but discontinued ones. */
  readonly status?: InstanceStatus | undefined;
  /** One instance, by its id. */
  readonly computeId?: string | undefined;
  /** `key` for any value, or `key=value`; all of them are required. */
  readonly tags?: readonly string[] | undefined;
}

/** Machines: `/v1/instances`. */
export class InstancesApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** All instances that match; discontinued ones only when asked for by status. */
  async list(filter: InstanceFilter = {}, options?: CallOptions): Promise<Instance[]> {
    const query = { status: filter.status, computeId: filter.computeId, tag: filter.tags };
    return (
      await this.#send<Instance[]>({
        ...options,
        method: 'GET',
        path: '/v1/instances',
        query,
        expects: 'list',
      })
    ).body;
  }

  /** One instance. Throws a NotFoundError. */
  async get(id: string, options?: CallOptions): Promise<Instance> {
    return (
      await this.#send<Instance>({
        ...options,
        method: 'GET',
        path: path`/v1/instances/${id}`,
        expects: 'object',
      })
    ).body;
  }

  /**
   * Orders a machine and answers its id; billed from now on. Throws a NoCapacityError when the location has no
   * room. Never sent twice when the first may have arrived: then the error says so (`mayHaveArrived`).
   */
  async deploy(body: Body<DeployInstanceRequest>, options?: CallOptions): Promise<string> {
    return (
      await this.#send<string>({ ...options, method: 'POST', path: '/v1/instances', body, expects: 'id' })
    ).body;
  }

  /**
   * Performs one action on one or several instances. Several may fail one by one (207): the results say it, and
   * nothing is thrown. Empty when a single instance was in the requested state already (204).
   */
  async perform(body: InstanceActionRequest, options?: CallOptions): Promise<InstanceActionResult[]> {
    return (
      await this.#send<InstanceActionResult[]>({
        ...options,
        method: 'PUT',
        path: '/v1/instances',
        body,
        expects: 'results',
      })
    ).body;
  }
}
