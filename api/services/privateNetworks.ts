import { ForbiddenError, NotFoundError } from '../errors';
import type { CallOptions } from '../options';
import { path } from '../http/path';
import type {
  AddressMapping,
  CreateAddressMappingRequest,
  CreateEndpointBindingRequest,
  CreatePrivateNetworkRequest,
  CreateSubnetRequest,
  EndpointBinding,
  PrivateNetwork,
  Subnet,
} from '../schema';
import type { Send } from '../http/send';

/** A collection within a private network. */
export class NetworkMembersApi<T, CreateRequest> {
  readonly #send: Send;
  readonly #segment: string;

  constructor(send: Send, segment: 'subnets' | 'address-mappings' | 'endpoint-bindings') {
    this.#send = send;
    this.#segment = segment;
  }

  /** Every `T` of the network. */
  async list(networkId: string, options?: CallOptions): Promise<T[]> {
    const from = path`/v1/private-networks/${networkId}/${this.#segment}`;
    return this.#send({ ...options, method: 'GET', path: from, expects: 'list' });
  }

  /** One `T`. Throws a NotFoundError. */
  async get(networkId: string, id: string, options?: CallOptions): Promise<T> {
    const from = path`/v1/private-networks/${networkId}/${this.#segment}/${id}`;
    return this.#send({ ...options, method: 'GET', path: from, expects: 'object' });
  }

  /** Creates one `T` and returns it. */
  async create(networkId: string, body: CreateRequest, options?: CallOptions): Promise<T> {
    const to = path`/v1/private-networks/${networkId}/${this.#segment}`;
    return this.#send({ ...options, method: 'POST', path: to, body, expects: 'object' });
  }

  /** Deletes one `T`. */
  async delete(networkId: string, id: string, options?: CallOptions): Promise<void> {
    const at = path`/v1/private-networks/${networkId}/${this.#segment}/${id}`;
    await this.#send({ ...options, method: 'DELETE', path: at, expects: 'nothing' });
  }
}

/** Sends calls whose paths the spec does not show, and says so where the cloud refuses them. */
const experimental =
  (send: Send): Send =>
  async (call) => {
    try {
      return await send(call);
    } catch (error) {
      if (error instanceof ForbiddenError || error instanceof NotFoundError)
        error.message +=
          ' The operations of private networks are experimental: the API of this account may not offer it.';
      throw error;
    }
  };

/** Private networks: `/v1/private-networks`. Experimental: the specification does not show the paths. */
export class PrivateNetworksApi {
  readonly #send: Send;
  /** Address ranges of a network. */
  readonly subnets: NetworkMembersApi<Subnet, CreateSubnetRequest>;
  /** Ranges of a network that can be reached from another network. */
  readonly addressMappings: NetworkMembersApi<AddressMapping, CreateAddressMappingRequest>;
  /** Services that can be reached at an address of a network. */
  readonly endpointBindings: NetworkMembersApi<EndpointBinding, CreateEndpointBindingRequest>;

  constructor(sendCall: Send) {
    const send = experimental(sendCall);
    this.#send = send;
    this.subnets = new NetworkMembersApi(send, 'subnets');
    this.addressMappings = new NetworkMembersApi(send, 'address-mappings');
    this.endpointBindings = new NetworkMembersApi(send, 'endpoint-bindings');
  }

  /** All networks of the project. */
  async list(options?: CallOptions): Promise<PrivateNetwork[]> {
    return this.#send({ ...options, method: 'GET', path: '/v1/private-networks', expects: 'list' });
  }

  /** One network. Throws a NotFoundError. */
  async get(id: string, options?: CallOptions): Promise<PrivateNetwork> {
    return this.#send({
      ...options,
      method: 'GET',
      path: path`/v1/private-networks/${id}`,
      expects: 'object',
    });
  }

  /** Creates a network and returns it. */
  async create(body: CreatePrivateNetworkRequest, options?: CallOptions): Promise<PrivateNetwork> {
    return this.#send({ ...options, method: 'POST', path: '/v1/private-networks', body, expects: 'object' });
  }

  /** Deletes a network. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#send({
      ...options,
      method: 'DELETE',
      path: path`/v1/private-networks/${id}`,
      expects: 'nothing',
    });
  }
}
