import type { Tag, VolumeStatus } from '#contract';
import { exchangeRate, hoursPerMonth, monthlyPrice, placeFor } from '../../model/catalogue';
import { forbidden, notFound } from '../../model/errors';
import { internal, requestedBy } from '../../model/events';
import { allOwned, owned } from '../../model/projects';
import { hasRested, statusOf } from '../../model/time/timelines';
import { keptOf } from '../shared/kept';
import { addTag, newTags, removeTag } from '../shared/tags';
import { checkAttachable, checkIsOffered } from './checks';
import { deviceFor } from './devices';
import { isDeleted, isGoing, isPurged, isTrashed, volumeRow } from './volume';
import type { Caller, Cause } from '../../model/events';
import type { Entity } from '../../model/store';
import type { Phase, Step } from '../../model/time/timelines';
import type { World } from '../../model/world';
import type { Machines } from '../machines/machines';
import type { NewTag } from '../shared/tags';
import type { NewVolume, ReleaseMode, Volume, VolumeDetails, VolumeState } from './volume';

const unbilled: ReadonlySet<VolumeState> = new Set(['deleted', 'purged', 'canceled', 'exported']);

/** The size of all of them, for the quota. */
export const gigabytesOf = (volumes: readonly Pick<Volume, 'size'>[]): number =>
  volumes.reduce((total, { size }) => total + size, 0);

/** Volumes and the effects of time on them. The actions of callers are in actions.ts. */
export class Volumes {
  readonly table: Map<string, Volume>;
  /** The volumes of each machine, and some that were detached from it since; undefined until it is needed. */
  private held: Map<string, Volume[]> | undefined;
  private index: { changes: number; volumes: ReadonlyMap<string, Volume[]> } | undefined;

  constructor(
    private readonly world: World,
    readonly machines: Machines,
  ) {
    this.table = world.store.table<Volume>('volumes', { row: volumeRow, refers: { projectId: 'projects' } });
    world.retention.limit(this.table, (volume, now) => this.isForgotten(volume, now));
    world.timelines.follow(this.table, (volume, phase) => {
      this.enter(volume, phase);
    });
    world.billing.bill(this.table, (volume) => (this.isBilled(volume) ? this.hourlyPrice(volume) : 0));
    world.retention.also(() => {
      this.held = undefined;
    });
    world.onRestore(() => {
      this.held = undefined;
    });
  }

  /** Without a status filter: all but deleted ones. */
  list(caller: Caller, status?: VolumeStatus): Volume[] {
    return allOwned(this.table, caller).filter((volume) =>
      status === undefined ? !isDeleted(volume) : statusOf(volume) === status,
    );
  }

  trash(caller: Caller): Volume[] {
    return allOwned(this.table, caller).filter(isTrashed);
  }

  /** A permanently deleted volume can still be read for a while. */
  get(caller: Caller, id: string): Volume {
    const volume = owned(this.table, caller, 'volume', id);
    if (this.isForgotten(volume)) throw notFound(`There is no volume "${id}" in this project any more.`);
    return volume;
  }

  /** All volumes that are attached to the machine, or being attached to or detached from it. */
  attachedTo(machine: Entity): Volume[] {
    this.held ??= this.search();
    return (this.held.get(machine.id) ?? []).filter(({ instanceIds }) => instanceIds.includes(machine.id));
  }

  /** The volumes of all machines, by machine id; kept until something changes. */
  byInstance(): ReadonlyMap<string, Volume[]> {
    if (this.index?.changes !== this.world.changes) {
      this.index = { changes: this.world.changes, volumes: this.search() };
    }
    return this.index.volumes;
  }

  create(caller: Caller, wanted: NewVolume, locationCode: string, instanceIds: readonly string[]): Volume {
    const location = placeFor('location_code', locationCode).code;
    checkIsOffered('type', wanted);
    const instances = this.machines.instances(caller, 'instance_ids', instanceIds);
    const volume = this.make(caller, wanted, { location });
    checkAttachable(volume, instances);
    this.checkQuota(caller, volume.size);
    this.world.billing.require(caller, this.hourlyPrice(volume));
    volume.instanceIds = instances.map(({ id }) => id);
    this.add(caller, volume);
    return volume;
  }

