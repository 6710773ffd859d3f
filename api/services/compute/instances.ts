import type { Body, CallOptions } from '../../options';
import { optionalObject } from '../../http/given';
import { path } from '../../http/path';
import type {
  DeployInstanceRequest,
  Instance,
  InstanceActionRequest,
  InstanceActionResult,
  InstanceStatus,
} from '../../schema';
import type { Send } from '../../http/send';

/** Filters for the list of instances; all must match. */
export interface InstanceFilter {
  /** Only instances in this status. Default: all but discontinued ones. */
  readonly status?: InstanceStatus | undefined;
  /** One instance, by its id. */
  readonly computeId?: string | undefined;
  /** `key` for any value, or `key=value`; an instance must have all of them. */
  readonly tags?: readonly string[] | undefined;
}

/** Machines: `/v1/instances`. */
export class InstancesApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** All instances that match; discontinued ones only with a filter for that status. */
  async list(filter: InstanceFilter = {}, options?: CallOptions): Promise<Instance[]> {
    const { status, computeId, tags } = optionalObject('GET /v1/instances', 'filter', filter, [
      'status',
      'computeId',
      'tags',
    ]);
    const query = { status, computeId, tag: tags };
    return this.#send({ ...options, method: 'GET', path: '/v1/instances', query, expects: 'list' });
  }

  /** One instance. Throws a NotFoundError. */
  async get(id: string, options?: CallOptions): Promise<Instance> {
    return this.#send({ ...options, method: 'GET', path: path`/v1/instances/${id}`, expects: 'object' });
  }

  /**
   * Orders a machine and returns its id; it is billed from now on. Throws a NoCapacityError when the location has no
   * capacity. It is never sent again if the first attempt may have arrived: then the error says so (`mayHaveArrived`).
   */
  async deploy(body: Body<DeployInstanceRequest>, options?: CallOptions): Promise<string> {
    return this.#send({ ...options, method: 'POST', path: '/v1/instances', body, expects: 'id' });
  }

  /**
   * Performs one action on one or several instances. Several instances may fail individually (207): then the results
   * contain the errors, and nothing is thrown. The results are empty if a single instance
   * was already in the requested state (204).
   */
  async perform(body: InstanceActionRequest, options?: CallOptions): Promise<InstanceActionResult[]> {
    return this.#send({ ...options, method: 'PUT', path: '/v1/instances', body, expects: 'results' });
  }
}
