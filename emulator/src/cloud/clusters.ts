import type { ClusterStatus, Contract, ExtensionSettings, Tag } from '#contract';
import { clusterKinds } from '../model/catalogue';
import { forbidden, invalidRequest, notFound } from '../model/errors';
import { parseAddress } from '../resources/networks/cidr';
import { internal, requestedBy } from '../model/events';
import { powerChange } from '../resources/machines/power';
import { allOwned, owned, references } from '../model/projects';
import { addTag, removeTag } from '../resources/shared/tags';
import { statusOf } from '../model/time/timelines';
import type { Billed } from '../model/billing/billing';
import type { RoomKey } from '../model/capacity';
import type { ClusterKind } from '../model/catalogue';
import type { Cloud } from './cloud';
import type { Caller, Cause } from '../model/events';
import type { Addressed } from '../resources/networks/network';
import type { PowerAction } from '../resources/machines/power';
import type { Owned } from '../model/projects';
import type { NewTag } from '../resources/shared/tags';
import type { Living, Phase } from '../model/time/timelines';
import type { Volume } from '../resources/volumes/volume';

export interface Cluster extends Owned, Living<ClusterStatus> {
  hostname: string;
  description: string;
  /** The name of its type. */
  type: string;
  image: string;
  osName: string;
  location: string;
  contract: Contract;
  /** US dollars. */
  pricePerHour: number;
  /** The code of its long-term period. */
  periodCode: string | null;
  autoRentExtension: boolean | null;
  turnToPayAsYouGo: boolean | null;
  extension: ExtensionSettings | null;
  sshKeyIds: string[];
  startupScriptId: string | null;
  osVolumeId: string;
  createdAt: number;
  createdByUserId: string;
  tags: Tag[];
}

/** Its own life is being on or off; it begins when the cluster runs. */
export interface ClusterNode extends Owned, Living<ClusterStatus> {
  clusterId: string;
  role: 'worker' | 'jump_host' | 'service';
  hostname: string;
  ip: string | null;
  privateIp: string | null;
}

/** Statuses in which a cluster costs nothing and takes no room. */
const unbilled: ReadonlySet<ClusterStatus> = new Set(['discontinued', 'notfound', 'no_capacity']);

const isGone = (cluster: Cluster): boolean => statusOf(cluster) === 'discontinued';

/** Why a cluster changes when its long-term contract ends. */
export const contractEnded = internal('contract_ended');

export function kindOf({ id, type }: Cluster): ClusterKind {
  const kind = clusterKinds.find(({ name }) => name === type);
  if (kind === undefined) throw new Error(`Cluster ${id} has the unknown type ${type}.`);
  return kind;
}

/** Clusters, their nodes, and what time and callers do to them. Deploying is in clusterDeploy.ts. */
export class Clusters {
  readonly table: Map<string, Cluster>;
  readonly nodes: Map<string, ClusterNode>;

  constructor(private readonly cloud: Cloud) {
    this.table = cloud.store.table<Cluster>('clusters');
    this.nodes = cloud.store.table<ClusterNode>('clusterNodes');
    cloud.timelines.follow(this.table, (cluster, phase) => {
      this.enter(cluster, phase);
    });
    cloud.timelines.follow(this.nodes, (node, phase) => {
      if (phase.event !== undefined) this.recordNode(phase.cause, phase.event, node);
    });
    cloud.machines.register('cluster', (id) => {
      const cluster = this.table.get(id);
      if (cluster === undefined) return undefined;
      const { ip, privateIp } = this.jumpHostOf(cluster);
      return { ...cluster, ip, privateIp };
    });
    cloud.billing.bill(() => this.billed());
    cloud.capacity.use(() => this.room());
    cloud.privateNetworks.use(() => this.addresses());
  }

  /** All that are not discontinued. */
  list(caller: Caller): Cluster[] {
    return allOwned(this.table, caller).filter((cluster) => !isGone(cluster));
  }

