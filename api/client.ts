import { AccountApi } from './areas/account';
import { AuditApi } from './areas/audit';
import { CatalogueApi } from './areas/catalogue';
import { ClustersApi } from './areas/clusters';
import { InferenceApi } from './areas/inference';
import { InstanceGroupsApi } from './areas/instanceGroups';
import { InstancesApi } from './areas/instances';
import { JournalApi } from './areas/journal';
import { PrivateNetworksApi } from './areas/privateNetworks';
import { ScriptsApi } from './areas/scripts';
import { SshKeysApi } from './areas/sshKeys';
import { TagsApi } from './areas/tags';
import { VolumesApi } from './areas/volumes';
import type { ClientOptions, Method, RequestOptions } from './options';
import type { Send } from './send';

/** A client of the cloud for one project: one token, one pacing, kept-alive connections. */
export class CloudComputeClient {
  readonly instances: InstancesApi;
  readonly volumes: VolumesApi;
  readonly clusters: ClustersApi;
  readonly sshKeys: SshKeysApi;
  readonly scripts: ScriptsApi;
  readonly instanceGroups: InstanceGroupsApi;
  readonly tags: TagsApi;
  readonly catalogue: CatalogueApi;
  readonly account: AccountApi;
  readonly journal: JournalApi;
  readonly audit: AuditApi;
  readonly privateNetworks: PrivateNetworksApi;
  readonly inference: InferenceApi;
  readonly #send: Send;

  /** Sends nothing yet. Throws a ConfigurationError when the address or the credentials cannot be used. */
  constructor(_options: ClientOptions) {
    const send: Send = () => Promise.reject(new Error('not there yet'));
    this.#send = send;
    this.instances = new InstancesApi(send);
    this.volumes = new VolumesApi(send);
    this.clusters = new ClustersApi(send);
    this.sshKeys = new SshKeysApi(send);
    this.scripts = new ScriptsApi(send);
    this.instanceGroups = new InstanceGroupsApi(send);
    this.tags = new TagsApi(send);
    this.catalogue = new CatalogueApi(send);
    this.account = new AccountApi(send);
    this.journal = new JournalApi(send);
    this.audit = new AuditApi(send);
    this.privateNetworks = new PrivateNetworksApi(send);
    this.inference = new InferenceApi(send);
  }

  /**
   * Any request, for paths that the areas do not cover. The answer is not checked against `T`.
   *
   * @param path from `/v1` on, its ids encoded.
   */
  async request<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return (await this.#send<T>({ ...options, method, path, expects: 'any' })).body;
  }

  /** From now on nothing that writes is sent, queued ones included: they reject with a WritesStoppedError. Reads go on. */
  stopWrites(_reason: string): void {
    throw new Error('not there yet');
  }

  /** Closes the kept-alive connections; the client can be used on. */
  close(): void {
    throw new Error('not there yet');
  }
}
