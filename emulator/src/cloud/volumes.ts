import type { OnSpotDiscontinue, Tag, VolumeStatus, VolumeTypeName } from '#contract';
import { exchangeRate, hoursPerMonth, monthlyPrice, placeFor, storageType } from '../model/catalogue';
import { deviceFor } from './devices';
import { forbidden, invalidRequest } from '../model/errors';
import { internal, requestedBy } from '../model/events';
import { allOwned, owned, references } from '../model/projects';
import { checkStorageQuota } from './storageQuota';
import { addTag, newTags, removeTag } from '../resources/shared/tags';
import { statusOf } from '../model/time/timelines';
import { isDeleted, isGoing, isTrashed } from './volumeStates';
import type { Cloud } from './cloud';
import type { Caller, Cause } from '../model/events';
import type { Instance } from './instances';
import type { Owned } from '../model/projects';
import type { Entity } from '../model/store';
import type { NewTag } from '../resources/shared/tags';
import type { Living, Phase, Step } from '../model/time/timelines';

/** What is left of a purged volume still reads as deleted, but can no longer be restored. */
export type VolumeState = VolumeStatus | 'purged';

/** The contract of a machine's disk: what tells when the machine's long-term contract ends. */
export interface VolumeLongTerm {
  startedAt: number;
  periodCode: string;
  /** Percent. */
  discount: number;
  /** US dollars for the whole machine over the period. */
  periodPrice: number;
}

export interface Volume extends Owned, Living<VolumeState> {
  name: string;
  type: VolumeTypeName;
  /** GB. */
  size: number;
  location: string;
  isOs: boolean;
  /** The image type that an OS volume was made from. */
  image: string | null;
  /** The machines, or the clusters, that it is attached to. */
  instanceIds: string[];
  /** Its name on the machine: it has one as long as it is attached. */
  device: string | null;
  sshKeyIds: string[];
  longTerm: VolumeLongTerm | null;
  onSpotDiscontinue: OnSpotDiscontinue;
  createdAt: number;
  createdByUserId: string;
  deletedAt: number | null;
  tags: Tag[];
}

export interface NewVolume {
  name: string;
  size: number;
  type: VolumeTypeName;
  tags: NewTag[];
  onSpotDiscontinue?: OnSpotDiscontinue | undefined;
}

/** What the maker of a volume may say beyond what a user says. */
export type VolumeDetails = Pick<Volume, 'location'> &
  Partial<Pick<Volume, 'isOs' | 'image' | 'instanceIds' | 'sshKeyIds' | 'longTerm'>>;

const unbilled: ReadonlySet<VolumeState> = new Set(['deleted', 'purged', 'canceled', 'exported']);

/** Volumes and what time does to them. What callers do to them is in volumeActions.ts. */
export class Volumes {
  readonly table: Map<string, Volume>;
  private index: { changes: number; volumes: ReadonlyMap<string, Volume[]> } | undefined;

  constructor(private readonly cloud: Cloud) {
    this.table = cloud.store.table<Volume>('volumes');
    cloud.timelines.follow(this.table, (volume, phase) => {
      this.enter(volume, phase);
    });
    cloud.billing.bill(() => this.billed());
  }

  /** Without a status, all that are not deleted. */
  list(caller: Caller, status?: VolumeStatus): Volume[] {
    return allOwned(this.table, caller).filter((volume) =>
      status === undefined ? !isDeleted(volume) : statusOf(volume) === status,
    );
  }

  trash(caller: Caller): Volume[] {
    return allOwned(this.table, caller).filter(isTrashed);
  }

  get(caller: Caller, id: string): Volume {
    return owned(this.table, caller, 'volume', id);
  }

  /** All volumes attached to the machine, or on their way to or from it. */
  attachedTo(machine: Entity): Volume[] {
    return [...this.table.values()].filter((volume) => volume.instanceIds.includes(machine.id));
  }

  /** The same for all machines at once; kept as long as nothing has changed, for many readers. */
  byInstance(): ReadonlyMap<string, Volume[]> {
    if (this.index?.changes !== this.cloud.changes) {
      const volumes = new Map<string, Volume[]>();
      for (const volume of this.table.values()) {
        for (const id of volume.instanceIds) volumes.set(id, [...(volumes.get(id) ?? []), volume]);
      }
      this.index = { changes: this.cloud.changes, volumes };
    }
    return this.index.volumes;
  }

