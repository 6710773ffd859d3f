import type { ClusterStatus } from '#contract';
import { placeFor } from '../../model/catalogue';
import { requestedBy } from '../../model/events';
import { references } from '../../model/projects';
import { provisioningSeconds } from '../../model/settings';
import { provisioningSteps, requireCapacity } from '../machines/deploy';
import { newTags } from '../shared/tags';
import { longTermFrom } from '../volumes/longTerm';
import { gigabytesOf } from '../volumes/volumes';
import { contractEnded } from './cluster';
import { checkShareable, imageFor, kindFor, termsOf } from './deployRequest';
import type { ClusterKind } from '../../model/catalogue';
import type { Caller } from '../../model/events';
import type { Step } from '../../model/time/timelines';
import type { World } from '../../model/world';
import type { Scripts } from '../scripts';
import type { SshKeys } from '../sshKeys';
import type { Volume } from '../volumes/volume';
import type { Cluster, ClusterNode } from './cluster';
import type { Clusters } from './clusters';
import type { ClusterDeployRequest } from './deployRequest';

/** GB of the OS storage that each node has. */
const osGigabytesPerNode = 50;

/** Deploys clusters: runs all checks, then creates the cluster with its nodes and volumes. */
export class ClusterDeploy {
  constructor(
    private readonly world: World,
    private readonly clusters: Clusters,
    private readonly sshKeys: SshKeys,
    private readonly scripts: Scripts,
  ) {}

  perform(caller: Caller, request: ClusterDeployRequest): Cluster {
    const { billing, capacity, identifiers } = this.world;
    const { volumes } = this.clusters;
    const kind = kindFor(request.clusterType);
    const location = placeFor('location_code', request.locationCode).code;
    const image = imageFor(request.image, kind);
    const { endsAt, period, ...terms } = termsOf(request, kind, this.world.now());
    const existing = this.existing(caller, request.existingVolumes, location);
    const osVolume = this.osVolume(caller, request, kind, location);
    const shared = this.sharedVolume(caller, request, location);
    const cluster: Cluster = {
      id: identifiers.uuid(),
      projectId: caller.projectId,
      hostname: request.hostname,
      description: request.description,
      type: kind.name,
      image: image.type,
      osName: image.name,
      location,
      ...terms,
      sshKeyIds: osVolume.sshKeyIds,
      ...(this.world.loopback.isOpen && { authorizedKeys: this.sshKeys.textsOf(osVolume.sshKeyIds) }),
      startupScriptId: this.scriptId(caller, request),
      osVolumeId: osVolume.id,
      createdAt: this.world.now(),
      createdByUserId: caller.userId,
      tags: newTags(identifiers, 'tags', request.tags),
      phases: [],
      entered: 0,
    };
    const made = shared === undefined ? [osVolume] : [osVolume, shared];
    const price = made.reduce((sum, volume) => sum + volumes.hourlyPrice(volume), cluster.pricePerHour);
    this.clusters.volumes.checkQuota(caller, gigabytesOf(made));
    billing.require(caller, price);
    requireCapacity(capacity, { location, type: kind.name, isSpot: false });
    const nodes = this.nodes(caller, cluster, kind);
    if (period !== null) {
      const withoutContract = price - cluster.pricePerHour + kind.pricePerHour;
      const following = { auto_renew: price, pay_as_you_go: withoutContract, end_contract: 0 };
      osVolume.longTerm = {
        ...longTermFrom(cluster.createdAt, period, price),
        isRenewed: cluster.extension === 'auto_renew',
        nextPricePerHour: following[cluster.extension ?? 'auto_renew'],
      };
    }
    this.launch(caller, { cluster, nodes, made, existing, endsAt }, kind);
    return cluster;
  }

