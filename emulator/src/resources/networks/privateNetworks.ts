import { placeFor, places } from '../../model/catalogue';
import { conflict, invalidRequest, unavailable } from '../../model/errors';
import { requestedBy } from '../../model/events';
import { allOwned, owned } from '../../model/projects';
import { statusOf } from '../../model/time/timelines';
import { isGone } from '../machines/machines';
import { contains, formatAddress, formatCidr, hostCount, hostsOf, isHost, overlap, parseCidr } from './cidr';
import type { Caller } from '../../model/events';
import type { World } from '../../model/world';
import type { Machine, Machines } from '../machines/machines';
import { networkRow, subnetRow } from './network';
import type { Addressed, NewSubnet, PrivateNetwork, Subnet } from './network';

/** The project and the user that a network is made for. */
type Founder = Pick<Caller, 'projectId' | 'userId'>;

const defaultMode = 'routed';
/** Smaller blocks have no addresses for machines. */
const longestPrefix = 29;
/** The default subnets of the locations follow each other from 10.0.0.0 on. */
const defaultPrefix = 20;

/** Private networks and their subnets. A new project has one network with a subnet in each location. */
export class PrivateNetworks {
  private readonly networks: Map<string, PrivateNetwork>;
  private readonly subnets: Map<string, Subnet>;
  private readonly sources: (() => Iterable<Addressed>)[] = [];
  private readonly users: ((network: PrivateNetwork) => string | undefined)[] = [];

  constructor(
    private readonly world: World,
    readonly machines: Machines,
  ) {
    this.networks = world.store.table<PrivateNetwork>('privateNetworks', {
      row: networkRow,
      refers: { projectId: 'projects' },
    });
    this.subnets = world.store.table<Subnet>('subnets', {
      row: subnetRow,
      refers: { projectId: 'projects', networkId: 'privateNetworks' },
    });
    world.projects.onOpen(({ id }, ownerId) => {
      this.openDefault({ projectId: id, userId: ownerId });
    });
    world.onCheck(() => {
      for (const { id } of world.projects.all()) this.defaultOf({ projectId: id });
    });
  }

  /** Adds a kind of resource that has addresses: the source lists the addresses in use. */
  use(source: () => Iterable<Addressed>): void {
    this.sources.push(source);
  }

  /** Adds a kind of resource that prevents the deletion of a network: the function returns the id of a user of the network. */
  keep(user: (network: PrivateNetwork) => string | undefined): void {
    this.users.push(user);
  }

  list(caller: Caller): PrivateNetwork[] {
    return allOwned(this.networks, caller);
  }

  get(caller: Caller, id: string): PrivateNetwork {
    return owned(this.networks, caller, 'private network', id);
  }

  create(
    caller: Caller,
    { name, mode = defaultMode }: { name: string; mode?: string | undefined },
  ): PrivateNetwork {
    if (this.list(caller).some((network) => network.name === name)) {
      throw conflict(`name: the project already has a private network "${name}".`);
    }
    const network = this.addNetwork(caller, name, mode, false);
    this.record(caller, 'create', network.id, { name });
    return network;
  }

  delete(caller: Caller, id: string): void {
    const network = this.get(caller, id);
    if (network.isDefault)
      throw conflict(`Private network ${id} is the default network of the project and cannot be deleted.`);
    const subnet = this.subnetsOf(network)[0]?.id;
    const user = subnet ?? this.users.map((find) => find(network)).find((found) => found !== undefined);
    if (user !== undefined)
      throw conflict(`Private network ${id} is still used by ${user}. Delete the user first.`);
    this.networks.delete(id);
    this.record(caller, 'delete', id, { name: network.name });
  }

  listSubnets(caller: Caller, networkId: string): Subnet[] {
    return this.subnetsOf(this.get(caller, networkId));
  }

  getSubnet(caller: Caller, networkId: string, id: string): Subnet {
    const network = this.get(caller, networkId);
    return owned(new Map(this.subnetsOf(network).map((subnet) => [subnet.id, subnet])), caller, 'subnet', id);
  }

  createSubnet(caller: Caller, networkId: string, wanted: NewSubnet): Subnet {
    const network = this.get(caller, networkId);
    const location = placeFor('location_code', wanted.locationCode).code;
    const cidr = parseCidr('cidr', wanted.cidr);
    if (cidr.prefix > longestPrefix) {
      throw invalidRequest(
        `cidr: "${wanted.cidr}" has no addresses for machines. The smallest block is a /${longestPrefix}.`,
      );
    }
    const siblings = this.subnetsOf(network);
    if (siblings.some(({ name }) => name === wanted.name)) {
      throw conflict(`name: the private network already has a subnet "${wanted.name}".`);
    }
    const neighbour = siblings.find((subnet) => overlap(subnet.cidr, cidr));
    if (neighbour !== undefined) {
      throw conflict(
        `cidr: ${wanted.cidr} overlaps ${formatCidr(neighbour.cidr)} of subnet ${neighbour.id}.`,
      );
    }
    const subnet = this.addSubnet(caller, network, {
      name: wanted.name,
      location,
      cidr,
      isDefault: false,
      defaultRouteInstanceId: this.routeFor(caller, network, location, wanted.defaultRouteInstanceId),
    });
    this.record(caller, 'create', subnet.id, {
      name: subnet.name,
      cidr: wanted.cidr,
      location_code: location,
    });
    return subnet;
  }

  deleteSubnet(caller: Caller, networkId: string, id: string): void {
    const subnet = this.getSubnet(caller, networkId, id);
    const used = this.addressesIn(subnet).size;
    if (used > 0)
      throw conflict(
        `Subnet ${id} still has ${used} addresses in use. Delete the resources that use them first.`,
      );
    this.subnets.delete(id);
    this.record(caller, 'delete', id, { name: subnet.name, cidr: formatCidr(subnet.cidr) });
  }

