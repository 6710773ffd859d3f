import { locationCodes, placeFor } from '../../model/catalogue';
import { cidrField, formatAddress, overlap, parseAddress, parseCidr } from './cidr';
import { conflict, invalidRequest, notFound } from '../../model/errors';
import { requestedBy } from '../../model/events';
import { instant, oneOf, rowOf, text } from '../../model/rows';
import { allOwned, owned } from '../../model/projects';
import { statusOf } from '../../model/time/timelines';
import type { Cidr } from './cidr';
import type { CloudError } from '../../model/errors';
import type { Caller } from '../../model/events';
import type { World } from '../../model/world';
import type { Machine } from '../machines/machines';
import type { PrivateNetwork } from './network';
import type { PrivateNetworks } from './privateNetworks';
import type { Owned } from '../../model/projects';

/** Translates addresses of one private network into those of another. */
export interface AddressMapping extends Owned {
  service: string;
  location: string;
  sourceNetworkId: string;
  sourceCidr: Cidr;
  targetNetworkId: string;
  targetCidr: Cidr;
  createdAt: number;
}

export interface NewAddressMapping {
  service: string;
  locationCode: string;
  sourceNetworkId?: string | undefined;
  sourceCidr: string;
  targetNetworkId: string;
  targetCidr: string;
}

/** Gives a machine an address in another private network, as an endpoint there. */
export interface EndpointBinding extends Owned {
  endpointId: string;
  service: string;
  sourceNetworkId: string;
  endpointIp: string;
  targetKind: 'instance' | 'cluster';
  targetId: string;
  targetNetworkId: string;
  targetAddress: string;
  location: string;
  createdAt: number;
}

export interface NewEndpointBinding {
  service: string;
  sourceNetworkId?: string | undefined;
  endpointIp: string;
  targetId: string;
}

const network = 'privateNetworks';
const mappingRow = rowOf<AddressMapping>({
  projectId: text,
  service: text,
  location: oneOf(locationCodes),
  sourceNetworkId: text,
  sourceCidr: cidrField,
  targetNetworkId: text,
  targetCidr: cidrField,
  createdAt: instant,
});
const bindingRow = rowOf<EndpointBinding>({
  projectId: text,
  endpointId: text,
  service: text,
  sourceNetworkId: text,
  endpointIp: text,
  targetKind: oneOf(['instance', 'cluster']),
  targetId: text,
  targetNetworkId: text,
  targetAddress: text,
  location: oneOf(locationCodes),
  createdAt: instant,
});
const refers = { projectId: 'projects', sourceNetworkId: network, targetNetworkId: network };

/** Connections out of a private network: address mappings and endpoint bindings. */
export class NetworkLinks {
  private readonly mappings: Map<string, AddressMapping>;
  private readonly bindings: Map<string, EndpointBinding>;

  constructor(
    private readonly world: World,
    private readonly networks: PrivateNetworks,
  ) {
    this.mappings = world.store.table<AddressMapping>('addressMappings', { row: mappingRow, refers });
    this.bindings = world.store.table<EndpointBinding>('endpointBindings', { row: bindingRow, refers });
    world.retention.limit(this.bindings, (binding) => !this.isLive(binding));
    networks.keep((network) => this.userOf(network));
    networks.use(() => this.endpoints());
  }

  listMappings(caller: Caller, networkId: string): AddressMapping[] {
    const { id } = this.networks.get(caller, networkId);
    return allOwned(this.mappings, caller).filter((mapping) => mapping.sourceNetworkId === id);
  }

  getMapping(caller: Caller, networkId: string, id: string): AddressMapping {
    return owned(byId(this.listMappings(caller, networkId)), caller, 'address mapping', id);
  }

  createMapping(caller: Caller, networkId: string, wanted: NewAddressMapping): AddressMapping {
    const { identifiers } = this.world;
    const source = this.source(caller, networkId, wanted.sourceNetworkId);
    const mapping: AddressMapping = {
      id: identifiers.prefixed('am_'),
      projectId: caller.projectId,
      service: wanted.service,
      location: placeFor('location_code', wanted.locationCode).code,
      sourceNetworkId: source.id,
      sourceCidr: parseCidr('source_cidr', wanted.sourceCidr),
      targetNetworkId: this.networks.get(caller, wanted.targetNetworkId).id,
      targetCidr: parseCidr('target_cidr', wanted.targetCidr),
      createdAt: this.world.now(),
    };
    const duplicate = this.listMappings(caller, networkId).find(
      (other) =>
        other.service === mapping.service &&
        other.location === mapping.location &&
        overlap(other.sourceCidr, mapping.sourceCidr),
    );
    if (duplicate !== undefined) {
      throw conflict(
        `source_cidr: ${wanted.sourceCidr} is already mapped for "${wanted.service}" by ${duplicate.id}.`,
      );
    }
    this.mappings.set(mapping.id, mapping);
    this.record(caller, 'create', mapping);
    return mapping;
  }

