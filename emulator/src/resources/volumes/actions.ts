import type { VolumeAction, VolumeTypeName } from '#contract';
import { placeFor, storageType } from '../../model/catalogue';
import { forbidden, invalidRequest } from '../../model/errors';
import { internal, requestedBy } from '../../model/events';
import { references } from '../../model/projects';
import { statusOf } from '../../model/time/timelines';
import { checkAttachable, checkShutDown } from './checks';
import { bootedBy } from './devices';
import { isBeingTrashed, isDetached, isGoing, isPurged, isTrashed } from './volume';
import type { Caller, Cause } from '../../model/events';
import type { World } from '../../model/world';
import type { Machine } from '../machines/machines';
import type { Volume, VolumeState } from './volume';
import type { Volumes } from './volumes';

export interface VolumeActionRequest {
  action: VolumeAction;
  ids: string[];
  instanceIds: string[];
  isPermanent: boolean;
  locationCode?: string | undefined;
  name?: string | undefined;
  size?: number | undefined;
  type?: VolumeTypeName | undefined;
  projectId?: string | undefined;
}

/** The result of an action: `satisfied` when there was nothing to do, `copy` when it created a volume. */
export interface VolumeActionOutcome {
  satisfied: boolean;
  copy?: Volume;
}

/** An action on one volume after its checks: the change to make, or `satisfied` when there is none. */
type PreparedAction = (() => void) | 'satisfied';

export class VolumeActions {
  constructor(
    private readonly world: World,
    private readonly volumes: Volumes,
  ) {}

  /** Acts on all volumes or on none: every check runs before the first change. */
  perform(caller: Caller, request: VolumeActionRequest): VolumeActionOutcome {
    const volumes = references(this.volumes.table, caller, 'volume', 'id', request.ids);
    if (request.action === 'clone') return this.clone(caller, request, volumes);
    const cause = requestedBy(caller);
    const prepared = volumes.map((volume) => this.prepare(caller, cause, request, volume));
    for (const change of prepared) if (change !== 'satisfied') change();
    return { satisfied: prepared.every((change) => change === 'satisfied') };
  }

  private prepare(
    caller: Caller,
    cause: Cause,
    request: VolumeActionRequest,
    volume: Volume,
  ): PreparedAction {
    switch (request.action) {
      case 'attach':
        return this.attach(caller, cause, request, volume);
      case 'detach':
        return this.detach(caller, cause, request, volume);
      case 'delete':
        return this.delete(cause, volume, request.isPermanent);
      case 'rename':
        return this.rename(cause, request, volume);
      case 'resize':
        return this.resize(caller, cause, request, volume);
      case 'restore':
        return this.restore(caller, cause, volume);
      case 'cancel':
        return this.cancel(cause, volume);
      case 'create':
        return this.initialise(cause, volume);
      case 'export':
        return this.export(cause, volume);
      case 'transfer':
        return this.transfer(cause, request, volume);
      case 'clone':
        throw new Error('A clone is not prepared volume by volume.');
    }
  }

  private attach(caller: Caller, cause: Cause, request: VolumeActionRequest, volume: Volume): PreparedAction {
    const instances = this.instances(caller, request);
    if (instances.length === 0) throw invalidRequest('instance_id: an attach needs an instance.');
    const wanted = instances.filter(({ id }) => !volume.instanceIds.includes(id));
    const status = statusOf(volume);
    if (wanted.length === 0 && (status === 'attached' || status === 'attaching')) return 'satisfied';
    const joins = status === 'attached' && storageType(volume.type).isShared;
    if (!isDetached(volume) && !joins) throw this.refusal(volume, 'attached', 'detached');
    checkAttachable(volume, wanted);
    return () => {
      this.volumes.attach(cause, volume, wanted);
    };
  }

