import type { ClusterStatus, Tag } from '#contract';
import { forbidden, invalidRequest, notFound } from '../../model/errors';
import { requestedBy } from '../../model/events';
import { allOwned, owned, references } from '../../model/projects';
import { hasRested, statusOf } from '../../model/time/timelines';
import { costsNothing, hourlyPrice, isGone } from '../machines/machines';
import { powerChange } from '../machines/power';
import { parseAddress } from '../networks/cidr';
import { addTag, removeTag } from '../shared/tags';
import { clusterRow, contractEnded, kindOf, nodeRow } from './cluster';
import type { CapacityKey } from '../../model/capacity';
import type { Caller, Cause } from '../../model/events';
import type { Phase } from '../../model/time/timelines';
import type { World } from '../../model/world';
import type { PowerAction } from '../machines/power';
import type { Addressed } from '../networks/network';
import type { PrivateNetworks } from '../networks/privateNetworks';
import type { NewTag } from '../shared/tags';
import type { ReleaseMode, Volume } from '../volumes/volume';
import type { Volumes } from '../volumes/volumes';
import type { Cluster, ClusterNode } from './cluster';

/** Only the OS volume is deleted with its cluster. */
const releaseModeOf = ({ osVolumeId }: Cluster, volumeId: string): ReleaseMode =>
  volumeId === osVolumeId ? 'trash' : 'keep';

/** Clusters and their nodes. Deploying is in deploy.ts. */
export class Clusters {
  readonly table: Map<string, Cluster>;
  readonly nodes: Map<string, ClusterNode>;

  constructor(
    private readonly world: World,
    readonly volumes: Volumes,
    readonly networks: PrivateNetworks,
  ) {
    this.table = world.store.table<Cluster>('clusters', {
      row: clusterRow,
      refers: { projectId: 'projects' },
    });
    this.nodes = world.store.table<ClusterNode>('clusterNodes', {
      row: nodeRow,
      refers: { projectId: 'projects', clusterId: 'clusters' },
    });
    world.timelines.follow(this.table, (cluster, phase) => {
      this.enter(cluster, phase);
    });
    world.timelines.follow(this.nodes, (node, phase) => {
      if (phase.event !== undefined) this.recordNode(phase.cause, phase.event, node);
    });
    world.retention.limit(this.table, (cluster, now) => this.isForgotten(cluster, now));
    world.retention.limit(this.nodes, ({ clusterId }) => !this.table.has(clusterId));
    volumes.machines.register('cluster', (id) => {
      const cluster = this.table.get(id);
      if (cluster === undefined) return undefined;
      const { ip, privateIp } = this.jumpHostOf(cluster);
      return { ...cluster, ip, privateIp };
    });
    world.onCheck(() => {
      for (const cluster of this.table.values()) this.jumpHostOf(cluster);
    });
    world.billing.bill(this.table, hourlyPrice);
    world.capacity.use(() => this.takenCapacity());
    networks.use(() => this.addresses());
    world.loopback.use(() => this.privateAddresses());
  }

  /** All that are not discontinued. */
  list(caller: Caller): Cluster[] {
    return allOwned(this.table, caller).filter((cluster) => !isGone(cluster));
  }

  /** A discontinued cluster can still be read for a while. */
  get(caller: Caller, id: string): Cluster {
    const cluster = owned(this.table, caller, 'cluster', id);
    if (this.isForgotten(cluster)) throw notFound(`There is no cluster "${id}" in this project any more.`);
    return cluster;
  }

  nodesOf({ id }: Cluster, role?: ClusterNode['role']): ClusterNode[] {
    return [...this.nodes.values()].filter(
      (node) => node.clusterId === id && (role === undefined || node.role === role),
    );
  }

  /** Nodes have the status of their cluster, except while it runs. */
  nodeStatus(cluster: Cluster, node: ClusterNode): ClusterStatus {
    return statusOf(cluster) === 'running' ? statusOf(node) : statusOf(cluster);
  }

  /** The node through which the cluster is reached. */
  jumpHostOf(cluster: Cluster): ClusterNode {
    const [jumpHost] = this.nodesOf(cluster, 'jump_host');
    if (jumpHost === undefined) throw new Error(`Cluster ${cluster.id} has no jump host.`);
    return jumpHost;
  }

  sharedVolumesOf(cluster: Cluster): Volume[] {
    return this.volumes.attachedTo(cluster).filter(({ isOs }) => !isOs);
  }

  /** Discontinues all of them or, if one is unknown, none. Clusters that are being deleted already are skipped. */
  discontinue(caller: Caller, property: string, ids: readonly string[]): void {
    const { instanceDeleteSeconds } = this.world.durations;
    const cause = requestedBy(caller);
    for (const cluster of references(this.table, caller, 'cluster', property, ids)) {
      if (isGone(cluster) || statusOf(cluster) === 'deleting') continue;
      this.record(cause, 'delete', cluster);
      this.world.timelines.plan<ClusterStatus>(cluster, cause, [
        { status: 'deleting', event: 'deleting' },
        { status: 'discontinued', after: instanceDeleteSeconds, event: 'delete:complete' },
      ]);
    }
  }