  private launch(
    caller: Caller,
    parts: {
      cluster: Cluster;
      nodes: ClusterNode[];
      made: Volume[];
      existing: Volume[];
      endsAt: number | null;
    },
    kind: ClusterKind,
  ): void {
    const { clusters } = this;
    const { volumes } = clusters;
    const { durations, timelines } = this.world;
    const { cluster, nodes, made, existing, endsAt } = parts;
    const cause = requestedBy(caller);
    const seconds = provisioningSeconds(durations, kind.worker);
    clusters.table.set(cluster.id, cluster);
    for (const node of nodes) clusters.nodes.set(node.id, node);
    clusters.record(cause, 'create', cluster);
    timelines.plan<ClusterStatus>(cluster, cause, [
      ...provisioningSteps(seconds),
      ...this.ending(cluster, seconds, endsAt),
    ]);
    for (const node of nodes) timelines.plan<ClusterStatus>(node, cause, [{ status: 'running' }]);
    for (const volume of made) {
      volume.instanceIds = [cluster.id];
      volumes.add(caller, volume);
    }
    for (const volume of existing) volumes.attach(cause, volume, [cluster]);
  }

  /** The steps at the end of a contract that is not renewed. */
  private ending(cluster: Cluster, seconds: number, endsAt: number | null): Step<ClusterStatus>[] {
    if (endsAt === null) return [];
    const cause = contractEnded;
    const after = Math.max(0, (endsAt - cluster.createdAt) / 1000 - seconds);
    if (cluster.extension === 'pay_as_you_go') return [{ status: 'running', after, cause }];
    return [
      { status: 'deleting', after, event: 'deleting', cause },
      {
        status: 'discontinued',
        after: this.world.durations.instanceDeleteSeconds,
        event: 'delete:complete',
        cause,
      },
    ];
  }

  private nodes(caller: Caller, cluster: Cluster, kind: ClusterKind): ClusterNode[] {
    const { identifiers } = this.world;
    const numbered = (count: number, name: string): string[] =>
      Array.from({ length: count }, (_, index) => `${cluster.hostname}-${name}-${index + 1}`);
    const wanted: [ClusterNode['role'], string][] = [
      ['jump_host', `${cluster.hostname}-jump-host`],
      ...numbered(kind.workers, 'worker').map((name): [ClusterNode['role'], string] => ['worker', name]),
      ...numbered(kind.serviceNodes, 'service').map((name): [ClusterNode['role'], string] => [
        'service',
        name,
      ]),
    ];
    const addresses = this.clusters.networks.findFree(caller, cluster.location, wanted.length);
    // Only the jump host, which is the first one, has a public address.
    if (this.world.loopback.isOpen) addresses[0] = this.world.loopback.take();
    return wanted.map(([role, hostname], index) => ({
      id: identifiers.uuid(),
      projectId: caller.projectId,
      clusterId: cluster.id,
      role,
      hostname,
      ip: null,
      privateIp: addresses[index] ?? null,
      phases: [],
      entered: 0,
    }));
  }

  private osVolume(
    caller: Caller,
    { hostname, image, sshKeyIds }: ClusterDeployRequest,
    kind: ClusterKind,
    location: string,
  ): Volume {
    const keys = references(this.sshKeys.table, caller, 'SSH key', 'ssh_key_ids', sshKeyIds);
    const size = osGigabytesPerNode * (1 + kind.workers + kind.serviceNodes);
    return this.clusters.volumes.make(
      caller,
      { name: `${hostname}-os`, type: 'NVMe_OS_Cluster', size, tags: [] },
      { location, isOs: true, image, sshKeyIds: keys.map(({ id }) => id) },
    );
  }

  private sharedVolume(
    caller: Caller,
    { sharedVolume }: ClusterDeployRequest,
    location: string,
  ): Volume | undefined {
    if (sharedVolume === undefined) return undefined;
    return this.clusters.volumes.make(
      caller,
      { ...sharedVolume, type: 'NVMe_Shared_Cluster', tags: [] },
      { location },
    );
  }

  private existing(caller: Caller, ids: readonly string[], location: string): Volume[] {
    const found = references(this.clusters.volumes.table, caller, 'volume', 'existing_volumes', ids);
    for (const volume of found) checkShareable(volume, location);
    return found;
  }

  private scriptId(caller: Caller, { startupScriptId }: ClusterDeployRequest): string | null {
    if (startupScriptId === undefined) return null;
    const { table } = this.scripts;
    references(table, caller, 'startup script', 'startup_script_id', [startupScriptId]);
    return startupScriptId;
  }
}