  private detach(caller: Caller, cause: Cause, request: VolumeActionRequest, volume: Volume): PreparedAction {
    const named = this.instances(caller, request);
    const status = statusOf(volume);
    const leaving = named.length === 0 ? volume.instanceIds : named.map(({ id }) => id);
    const left = volume.instanceIds.filter((id) => !leaving.includes(id));
    const concerns = volume.instanceIds.filter((id) => leaving.includes(id));
    if (status === 'detached' || status === 'detaching' || left.length === volume.instanceIds.length)
      return 'satisfied';
    if (status !== 'attached') throw this.refusal(volume, 'detached', 'attached');
    if (bootedBy(this.volumes.machines, volume) !== undefined)
      throw forbidden(`Volume ${volume.id} is the OS volume of its instance and cannot be detached.`);
    for (const id of concerns) this.checkCanDetach(volume, id);
    return () => {
      this.volumes.record(cause, 'detach', volume, concerns);
      if (left.length > 0) volume.instanceIds = left;
      this.world.timelines.plan<VolumeState>(volume, cause, [
        { status: 'detaching' },
        {
          status: left.length > 0 ? 'attached' : 'detached',
          after: this.world.durations.detachSeconds,
          event: 'detach:complete',
          concerns,
        },
      ]);
    };
  }

  /** Refuses when the volume cannot be taken from the machine now. */
  private checkCanDetach(volume: Volume, machineId: string): void {
    const { machines } = this.volumes;
    const instance = machines.find('instance', machineId);
    if (instance !== undefined) checkShutDown(instance);
    else if (machines.findLive('cluster', machineId) !== undefined) {
      throw forbidden(
        `Volume ${volume.id} is mounted by cluster ${machineId}. It is detached when the cluster is discontinued.`,
      );
    }
  }

  /**
   * Moves the volume to the trash or deletes it permanently. For a volume in the trash there is nothing to do, unless
   * `isPermanent`.
   */
  delete(cause: Cause, volume: Volume, isPermanent: boolean): PreparedAction {
    const status = statusOf(volume);
    if (isPurged(volume) || (isTrashed(volume) && !isPermanent)) return 'satisfied';
    const isGone = status === 'deleting' && volume.instanceIds.length === 0;
    if (isGone && !(isPermanent && isBeingTrashed(volume))) return 'satisfied';
    if (volume.instanceIds.length > 0) {
      throw forbidden(
        `Volume ${volume.id} is ${status} at instance ${volume.instanceIds.join(', ')}. Detach it first.`,
      );
    }
    return () => {
      this.volumes.delete(cause, volume, isPermanent);
    };
  }

  private rename(cause: Cause, request: VolumeActionRequest, volume: Volume): PreparedAction {
    const { name } = request;
    if (name === undefined || name === '') throw invalidRequest('name: a rename needs the new name.');
    if (isGoing(volume)) throw this.refusal(volume, 'renamed');
    return () => {
      volume.name = name;
      this.volumes.record(cause, 'rename', volume);
    };
  }

  private resize(caller: Caller, cause: Cause, request: VolumeActionRequest, volume: Volume): PreparedAction {
    const { size } = request;
    if (size === undefined) throw invalidRequest('size: a resize needs the new size in GB.');
    if (!storageType(volume.type).isOffered) {
      throw invalidRequest(
        `size: volumes of type ${volume.type} can no longer be resized. Clone it to NVMe.`,
      );
    }
    if (size < volume.size) {
      throw invalidRequest(
        `size: volume ${volume.id} has ${volume.size} GB and cannot shrink to ${size} GB.`,
      );
    }
    if (isGoing(volume)) throw this.refusal(volume, 'resized');
    this.volumes.checkQuota(caller, size - volume.size);
    this.world.billing.require(caller, this.volumes.hourlyPrice({ type: volume.type, size }));
    return () => {
      volume.size = size;
      this.volumes.record(cause, 'resize', volume);
    };
  }

  private restore(caller: Caller, cause: Cause, volume: Volume): PreparedAction {
    if (statusOf(volume) === 'restoring') return 'satisfied';
    if (!isTrashed(volume)) throw this.refusal(volume, 'restored', 'in the trash');
    this.world.billing.require(caller, this.volumes.hourlyPrice(volume));
    return () => {
      this.volumes.record(cause, 'restore', volume);
      this.world.timelines.plan<VolumeState>(volume, cause, [
        { status: 'restoring' },
        { status: 'detached', after: this.world.durations.restoreSeconds },
      ]);
    };
  }