  /** Switches one node on or off. The cluster stays billed as it is. */
  switchNode(caller: Caller, id: string, nodeId: string, action: PowerAction): void {
    const cluster = this.get(caller, id);
    const node = this.nodesOf(cluster).find((candidate) => candidate.id === nodeId);
    if (node === undefined) throw notFound(`Cluster ${id} has no node "${nodeId}".`);
    if (statusOf(cluster) !== 'running') {
      throw invalidRequest(`Cluster ${id} is ${statusOf(cluster)}: its nodes are switched once it runs.`);
    }
    const change = powerChange(action, node, `Node ${nodeId}`, this.world.durations);
    if (change === undefined) return;
    const cause = requestedBy(caller);
    this.recordNode(cause, change.event, node);
    this.world.timelines.plan(node, cause, change.steps);
  }

  addTag(caller: Caller, id: string, tag: NewTag): Tag {
    const cluster = this.taggable(caller, id);
    const added = addTag(this.world.identifiers, cluster.tags, tag);
    this.record(requestedBy(caller), 'other', cluster);
    return added;
  }

  removeTag(caller: Caller, id: string, tagId: string): void {
    const cluster = this.taggable(caller, id);
    removeTag(cluster.tags, tagId);
    this.record(requestedBy(caller), 'other', cluster);
  }

  record(cause: Cause, action: string, cluster: Cluster): void {
    const { id, hostname, type, location, contract, osVolumeId } = cluster;
    this.world.events.record({
      projectId: cluster.projectId,
      action,
      objectType: 'compute',
      objectId: id,
      cause,
      data: {
        hostname,
        instance_type: type,
        location_code: location,
        contract,
        ip: this.jumpHostOf(cluster).ip,
        os_volume_id: osVolumeId,
        is_cluster: true,
      },
      computeIds: [id],
    });
  }

  private recordNode(cause: Cause, action: string, node: ClusterNode): void {
    const cluster = this.table.get(node.clusterId);
    if (cluster === undefined) throw new Error(`Node ${node.id} belongs to no cluster.`);
    const { type, location, contract } = cluster;
    this.world.events.record({
      projectId: node.projectId,
      action,
      objectType: 'compute',
      objectId: node.id,
      cause,
      data: {
        hostname: node.hostname,
        instance_type: type,
        location_code: location,
        contract,
        ip: node.ip,
        os_volume_id: null,
        is_cluster: true,
      },
      computeIds: [cluster.id],
    });
  }

  private taggable(caller: Caller, id: string): Cluster {
    const cluster = this.get(caller, id);
    if (isGone(cluster)) throw forbidden(`Cluster ${id} is discontinued: its tags no longer change.`);
    return cluster;
  }

  private isForgotten(cluster: Cluster, now = this.world.now()): boolean {
    return isGone(cluster) && hasRested(cluster, this.world.durations.discontinuedVisibleSeconds, now);
  }

  private enter(cluster: Cluster, phase: Phase<ClusterStatus>): void {
    if (phase.status === 'deleting' && phase.cause.actor === null)
      this.record(phase.cause, 'delete', cluster);
    if (phase.event !== undefined) this.record(phase.cause, phase.event, cluster);
    if (phase.status === 'running') {
      const jumpHost = this.jumpHostOf(cluster);
      jumpHost.ip ??= this.world.publicAddress(jumpHost);
      if (phase.cause.reason === contractEnded.reason) this.endContract(cluster);
    }
    if (phase.status === 'deleting') {
      this.volumes.beginRelease(phase.cause, cluster, ({ id }) => releaseModeOf(cluster, id));
    }
    if (phase.status === 'discontinued') {
      for (const volume of this.volumes.attachedTo(cluster)) {
        const mode = releaseModeOf(cluster, volume.id);
        this.volumes.release(phase.cause, volume, cluster, mode, phase.at);
      }
    }
  }

  /** The cluster now costs the price without a contract. */
  private endContract(cluster: Cluster): void {
    const { pricePerHour } = kindOf(cluster);
    Object.assign(cluster, { contract: 'PAY_AS_YOU_GO', pricePerHour, periodCode: null });
    const osVolume = this.volumes.table.get(cluster.osVolumeId);
    if (osVolume !== undefined) osVolume.longTerm = null;
  }

  private *takenCapacity(): Iterable<CapacityKey> {
    for (const cluster of this.table.values()) {
      if (!costsNothing(cluster)) yield { location: cluster.location, type: cluster.type, isSpot: false };
    }
  }

  private *addresses(): Iterable<Addressed> {
    for (const { projectId, privateIp } of this.liveNodes())
      yield { projectId, address: parseAddress('private_ip', privateIp) };
  }

  private *privateAddresses(): Iterable<string> {
    for (const { privateIp } of this.liveNodes()) yield privateIp;
  }

  /** The nodes that have a private address and whose cluster exists. */
  private *liveNodes(): Iterable<{ projectId: string; privateIp: string }> {
    for (const { projectId, privateIp, clusterId } of this.nodes.values()) {
      const cluster = this.table.get(clusterId);
      if (privateIp !== null && cluster !== undefined && !isGone(cluster)) yield { projectId, privateIp };
    }
  }
}