  /** How many addresses the subnet has, and how many are taken. */
  addressCounts(subnet: Subnet): { total: number; used: number } {
    return { total: hostCount(subnet.cidr), used: this.addressesIn(subnet).size };
  }

  /** Refuses an address that is outside the network or in use. */
  checkFree(network: PrivateNetwork, property: string, address: number): void {
    const subnet = this.subnetsOf(network).find(({ cidr }) => contains(cidr, address));
    if (subnet === undefined) {
      throw invalidRequest(
        `${property}: ${formatAddress(address)} is in no subnet of private network ${network.id}.`,
      );
    }
    if (!isHost(subnet.cidr, address)) {
      throw invalidRequest(
        `${property}: ${formatAddress(address)} is reserved in ${formatCidr(subnet.cidr)}: the first two addresses and ` +
          'the last one belong to the network.',
      );
    }
    if (this.addressesIn(subnet).has(address))
      throw conflict(`${property}: ${formatAddress(address)} is taken.`);
  }

  /** Free addresses of the project's default network in a location; none where it has no subnet. */
  findFree(caller: Caller, location: string, count: number): (string | null)[] {
    const network = this.defaultOf(caller);
    const subnets = this.subnetsOf(network).filter((subnet) => subnet.location === location);
    if (subnets.length === 0) return new Array<null>(count).fill(null);
    const free: string[] = [];
    for (const subnet of subnets) {
      const taken = this.addressesIn(subnet);
      for (const address of hostsOf(subnet.cidr)) {
        if (free.length === count) return free;
        if (!taken.has(address)) free.push(formatAddress(address));
      }
    }
    if (free.length < count)
      throw unavailable(`The project's subnets in ${location} have no free addresses left.`);
    return free;
  }

  /** The network that the project's machines are in. */
  defaultOf({ projectId }: Pick<Caller, 'projectId'>): PrivateNetwork {
    const found = [...this.networks.values()].find(
      (network) => network.projectId === projectId && network.isDefault,
    );
    if (found === undefined) throw new Error(`Project ${projectId} has no default network.`);
    return found;
  }

  /** The instance of the subnet's default route, unless it is discontinued or was transferred to another project. */
  defaultRouteOf({ defaultRouteInstanceId, projectId }: Subnet): Machine | undefined {
    if (defaultRouteInstanceId === null) return undefined;
    const instance = this.machines.findLive('instance', defaultRouteInstanceId);
    return instance?.projectId === projectId ? instance : undefined;
  }

  /** The instance of a default route has to be in the same network and location. */
  private routeFor(
    caller: Caller,
    network: PrivateNetwork,
    location: string,
    id: string | undefined,
  ): string | null {
    if (id === undefined) return null;
    const property = 'default_route_instance_id';
    const [instance] = this.machines.instances(caller, property, [id]);
    if (!network.isDefault || !instance?.privateIp || isGone(instance))
      throw conflict(`${property}: instance ${id} is not on private network ${network.id}.`);
    if (statusOf(instance) === 'deleting')
      throw conflict(`${property}: instance ${id} is deleting, so nothing is routed through it.`);
    if (instance.location !== location)
      throw conflict(`${property}: instance ${id} is in ${instance.location}, the subnet in ${location}.`);
    return id;
  }

  /** Creates the default network of a new project. */
  private openDefault(caller: Founder): void {
    const network = this.addNetwork(caller, 'default', defaultMode, true);
    places.forEach(({ code }, index) => {
      const cidr = { first: 10 * 2 ** 24 + index * 2 ** (32 - defaultPrefix), prefix: defaultPrefix };
      this.addSubnet(caller, network, {
        name: `default-${code.toLowerCase()}`,
        location: code,
        cidr,
        isDefault: true,
        defaultRouteInstanceId: null,
      });
    });
  }

  private subnetsOf(network: PrivateNetwork): Subnet[] {
    return [...this.subnets.values()].filter(({ networkId }) => networkId === network.id);
  }

  private addressesIn({ projectId, networkId, cidr }: Subnet): Set<number> {
    const isDefault = this.networks.get(networkId)?.isDefault === true;
    const taken = new Set<number>();
    for (const source of this.sources) {
      for (const holder of source()) {
        if (holder.projectId !== projectId || !contains(cidr, holder.address)) continue;
        if (holder.networkId === undefined ? isDefault : holder.networkId === networkId)
          taken.add(holder.address);
      }
    }
    return taken;
  }

  private addNetwork(caller: Founder, name: string, mode: string, isDefault: boolean): PrivateNetwork {
    const { identifiers } = this.world;
    const network = { id: identifiers.prefixed('pn_'), name, mode, isDefault, ...this.origin(caller) };
    this.networks.set(network.id, network);
    return network;
  }

  private addSubnet(
    caller: Founder,
    network: PrivateNetwork,
    details: Omit<Subnet, 'id' | 'networkId' | keyof ReturnType<PrivateNetworks['origin']>>,
  ): Subnet {
    const id = this.world.identifiers.prefixed('sn_');
    const subnet = { id, networkId: network.id, ...details, ...this.origin(caller) };
    this.subnets.set(id, subnet);
    return subnet;
  }

  private origin({
    projectId,
    userId,
  }: Founder): Pick<PrivateNetwork, 'projectId' | 'createdByUserId' | 'createdAt'> {
    return { projectId, createdByUserId: userId, createdAt: this.world.now() };
  }

  private record(caller: Caller, action: string, objectId: string, data: Record<string, unknown>): void {
    const { projectId } = caller;
    this.world.events.record({
      projectId,
      action,
      objectType: 'other',
      objectId,
      cause: requestedBy(caller),
      data,
    });
  }
}
