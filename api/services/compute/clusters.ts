import type { Body, CallOptions } from '../../options';
import { path } from '../../http/path';
import type { Cluster, ClusterNodeActionRequest, DeployClusterRequest } from '../../schema';
import type { Send } from '../../http/send';

/** Clusters of machines: `/v1/clusters`. */
export class ClustersApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** All clusters of the project. */
  async list(options?: CallOptions): Promise<Cluster[]> {
    return this.#send({ ...options, method: 'GET', path: '/v1/clusters', expects: 'list' });
  }

  /** One cluster. Throws a NotFoundError. */
  async get(id: string, options?: CallOptions): Promise<Cluster> {
    return this.#send({ ...options, method: 'GET', path: path`/v1/clusters/${id}`, expects: 'object' });
  }

  /**
   * Orders a cluster and returns its id; it is billed from now on. Throws a NoCapacityError when the location has no
   * capacity. It is never sent again if the first attempt may have arrived.
   */
  async deploy(body: Body<DeployClusterRequest>, options?: CallOptions): Promise<string> {
    return this.#send({ ...options, method: 'POST', path: '/v1/clusters', body, expects: 'id' });
  }

  /** Deletes clusters: their local OS storage is deleted, their shared volumes are detached and still billed. */
  async discontinue(ids: readonly string[], options?: CallOptions): Promise<void> {
    const body = { actions: [{ action: 'discontinue', id: ids }] };
    await this.#send({ ...options, method: 'PUT', path: '/v1/clusters', body, expects: 'nothing' });
  }

  /**
   * Boots or shuts down one node: a worker, the jump host or a service node.
   *
   * @param action `boot`, `shutdown` or `force_shutdown`.
   */
  async nodeAction(
    clusterId: string,
    nodeId: string,
    action: ClusterNodeActionRequest['action'],
    options?: CallOptions,
  ): Promise<void> {
    await this.#send({
      ...options,
      method: 'POST',
      path: path`/v1/clusters/${clusterId}/nodes/${nodeId}/actions`,
      body: { action },
      expects: 'nothing',
    });
  }
}
