import type { ClusterStatus, Contract, ExtensionSettings } from '#contract';
import {
  clusterImages,
  clusterKinds,
  clusterPeriods,
  endOf,
  placeFor,
  storageType,
} from '../model/catalogue';
import { provisioningSeconds } from '../model/settings';
import { invalidRequest, unavailable } from '../model/errors';
import { contractEnded } from './clusters';
import { requestedBy } from '../model/events';
import { references } from '../model/projects';
import { gigabytesOf } from '../resources/volumes/volumes';
import { newTags } from '../resources/shared/tags';
import { statusOf } from '../model/time/timelines';
import { isDetached } from '../resources/volumes/volume';
import type { ClusterKind, ImageType, Period } from '../model/catalogue';
import type { Cloud } from './cloud';
import type { Cluster, ClusterNode } from './clusters';
import type { Caller } from '../model/events';
import type { NewTag } from '../resources/shared/tags';
import type { Step } from '../model/time/timelines';
import type { Volume } from '../resources/volumes/volume';

export interface ClusterDeployRequest {
  clusterType: string;
  image: string;
  hostname: string;
  description: string;
  locationCode: string;
  sshKeyIds: string[];
  contract?: Contract | undefined;
  longTermPeriod?: string | undefined;
  autoRentExtension?: boolean | undefined;
  turnToPayAsYouGo?: boolean | undefined;
  extension?: ExtensionSettings | undefined;
  startupScriptId?: string | undefined;
  /** A shared volume to make with the cluster; size in GB. */
  sharedVolume?: { name: string; size: number } | undefined;
  existingVolumes: string[];
  tags: NewTag[];
}

/** GB of the OS storage that each node has. */
const osGigabytesPerNode = 50;

/** How the cluster is paid for. */
type Terms = Pick<
  Cluster,
  'contract' | 'pricePerHour' | 'periodCode' | 'autoRentExtension' | 'turnToPayAsYouGo' | 'extension'
> & { endsAt: number | null };

/** Checks a deploy against everything that the cloud knows, then makes the cluster, its nodes and volumes, or nothing. */
export class ClusterDeploy {
  constructor(private readonly cloud: Cloud) {}

  perform(caller: Caller, request: ClusterDeployRequest): Cluster {
    const { billing, capacity, identifiers, volumes } = this.cloud;
    const kind = kindFor(request.clusterType);
    const location = placeFor('location_code', request.locationCode).code;
    const image = imageFor(request.image);
    const { endsAt, ...terms } = termsOf(request, kind, this.cloud.now());
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
      startupScriptId: this.scriptId(caller, request),
      osVolumeId: osVolume.id,
      createdAt: this.cloud.now(),
      createdByUserId: caller.userId,
      tags: newTags(identifiers, 'tags', request.tags),
      phases: [],
      entered: 0,
    };
    const made = shared === undefined ? [osVolume] : [osVolume, shared];
    const price = made.reduce((sum, volume) => sum + volumes.hourlyPrice(volume), cluster.pricePerHour);
    this.cloud.volumes.checkQuota(caller, gigabytesOf(made));
    billing.require(caller, price);
    if (capacity.left({ location, type: kind.name, isSpot: false }) <= 0) throw this.noRoom(kind, location);
    const nodes = this.nodes(caller, cluster, kind);
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
    const { clusters, durations, timelines, volumes } = this.cloud;
    const { cluster, nodes, made, existing, endsAt } = parts;
    const cause = requestedBy(caller);
    const seconds = provisioningSeconds(durations, kind.worker);
    clusters.table.set(cluster.id, cluster);
    for (const node of nodes) clusters.nodes.set(node.id, node);
    clusters.record(cause, 'create', cluster);
    timelines.plan<ClusterStatus>(cluster, cause, [
      { status: 'ordered' },
      { status: 'provisioning', after: seconds * 0.05, event: 'provisioning' },
      { status: 'validating', after: seconds * 0.8, event: 'validating' },
      { status: 'running', after: seconds * 0.15, event: 'running' },
      ...this.ending(cluster, seconds, endsAt),
    ]);
    for (const node of nodes) timelines.plan<ClusterStatus>(node, cause, [{ status: 'running' }]);
    for (const volume of made) {
      volume.instanceIds = [cluster.id];
      volumes.add(caller, volume);
    }
    for (const volume of existing) volumes.attach(cause, volume, [cluster]);
  }

  /** What happens when a contract that does not renew itself ends. */
  private ending(cluster: Cluster, seconds: number, endsAt: number | null): Step<ClusterStatus>[] {
    if (endsAt === null) return [];
    const cause = contractEnded;
    const after = Math.max(0, (endsAt - cluster.createdAt) / 1000 - seconds);
    if (cluster.extension === 'pay_as_you_go') return [{ status: 'running', after, cause }];
    return [
      { status: 'deleting', after, event: 'delete', cause },
      {
        status: 'discontinued',
        after: this.cloud.durations.instanceDeleteSeconds,
        event: 'delete:complete',
        cause,
      },
    ];
  }

  private nodes(caller: Caller, cluster: Cluster, kind: ClusterKind): ClusterNode[] {
    const { identifiers, privateNetworks } = this.cloud;
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
    const addresses = privateNetworks.findFree(caller, cluster.location, wanted.length);
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
    const keys = references(this.cloud.sshKeys.table, caller, 'SSH key', 'ssh_key_ids', sshKeyIds);
    const size = osGigabytesPerNode * (1 + kind.workers + kind.serviceNodes);
    return this.cloud.volumes.make(
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
    return this.cloud.volumes.make(
      caller,
      { ...sharedVolume, type: 'NVMe_Shared_Cluster', tags: [] },
      { location },
    );
  }

  private existing(caller: Caller, ids: readonly string[], location: string): Volume[] {
    const found = references(this.cloud.volumes.table, caller, 'volume', 'existing_volumes', ids);
    for (const volume of found) checkShareable(volume, location);
    return found;
  }

  private scriptId(caller: Caller, { startupScriptId }: ClusterDeployRequest): string | null {
    if (startupScriptId === undefined) return null;
    const { table } = this.cloud.scripts;
    references(table, caller, 'startup script', 'startup_script_id', [startupScriptId]);
    return startupScriptId;
  }

  private noRoom(kind: ClusterKind, location: string): Error {
    const elsewhere = this.cloud.capacity.locations(kind.name, false).filter((code) => code !== location);
    const advice =
      elsewhere.length > 0 ? `There is room in ${elsewhere.join(', ')}.` : 'No location has room now.';
    return unavailable(`There is no room for ${kind.name} in ${location} now. ${advice}`);
  }
}

