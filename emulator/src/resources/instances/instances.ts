import type { InstanceStatus, Tag } from '#contract';
import { forbidden, notFound } from '../../model/errors';
import { internal, requestedBy } from '../../model/events';
import { allOwned, owned } from '../../model/projects';
import { hasRested, statusOf } from '../../model/time/timelines';
import { costsNothing, hourlyPrice, isGone } from '../machines/machines';
import { parseAddress } from '../networks/cidr';
import { addTag, hasTag, removeTag } from '../shared/tags';
import type { CapacityKey } from '../../model/capacity';
import type { Caller, Cause } from '../../model/events';
import type { Phase, Step } from '../../model/time/timelines';
import type { World } from '../../model/world';
import type { Addressed } from '../networks/network';
import type { PrivateNetworks } from '../networks/privateNetworks';
import type { NewTag } from '../shared/tags';
import type { ReleaseMode, Volume } from '../volumes/volume';
import type { Volumes } from '../volumes/volumes';
import { instanceRow } from './instance';
import type { Instance, InstanceFilter } from './instance';

const evicted = internal('spot_discontinue');

/** The steps of an eviction that begins after so many seconds. The eviction itself takes no time. */
export const evictionSteps = (after: number): (Step<InstanceStatus> & { cause: Cause })[] => [
  { status: 'deleting', after, event: 'deleting', cause: evicted },
  { status: 'discontinued', event: 'delete:complete', cause: evicted },
];

/** Machines and the effects of time on them. Deploys are in deploy.ts, actions in actions.ts. */
export class Instances {
  readonly table: Map<string, Instance>;

  constructor(
    private readonly world: World,
    readonly volumes: Volumes,
    readonly networks: PrivateNetworks,
  ) {
    this.table = world.store.table<Instance>('instances', {
      row: instanceRow,
      refers: { projectId: 'projects' },
    });
    world.timelines.follow(this.table, (instance, phase) => {
      this.enter(instance, phase);
    });
    world.retention.limit(this.table, (instance, now) => this.isForgotten(instance, now));
    volumes.machines.register('instance', (id) => this.table.get(id));
    world.billing.bill(this.table, hourlyPrice);
    world.capacity.use(() => this.takenCapacity());
    networks.use(() => this.addresses());
    world.loopback.use(() => this.privateAddresses());
  }

  /** Without a status filter: all but discontinued ones. */
  list(caller: Caller, { status, id, tags = [] }: InstanceFilter): Instance[] {
    return allOwned(this.table, caller).filter(
      (instance) =>
        (status === undefined ? !isGone(instance) : statusOf(instance) === status) &&
        (id === undefined || instance.id === id) &&
        tags.every((filter) => hasTag(instance.tags, filter)) &&
        !this.isForgotten(instance),
    );
  }

  /** A discontinued machine can still be read for a while. */
  get(caller: Caller, id: string): Instance {
    const instance = owned(this.table, caller, 'instance', id);
    if (this.isForgotten(instance)) throw notFound(`There is no instance "${id}" in this project any more.`);
    return instance;
  }

  addTag(caller: Caller, id: string, tag: NewTag): Tag {
    const instance = this.taggable(caller, id);
    const added = addTag(this.world.identifiers, instance.tags, tag);
    this.record(requestedBy(caller), 'other', instance);
    return added;
  }

  removeTag(caller: Caller, id: string, tagId: string): void {
    const instance = this.taggable(caller, id);
    removeTag(instance.tags, tagId);
    this.record(requestedBy(caller), 'other', instance);
  }

  /** Evicts a spot machine: each volume is handled as its policy says. */
  evict(id: string): void {
    const instance = this.table.get(id);
    if (instance === undefined) throw notFound(`There is no instance "${id}".`);
    if (isGone(instance) || statusOf(instance) === 'deleting') return;
    if (!instance.isSpot) throw forbidden(`Instance ${id} is not a spot instance: only those are evicted.`);
    this.world.timelines.plan<InstanceStatus>(instance, evicted, evictionSteps(0));
  }

  record(cause: Cause, action: string, instance: Instance, at?: number): void {
    const { hostname, type, location, contract, ip, osVolumeId } = instance;
    this.world.events.record({
      ...(at !== undefined && { at }),
      projectId: instance.projectId,
      action,
      objectType: 'compute',
      objectId: instance.id,
      cause,
      data: {
        hostname,
        instance_type: type,
        location_code: location,
        contract,
        ip,
        os_volume_id: osVolumeId,
      },
      computeIds: [instance.id],
    });
  }

  private taggable(caller: Caller, id: string): Instance {
    const instance = this.get(caller, id);
    if (isGone(instance)) throw forbidden(`Instance ${id} is discontinued: its tags no longer change.`);
    return instance;
  }

  private isForgotten(instance: Instance, now = this.world.now()): boolean {
    return isGone(instance) && hasRested(instance, this.world.durations.discontinuedVisibleSeconds, now);
  }

  private enter(instance: Instance, phase: Phase<InstanceStatus>): void {
    if (phase.status === 'running') instance.ip ??= this.world.publicAddress(instance);
    if (phase.status === 'deleting' && phase.cause.actor === null) this.beginDeletion(phase.cause, instance);
    if (phase.event !== undefined) this.record(phase.cause, phase.event, instance, phase.at);
    if (phase.status !== 'discontinued') return;
    for (const volume of this.volumes.attachedTo(instance)) {
      this.volumes.release(phase.cause, volume, instance, this.releaseModeOf(volume, instance), phase.at);
    }
  }

  /** Begins the effects of a delete or an eviction, and records it. */
  beginDeletion(cause: Cause, instance: Instance): void {
    this.record(cause, 'delete', instance);
    this.volumes.beginRelease(cause, instance, (volume) => this.releaseModeOf(volume, instance));
  }

  /** As the volume ids of the delete say or, after an eviction, as the volume's own policy says. */
  private releaseModeOf(volume: Volume, { release }: Instance): ReleaseMode {
    if (release !== null) {
      if (!release.volumeIds.includes(volume.id)) return 'keep';
      return release.permanently ? 'purge' : 'trash';
    }
    // A shared volume stays for its other machines.
    if (volume.instanceIds.length > 1) return 'keep';
    const modes = { keep_detached: 'keep', move_to_trash: 'trash', delete_permanently: 'purge' } as const;
    return modes[volume.onSpotDiscontinue];
  }

  private *privateAddresses(): Iterable<string> {
    for (const instance of this.table.values())
      if (instance.privateIp !== null && !isGone(instance)) yield instance.privateIp;
  }

  private *addresses(): Iterable<Addressed> {
    for (const instance of this.table.values()) {
      if (instance.privateIp === null || isGone(instance)) continue;
      yield { projectId: instance.projectId, address: parseAddress('private_ip', instance.privateIp) };
    }
  }

  private *takenCapacity(): Iterable<CapacityKey> {
    for (const instance of this.table.values()) if (!costsNothing(instance)) yield instance;
  }
}