  make(caller: Caller, wanted: NewVolume, details: VolumeDetails): Volume {
    const { identifiers } = this.world;
    return {
      id: identifiers.uuid(),
      projectId: caller.projectId,
      ...keptOf('Volume', wanted),
      isOs: false,
      image: null,
      instanceIds: [],
      device: null,
      sshKeyIds: [],
      longTerm: null,
      ...details,
      onSpotDiscontinue: wanted.onSpotDiscontinue ?? 'keep_detached',
      createdAt: this.world.now(),
      createdByUserId: caller.userId,
      deletedAt: null,
      tags: newTags(identifiers, 'tags', wanted.tags),
      phases: [],
      entered: 0,
    };
  }

  /** Adds a new volume to the cloud, attached to its `instanceIds`. */
  add(caller: Caller, volume: Volume): void {
    const { volumeCreateSeconds, attachSeconds } = this.world.durations;
    this.table.set(volume.id, volume);
    for (const id of volume.instanceIds) this.held?.set(id, [...(this.held.get(id) ?? []), volume]);
    if (volume.instanceIds.length > 0) volume.device = this.deviceFor(volume);
    this.record(requestedBy(caller), 'create', volume);
    this.world.timelines.plan<VolumeState>(
      volume,
      requestedBy(caller),
      volume.instanceIds.length === 0
        ? [{ status: 'ordered' }, { status: 'detached', after: volumeCreateSeconds }]
        : [
            { status: 'ordered' },
            { status: 'attaching', after: volumeCreateSeconds, event: 'attach' },
            { status: 'attached', after: attachSeconds, event: 'attach:complete' },
          ],
    );
  }

  /** Refuses more gigabytes than the project may have. Volumes in the trash count. */
  checkQuota({ projectId }: Caller, gigabytes: number): void {
    if (gigabytes <= this.gigabytesLeft(projectId)) return;
    const mine = this.counted(projectId);
    throw forbidden(
      `The project has ${gigabytesOf(mine)} GB of volumes, ${gigabytesOf(mine.filter(isTrashed))} GB of them in the trash; ${gigabytes} GB more exceed its quota of ${this.world.settings.storageQuota} GB. Remove volumes permanently.`,
    );
  }

  /** How many gigabytes the project may add. */
  gigabytesLeft(projectId: string): number {
    return Math.max(0, this.world.settings.storageQuota - gigabytesOf(this.counted(projectId)));
  }

  /** The volumes that count toward the quota. */
  private counted(projectId: string): Volume[] {
    return allOwned(this.table, { projectId }).filter((volume) => !isPurged(volume));
  }

  /** Adds a detached volume of any type without a request, such as an HDD one. */
  addOld(
    projectId: string,
    { name, size, type, location }: Pick<Volume, 'name' | 'size' | 'type' | 'location'>,
  ): Volume {
    const nobody = { projectId, clientId: '', userId: '', role: 'owner', ip: '', origin: '' } as const;
    const volume = this.make(nobody, { name, size, type, tags: [] }, { location });
    this.table.set(volume.id, volume);
    this.world.timelines.plan<VolumeState>(volume, internal('import'), [{ status: 'detached' }]);
    return volume;
  }

  /** Attaches without checks: the caller has made them. */
  attach(cause: Cause, volume: Volume, machines: readonly Entity[]): void {
    const concerns = machines.map(({ id }) => id);
    volume.instanceIds = [...new Set([...volume.instanceIds, ...concerns])];
    // Found again by a search, so that the volumes are in the order of the table.
    for (const id of concerns) this.held?.set(id, this.search(id).get(id) ?? []);
    volume.device = this.deviceFor(volume);
    this.record(cause, 'attach', volume, concerns);
    this.world.timelines.plan<VolumeState>(volume, cause, [
      { status: 'attaching' },
      { status: 'attached', after: this.world.durations.attachSeconds, event: 'attach:complete', concerns },
    ]);
  }