  create(caller: Caller, wanted: NewVolume, locationCode: string, instanceIds: readonly string[]): Volume {
    const location = placeFor('location_code', locationCode).code;
    this.checkNew('type', wanted);
    const instances = references(this.cloud.instances.table, caller, 'instance', 'instance_ids', instanceIds);
    const volume = this.make(caller, wanted, { location });
    this.checkAttachable(volume, instances);
    checkStorageQuota(this.cloud, caller, volume.size);
    this.cloud.billing.require(caller, this.hourlyPrice(volume));
    volume.instanceIds = instances.map(({ id }) => id);
    this.add(caller, volume);
    return volume;
  }

  /** What can be said against a new volume before it is made. */
  checkNew(property: string, { type }: { type: VolumeTypeName }): void {
    if (!storageType(type).isOffered) {
      throw invalidRequest(
        `${property}: volumes of type ${type} can no longer be created. Use NVMe or NVMe_Shared.`,
      );
    }
  }

  make(caller: Caller, wanted: NewVolume, details: VolumeDetails): Volume {
    const { identifiers } = this.cloud;
    return {
      id: identifiers.uuid(),
      projectId: caller.projectId,
      name: wanted.name,
      type: wanted.type,
      size: wanted.size,
      isOs: false,
      image: null,
      instanceIds: [],
      device: null,
      sshKeyIds: [],
      longTerm: null,
      ...details,
      onSpotDiscontinue: wanted.onSpotDiscontinue ?? 'keep_detached',
      createdAt: this.cloud.now(),
      createdByUserId: caller.userId,
      deletedAt: null,
      tags: newTags(identifiers, 'tags', wanted.tags),
      phases: [],
      entered: 0,
    };
  }

  /** Puts a new volume into the cloud, attached where it says so. */
  add(caller: Caller, volume: Volume): void {
    const { volumeCreateSeconds, attachSeconds } = this.cloud.durations;
    this.table.set(volume.id, volume);
    if (volume.instanceIds.length > 0) volume.device = deviceFor(this.cloud, volume);
    this.record(requestedBy(caller), 'create', volume);
    this.cloud.timelines.plan<VolumeState>(
      volume,
      requestedBy(caller),
      volume.instanceIds.length === 0
        ? [{ status: 'ordered' }, { status: 'detached', after: volumeCreateSeconds }]
        : [
            { status: 'ordered' },
            { status: 'attaching', after: volumeCreateSeconds },
            { status: 'attached', after: attachSeconds, event: 'attach:complete' },
          ],
    );
  }

  /** A volume that was always there. */
  addOld(
    projectId: string,
    { name, size, type, location }: Pick<Volume, 'name' | 'size' | 'type' | 'location'>,
  ): Volume {
    const nobody = { projectId, clientId: '', userId: '', role: 'owner', ip: '', origin: '' } as const;
    const volume = this.make(nobody, { name, size, type, tags: [] }, { location });
    this.table.set(volume.id, volume);
    this.cloud.timelines.plan<VolumeState>(volume, internal('import'), [{ status: 'detached' }]);
    return volume;
  }

  /** Refuses machines that the volume cannot be attached to. */
  checkAttachable(volume: Volume, instances: readonly Instance[]): void {
    const all = new Set([...volume.instanceIds, ...instances.map(({ id }) => id)]);
    if (all.size > 1 && !storageType(volume.type).isShared) {
      throw invalidRequest(
        `instance_ids: a volume of type ${volume.type} is attached to one instance at most. Use a shared type for several.`,
      );
    }
    for (const instance of instances) {
      checkForInstances('instance_ids', volume);
      if (instance.location !== volume.location) {
        throw invalidRequest(
          `instance_ids: instance ${instance.id} is in ${instance.location}, but the volume is in ${volume.location}. Both have to be in one location.`,
        );
      }
      this.checkShutDown(instance);
    }
  }

  checkShutDown(instance: Instance): void {
    const status = statusOf(instance);
    if (status === 'offline') return;
    throw forbidden(
      `Instance ${instance.id} is ${status}. Shut it down first: its volumes change only while it is offline.`,
    );
  }

  /** Attaches at once; machines and volume were checked. */
  attach(cause: Cause, volume: Volume, machines: readonly Entity[]): void {
    const concerns = machines.map(({ id }) => id);
    volume.instanceIds = [...new Set([...volume.instanceIds, ...concerns])];
    volume.device ??= deviceFor(this.cloud, volume);
    this.record(cause, 'attach', volume, concerns);
    this.cloud.timelines.plan<VolumeState>(volume, cause, [
      { status: 'attaching' },
      { status: 'attached', after: this.cloud.durations.attachSeconds, event: 'attach:complete', concerns },
    ]);
  }