  deleteMapping(caller: Caller, networkId: string, id: string): void {
    const mapping = this.getMapping(caller, networkId, id);
    this.mappings.delete(mapping.id);
    this.record(caller, 'delete', mapping);
  }

  /** Bindings whose machine still exists in the project. */
  listBindings(caller: Caller, networkId: string): EndpointBinding[] {
    const { id } = this.networks.get(caller, networkId);
    return this.liveBindings().filter(
      ({ projectId, sourceNetworkId }) => projectId === caller.projectId && sourceNetworkId === id,
    );
  }

  getBinding(caller: Caller, networkId: string, id: string): EndpointBinding {
    return owned(byId(this.listBindings(caller, networkId)), caller, 'endpoint binding', id);
  }

  createBinding(caller: Caller, networkId: string, wanted: NewEndpointBinding): EndpointBinding {
    const { identifiers } = this.world;
    const source = this.source(caller, networkId, wanted.sourceNetworkId);
    const { kind, machine } = this.workload(caller, wanted.targetId);
    const { privateIp, location } = machine;
    const refuse = (why: string): CloudError =>
      conflict(`target_workload_id: ${kind} ${wanted.targetId} is ${why}, so nothing can be bound to it.`);
    if (privateIp === null) throw refuse('on no private network');
    if (statusOf(machine) === 'deleting') throw refuse('deleting');
    const endpointIp = parseAddress('endpoint_ip', wanted.endpointIp);
    this.networks.checkFree(source, 'endpoint_ip', endpointIp);
    const binding: EndpointBinding = {
      id: identifiers.prefixed('epb_'),
      projectId: caller.projectId,
      endpointId: identifiers.prefixed('ep_'),
      service: wanted.service,
      sourceNetworkId: source.id,
      endpointIp: formatAddress(endpointIp),
      targetKind: kind,
      targetId: wanted.targetId,
      targetNetworkId: this.networks.defaultOf(caller).id,
      targetAddress: privateIp,
      location,
      createdAt: this.world.now(),
    };
    this.bindings.set(binding.id, binding);
    this.record(caller, 'create', binding);
    return binding;
  }

  deleteBinding(caller: Caller, networkId: string, id: string): void {
    const binding = this.getBinding(caller, networkId, id);
    this.bindings.delete(binding.id);
    this.record(caller, 'delete', binding);
  }

  /** The network of the path. The body may repeat it, but may not name another. */
  private source(caller: Caller, networkId: string, repeated: string | undefined): PrivateNetwork {
    const network = this.networks.get(caller, networkId);
    if (repeated === undefined || repeated === network.id) return network;
    throw invalidRequest(
      `source_private_network_id: "${repeated}" is not the network of the path. Leave it out.`,
    );
  }

  private workload(caller: Caller, id: string): { kind: EndpointBinding['targetKind']; machine: Machine } {
    for (const kind of ['instance', 'cluster'] as const) {
      const machine = this.networks.machines.findLive(kind, id);
      if (machine?.projectId === caller.projectId) return { kind, machine };
    }
    throw notFound(`target_workload_id: there is no instance or cluster "${id}" in this project.`);
  }

  private liveBindings(): EndpointBinding[] {
    return [...this.bindings.values()].filter((binding) => this.isLive(binding));
  }

  /** A machine that was transferred to another project has no bindings here. */
  private isLive({ targetKind, targetId, projectId }: EndpointBinding): boolean {
    return this.networks.machines.findLive(targetKind, targetId)?.projectId === projectId;
  }

  private userOf({ id }: PrivateNetwork): string | undefined {
    const mapping = [...this.mappings.values()].find(
      ({ sourceNetworkId, targetNetworkId }) => sourceNetworkId === id || targetNetworkId === id,
    );
    return mapping?.id ?? this.liveBindings().find(({ sourceNetworkId }) => sourceNetworkId === id)?.id;
  }

  private *endpoints(): Iterable<{ projectId: string; networkId: string; address: number }> {
    for (const { projectId, sourceNetworkId, endpointIp } of this.liveBindings()) {
      yield { projectId, networkId: sourceNetworkId, address: parseAddress('endpoint_ip', endpointIp) };
    }
  }

  private record(
    caller: Caller,
    action: string,
    { id, service, location }: AddressMapping | EndpointBinding,
  ): void {
    this.world.events.record({
      projectId: caller.projectId,
      action,
      objectType: 'other',
      objectId: id,
      cause: requestedBy(caller),
      data: { service, location_code: location },
    });
  }
}

const byId = <T extends Owned>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((one) => [one.id, one]));