  private cancel(cause: Cause, volume: Volume): PreparedAction {
    const status = statusOf(volume);
    if (status === 'canceling' || status === 'canceled') return 'satisfied';
    if (status !== 'cloning') throw this.refusal(volume, 'canceled', 'cloning');
    return () => {
      this.volumes.record(cause, 'cancel', volume);
      this.world.timelines.plan<VolumeState>(volume, cause, [
        { status: 'canceling' },
        { status: 'canceled', after: this.world.durations.cancelSeconds },
      ]);
    };
  }

  private initialise(cause: Cause, volume: Volume): PreparedAction {
    const status = statusOf(volume);
    if (status === 'created' || status === 'detached' || status === 'attached') return 'satisfied';
    if (status !== 'ordered') throw this.refusal(volume, 'initialised', 'ordered');
    return () => {
      this.world.timelines.plan<VolumeState>(volume, cause, [
        { status: 'created' },
        { status: 'detached', after: this.world.durations.volumeCreateSeconds },
      ]);
    };
  }

  private export(cause: Cause, volume: Volume): PreparedAction {
    if (statusOf(volume) === 'exported') return 'satisfied';
    if (!isDetached(volume)) throw this.refusal(volume, 'exported', 'detached');
    const seconds = volume.size * this.world.durations.exportSecondsPerGigabyte;
    return () => {
      this.world.timelines.plan<VolumeState>(volume, cause, [{ status: 'exported', after: seconds }]);
    };
  }

  private transfer(cause: Cause, request: VolumeActionRequest, volume: Volume): PreparedAction {
    const { projectId } = request;
    if (projectId === undefined)
      throw invalidRequest('project_id: a transfer needs the id of the new project.');
    if (projectId === volume.projectId) return 'satisfied';
    const project = this.world.projects.get(projectId);
    if (!isDetached(volume)) throw this.refusal(volume, 'transferred', 'detached');
    return () => {
      this.volumes.record(cause, 'transfer', volume);
      volume.projectId = project.id;
      this.volumes.record(internal('transfer'), 'transfer', volume);
    };
  }

  private clone(
    caller: Caller,
    request: VolumeActionRequest,
    sources: readonly Volume[],
  ): VolumeActionOutcome {
    const [source] = sources;
    if (source === undefined || sources.length > 1)
      throw invalidRequest('id: a clone needs the id of exactly one volume.');
    const { volumes } = this;
    const { billing, durations, timelines } = this.world;
    const type = request.type ?? source.type;
    const location = placeFor('location_code', request.locationCode ?? source.location).code;
    const fromHdd = !storageType(source.type).isOffered;
    if (!fromHdd) volumes.checkNew('type', { type });
    if (!['detached', 'attached', 'exported'].includes(statusOf(source))) {
      throw this.refusal(source, 'cloned', 'attached or detached');
    }
    if (fromHdd) for (const instance of this.holders(source)) checkShutDown(instance);
    const name = request.name ?? `${source.name}-clone`;
    const { isOs, image, sshKeyIds, size } = source;
    const copy = volumes.make(caller, { name, size, type, tags: [] }, { location, isOs, image, sshKeyIds });
    this.volumes.checkQuota(caller, copy.size);
    billing.require(caller, volumes.hourlyPrice(copy));
    volumes.table.set(copy.id, copy);
    const cause = requestedBy(caller);
    volumes.record(cause, 'clone', copy);
    const factor = location === source.location ? 1 : durations.crossLocationFactor;
    timelines.plan<VolumeState>(copy, cause, [
      { status: 'cloning' },
      { status: 'detached', after: size * durations.cloneSecondsPerGigabyte * factor },
    ]);
    return { satisfied: false, copy };
  }

  private holders(volume: Volume): Machine[] {
    return volume.instanceIds.flatMap((id) => this.volumes.machines.find('instance', id) ?? []);
  }

  private instances(caller: Caller, { instanceIds }: VolumeActionRequest): Machine[] {
    return this.volumes.machines.instances(caller, 'instance_ids', instanceIds);
  }

  private refusal(volume: Volume, verb: string, needed?: string): Error {
    const status = isPurged(volume) ? 'deleted permanently' : statusOf(volume);
    const condition = needed === undefined ? '' : ` It has to be ${needed}.`;
    return forbidden(`Volume ${volume.id} is ${status} and cannot be ${verb} now.${condition}`);
  }
}