  /** Moves the volume to the trash, or removes it for good, within the time that it takes. */
  delete(cause: Cause, volume: Volume, permanently: boolean): void {
    this.record(cause, permanently ? 'delete' : 'trash', volume);
    const seconds = isTrashed(volume) ? 0 : this.cloud.durations.volumeDeleteSeconds;
    const end = this.deletion(permanently, seconds);
    this.cloud.timelines.plan(volume, cause, isTrashed(volume) ? end : [{ status: 'deleting' }, ...end]);
  }

  /** What becomes of a volume when its machine is gone: it is deleted or let go, at that instant. */
  release(cause: Cause, volume: Volume, machine: Entity, fate: 'keep' | 'trash' | 'purge', at: number): void {
    volume.instanceIds = volume.instanceIds.filter((id) => id !== machine.id);
    // Nobody loses a shared volume because another machine is gone.
    if (fate !== 'keep' && volume.instanceIds.length === 0) {
      this.cloud.timelines.plan(volume, cause, this.deletion(fate === 'purge', 0), at);
      return;
    }
    const status = volume.instanceIds.length === 0 ? 'detached' : 'attached';
    const step: Step<VolumeState> = { status, event: 'detach:complete', concerns: [machine.id] };
    this.cloud.timelines.plan(volume, cause, [step], at);
  }

  addTag(caller: Caller, id: string, tag: NewTag): Tag {
    const volume = this.taggable(caller, id);
    const added = addTag(this.cloud.identifiers, volume.tags, tag);
    this.record(requestedBy(caller), 'other', volume);
    return added;
  }

  removeTag(caller: Caller, id: string, tagId: string): void {
    const volume = this.taggable(caller, id);
    removeTag(volume.tags, tagId);
    this.record(requestedBy(caller), 'other', volume);
  }

  /** US dollars. */
  hourlyPrice(volume: Pick<Volume, 'type' | 'size'>): number {
    return monthlyPrice(volume.type, volume.size) / hoursPerMonth;
  }

  /** In the currency of the volume's project. */
  monthlyPrice(volume: Volume): number {
    const { currency } = this.cloud.projects.get(volume.projectId);
    return monthlyPrice(volume.type, volume.size) * exchangeRate[currency];
  }

  /** `concerns`: the machines whose journals show it, when they are not all that the volume is attached to. */
  record(cause: Cause, action: string, volume: Volume, concerns = volume.instanceIds): void {
    const { name, type, size, location } = volume;
    this.cloud.events.record({
      projectId: volume.projectId,
      action,
      objectType: 'volume',
      objectId: volume.id,
      cause,
      data: { name, type, size, location_code: location },
      volumeId: volume.id,
      computeIds: [...concerns],
    });
  }

  private taggable(caller: Caller, id: string): Volume {
    const volume = this.get(caller, id);
    if (isGoing(volume)) throw forbidden(`Volume ${id} is deleted: its tags no longer change.`);
    return volume;
  }

  private deletion(permanently: boolean, seconds: number): Step<VolumeState>[] {
    if (permanently) return [{ status: 'purged', after: seconds, event: 'delete:complete' }];
    return [
      { status: 'deleted', after: seconds, event: 'trash:complete' },
      {
        status: 'purged',
        after: this.cloud.durations.trashRetentionSeconds,
        event: 'delete:complete',
        cause: internal('trash_retention'),
      },
    ];
  }

  private enter(volume: Volume, phase: Phase<VolumeState>): void {
    if (phase.event !== undefined) this.record(phase.cause, phase.event, volume, phase.concerns);
    if (phase.status === 'detached' || phase.status === 'deleted' || phase.status === 'purged') {
      Object.assign(volume, { instanceIds: [], device: null });
    }
    if (phase.status === 'deleted' || phase.status === 'purged') volume.deletedAt ??= phase.at;
    if (phase.status === 'detached') volume.deletedAt = null;
  }

  private *billed(): Iterable<{ projectId: string; pricePerHour: number }> {
    for (const volume of this.table.values()) {
      if (!unbilled.has(statusOf(volume))) {
        yield { projectId: volume.projectId, pricePerHour: this.hourlyPrice(volume) };
      }
    }
  }
}

/** Refuses volumes that only clusters mount. */
export function checkForInstances(property: string, { type }: Pick<Volume, 'type'>): void {
  if (!type.endsWith('_Cluster')) return;
  throw invalidRequest(`${property}: volumes of type ${type} are for clusters, not for instances.`);
}