  /** A discontinued cluster still answers for a while. */
  get(caller: Caller, id: string): Cluster {
    const cluster = owned(this.table, caller, 'cluster', id);
    if (this.isForgotten(cluster)) throw notFound(`There is no cluster "${id}" in this project any more.`);
    return cluster;
  }

  /** The cluster of that id as long as it is not discontinued. */
  live(id: string): Cluster | undefined {
    const cluster = this.table.get(id);
    return cluster === undefined || isGone(cluster) ? undefined : cluster;
  }

  nodesOf({ id }: Cluster, role?: ClusterNode['role']): ClusterNode[] {
    return [...this.nodes.values()].filter(
      (node) => node.clusterId === id && (role === undefined || node.role === role),
    );
  }

  /** Until the cluster runs, and once it no longer does, its nodes are in its status. */
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
    return this.cloud.volumes.attachedTo(cluster).filter(({ isOs }) => !isOs);
  }

  /** Ends all of them or, when one is unknown, none. Those that are ending already are left to it. */
  discontinue(caller: Caller, property: string, ids: readonly string[]): void {
    const { instanceDeleteSeconds } = this.cloud.durations;
    const cause = requestedBy(caller);
    for (const cluster of references(this.table, caller, 'cluster', property, ids)) {
      if (isGone(cluster) || statusOf(cluster) === 'deleting') continue;
      this.record(cause, 'delete', cluster);
      this.cloud.timelines.plan<ClusterStatus>(cluster, cause, [
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
    const change = powerChange(action, node, `Node ${nodeId}`, this.cloud.durations);
    if (change === undefined) return;
    const cause = requestedBy(caller);
    this.recordNode(cause, change.event, node);
    this.cloud.timelines.plan(node, cause, change.steps);
  }

  addTag(caller: Caller, id: string, tag: NewTag): Tag {
    const cluster = this.taggable(caller, id);
    const added = addTag(this.cloud.identifiers, cluster.tags, tag);
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
    this.cloud.events.record({
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
    this.cloud.events.record({
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

  private isForgotten(cluster: Cluster): boolean {
    const last = cluster.phases[cluster.entered - 1];
    if (last?.status !== 'discontinued') return false;
    return this.cloud.now() - last.at > this.cloud.durations.discontinuedVisibleSeconds * 1000;
  }

  private enter(cluster: Cluster, phase: Phase<ClusterStatus>): void {
    if (phase.event !== undefined) this.record(phase.cause, phase.event, cluster);
    if (phase.status === 'running') {
      this.jumpHostOf(cluster).ip ??= this.cloud.identifiers.address();
      if (phase.cause.reason === contractEnded.reason) this.endContract(cluster);
    }
    if (phase.status === 'deleting') {
      this.cloud.volumes.beginRelease(phase.cause, cluster, {
        volumeIds: [cluster.osVolumeId],
        permanently: false,
      });
    }
    if (phase.status === 'discontinued') {
      for (const volume of this.cloud.volumes.attachedTo(cluster)) {
        const fate = volume.id === cluster.osVolumeId ? 'trash' : 'keep';
        this.cloud.volumes.release(phase.cause, volume, cluster, fate, phase.at);
      }
    }
  }

  /** From here on the cluster costs what it costs without a contract. */
  private endContract(cluster: Cluster): void {
    const { pricePerHour } = kindOf(cluster);
    Object.assign(cluster, { contract: 'PAY_AS_YOU_GO', pricePerHour, periodCode: null });
  }

  private *billed(): Iterable<Billed> {
    for (const cluster of this.table.values()) if (!unbilled.has(statusOf(cluster))) yield cluster;
  }

  private *room(): Iterable<RoomKey> {
    for (const cluster of this.billed() as Iterable<Cluster>) {
      yield { location: cluster.location, type: cluster.type, isSpot: false };
    }
  }

  private *addresses(): Iterable<Addressed> {
    for (const { projectId, privateIp, clusterId } of this.nodes.values()) {
      if (privateIp !== null && this.live(clusterId)) {
        yield { projectId, address: parseAddress('private_ip', privateIp) };
      }
    }
  }
}