function kindFor(name: string): ClusterKind {
  const kind = clusterKinds.find((candidate) => candidate.name === name);
  if (kind !== undefined) return kind;
  const names = clusterKinds.map((candidate) => candidate.name).join(', ');
  throw invalidRequest(`cluster_type: there is no cluster type "${name}". The types are ${names}.`);
}

function imageFor(type: string): ImageType {
  const image = clusterImages.find((candidate) => candidate.type === type);
  if (image !== undefined) return image;
  const types = clusterImages.map((candidate) => candidate.type).join(', ');
  throw invalidRequest(`image: clusters do not boot "${type}". They boot ${types}.`);
}

function checkShareable(volume: Volume, location: string): void {
  if (!storageType(volume.type).isShared) {
    throw invalidRequest(
      `existing_volumes: volume ${volume.id} is ${volume.type}, which several nodes cannot share. Use a shared type.`,
    );
  }
  if (!isDetached(volume) && statusOf(volume) !== 'attached') {
    throw invalidRequest(
      `existing_volumes: volume ${volume.id} is ${statusOf(volume)} and cannot be attached now.`,
    );
  }
  if (volume.location !== location) {
    throw invalidRequest(
      `existing_volumes: volume ${volume.id} is in ${volume.location}, not in ${location}. Deploy the cluster there.`,
    );
  }
}

/** What follows the contract is said in one word, or by two switches, which have to agree. */
function termsOf(request: ClusterDeployRequest, kind: ClusterKind, now: number): Terms {
  const {
    contract = 'PAY_AS_YOU_GO',
    longTermPeriod,
    autoRentExtension = null,
    turnToPayAsYouGo = null,
  } = request;
  if (contract === 'SPOT') throw invalidRequest('contract: there are no spot clusters.');
  if (contract !== 'LONG_TERM') {
    if (longTermPeriod !== undefined) {
      throw invalidRequest(`long_term_period: a period needs the contract LONG_TERM, not ${contract}.`);
    }
    const extension = request.extension ?? null;
    const switches = { autoRentExtension, turnToPayAsYouGo, extension };
    return { contract, pricePerHour: kind.pricePerHour, periodCode: null, endsAt: null, ...switches };
  }
  const period = periodFor(longTermPeriod);
  const extension = extensionOf(request);
  const end = endOf(period, now);
  return {
    contract,
    pricePerHour: kind.pricePerHour * (1 - period.discount / 100),
    periodCode: period.code,
    endsAt: extension === 'auto_renew' ? null : end,
    autoRentExtension: extension === 'auto_renew',
    turnToPayAsYouGo: extension === 'pay_as_you_go',
    extension,
  };
}

function extensionOf(request: ClusterDeployRequest): ExtensionSettings {
  const { extension, autoRentExtension, turnToPayAsYouGo } = request;
  const bySwitches =
    turnToPayAsYouGo === true ? 'pay_as_you_go' : autoRentExtension === false ? 'end_contract' : 'auto_renew';
  const chosen = extension ?? bySwitches;
  const agrees =
    (autoRentExtension ?? chosen === 'auto_renew') === (chosen === 'auto_renew') &&
    (turnToPayAsYouGo ?? chosen === 'pay_as_you_go') === (chosen === 'pay_as_you_go');
  if (agrees) return chosen;
  throw invalidRequest(
    `extension_settings: ${chosen} contradicts auto_rent_extension or turn_to_pay_as_you_go. Say it in one way.`,
  );
}

function periodFor(code: string | undefined): Period {
  const enabled = clusterPeriods.filter((period) => period.isEnabled);
  const found = code === undefined ? enabled[0] : enabled.find((period) => period.code === code);
  if (found !== undefined) return found;
  throw invalidRequest(
    `long_term_period: there is no period "${code ?? ''}". The periods are ${enabled.map((period) => period.code).join(', ')}.`,
  );
}