  /** Moves the volume to the trash or deletes it permanently. */
  delete(cause: Cause, volume: Volume, permanently: boolean): void {
    this.record(cause, permanently ? 'delete' : 'trash', volume);
    const seconds = isTrashed(volume) ? 0 : this.world.durations.volumeDeleteSeconds;
    const end = this.deletion(permanently, seconds);
    this.world.timelines.plan(volume, cause, isTrashed(volume) ? end : [{ status: 'deleting' }, ...end]);
  }

  /** Begins to delete or to detach the volumes of a machine that is being deleted. */
  beginRelease(cause: Cause, machine: Entity, modeOf: (volume: Volume) => ReleaseMode): void {
    const actions = { keep: 'detach', trash: 'trash', purge: 'delete' } as const;
    for (const volume of this.attachedTo(machine)) {
      const mode = modeOf(volume);
      // The delete of another machine that holds it deletes it already.
      if (mode !== 'keep' && statusOf(volume) === 'deleting') continue;
      this.record(cause, actions[mode], volume, [machine.id]);
      if (mode === 'keep' && volume.instanceIds.length > 1) continue;
      const status = mode === 'keep' ? 'detaching' : 'deleting';
      this.world.timelines.plan<VolumeState>(volume, cause, [{ status }]);
    }
  }

  /** Deletes or detaches a volume when its machine is gone. */
  release(cause: Cause, volume: Volume, machine: Entity, mode: ReleaseMode, at: number): void {
    volume.instanceIds = volume.instanceIds.filter((id) => id !== machine.id);
    // The contract was that of the machine.
    volume.longTerm = null;
    if (mode !== 'keep' && volume.instanceIds.length === 0) {
      this.world.timelines.plan(volume, cause, this.deletion(mode === 'purge', 0), at);
      return;
    }
    const status = volume.instanceIds.length === 0 ? 'detached' : 'attached';
    const step: Step<VolumeState> = { status, event: 'detach:complete', concerns: [machine.id] };
    this.world.timelines.plan(volume, cause, [step], at);
  }

  addTag(caller: Caller, id: string, tag: NewTag): Tag {
    const volume = this.taggable(caller, id);
    const added = addTag(this.world.identifiers, volume.tags, tag);
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

  isBilled(volume: Volume): boolean {
    return !unbilled.has(statusOf(volume));
  }

  /** In the currency of the volume's project. */
  monthlyPrice(volume: Volume): number {
    const { currency } = this.world.projects.get(volume.projectId);
    return monthlyPrice(volume.type, volume.size) * exchangeRate[currency];
  }

  /** `concerns`: the machines whose journals show the event. Default: all that the volume is attached to. */
  record(cause: Cause, action: string, volume: Volume, concerns = volume.instanceIds): void {
    const { name, type, size, location } = volume;
    this.world.events.record({
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

  /** The volumes of each machine, or of one, in the order of the table. */
  private search(machineId?: string): Map<string, Volume[]> {
    const held = new Map<string, Volume[]>();
    for (const volume of this.table.values()) {
      for (const id of volume.instanceIds) {
        if (machineId !== undefined && id !== machineId) continue;
        const volumes = held.get(id);
        if (volumes === undefined) held.set(id, [volume]);
        else volumes.push(volume);
      }
    }
    return held;
  }

  private deviceFor(volume: Volume): string {
    const neighbours = volume.instanceIds
      .flatMap((id) => this.attachedTo({ id }))
      .filter(({ id }) => id !== volume.id);
    return deviceFor(this.machines, volume, neighbours);
  }

  private isForgotten(volume: Volume, now = this.world.now()): boolean {
    return isPurged(volume) && hasRested(volume, this.world.durations.purgedVisibleSeconds, now);
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
        after: this.world.durations.trashRetentionSeconds,
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
}
