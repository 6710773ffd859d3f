import type { VolumeActionRequest } from '#contract';
import { storageType } from '../../../model/catalogue';
import { forbidden, invalidRequest } from '../../../model/errors';
import { internal, requestedBy } from '../../../model/events';
import { references } from '../../../model/projects';
import { statusOf } from '../../../model/time/timelines';
import { adviceToDetach, checkNotBeingCloned, refusal } from '../checks';
import {
  isBeingTrashed,
  isDetached,
  isGoing,
  isPurged,
  isTrashed,
  isUnfinishedCopy,
  wasUnfinishedCopy,
} from '../volume';
import { attach, detach } from './attachment';
import { total } from './change';
import { clone } from './clone';
import { checkReceiver, handOver } from './transfer';
import type { Caller, Cause } from '../../../model/events';
import type { World } from '../../../model/world';
import type { Machine } from '../../machines/machines';
import type { Volume, VolumeState } from '../volume';
import type { Volumes } from '../volumes';
import type { PreparedAction } from './change';

/** The body of the request, with the ids that it names as lists. */
interface RequestedAction extends VolumeActionRequest {
  ids: string[];
  instanceIds: string[];
}

/** The result of an action: `satisfied` when there was nothing to do, `copy` when it created a volume. */
export interface VolumeActionOutcome {
  satisfied: boolean;
  copy?: Volume;
}

export class VolumeActions {
  constructor(
    private readonly world: World,
    private readonly volumes: Volumes,
  ) {}

  /** Acts on all volumes or on none: every check runs before the first change. */
  perform(caller: Caller, request: RequestedAction): VolumeActionOutcome {
    const volumes = references(this.volumes.table, caller, 'volume', 'id', request.ids);
    if (request.action === 'clone') return this.clone(caller, request, volumes);
    const cause = requestedBy(caller);
    const changes = volumes
      .map((volume) => this.prepare(caller, cause, request, volume))
      .filter((change) => change !== 'satisfied');
    this.volumes.checkQuota(caller, total(changes, 'gigabytes'));
    this.world.billing.require(caller, total(changes, 'pricePerHour'));
    if (request.action === 'transfer') this.checkReceiver(request, volumes);
    for (const { make } of changes) make();
    return { satisfied: changes.length === 0 };
  }

  private prepare(caller: Caller, cause: Cause, request: RequestedAction, volume: Volume): PreparedAction {
    switch (request.action) {
      case 'attach':
        return attach(this.volumes, cause, volume, this.instances(caller, request));
      case 'detach':
        return detach(this.world, this.volumes, cause, volume, this.instances(caller, request));
      case 'delete':
        return this.delete(cause, volume, request.is_permanent ?? false);
      case 'rename':
        return this.rename(cause, request, volume);
      case 'resize':
        return this.resize(cause, request, volume);
      case 'restore':
        return this.restore(cause, volume);
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
      const where = `${status} at instance ${volume.instanceIds.join(', ')}`;
      throw forbidden(`Volume ${volume.id} is ${where}. ${adviceToDetach(volume)}`);
    }
    checkNotBeingCloned(this.volumes.table, volume);
    return {
      make: () => {
        this.volumes.delete(cause, volume, isPermanent);
      },
    };
  }

  private rename(cause: Cause, request: RequestedAction, volume: Volume): PreparedAction {
    const { name } = request;
    if (!name) throw invalidRequest('name: a rename needs the new name.');
    if (isGoing(volume)) throw refusal(volume, 'renamed');
    return {
      make: () => {
        volume.name = name;
        this.volumes.record(cause, 'rename', volume);
      },
    };
  }

  private resize(cause: Cause, request: RequestedAction, volume: Volume): PreparedAction {
    const { size } = request;
    if (size == null) throw invalidRequest('size: a resize needs the new size in GB.');
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
    if (isGoing(volume) || isUnfinishedCopy(volume)) throw refusal(volume, 'resized');
    return {
      gigabytes: size - volume.size,
      pricePerHour: this.volumes.hourlyPrice({ type: volume.type, size }),
      make: () => {
        volume.size = size;
        this.volumes.record(cause, 'resize', volume);
      },
    };
  }

  private restore(cause: Cause, volume: Volume): PreparedAction {
    if (statusOf(volume) === 'restoring') return 'satisfied';
    if (!isTrashed(volume)) throw refusal(volume, 'restored', 'in the trash');
    if (wasUnfinishedCopy(volume)) {
      throw forbidden(
        `Volume ${volume.id} was deleted as an unfinished copy and cannot be restored. Clone its source again.`,
      );
    }
    return {
      pricePerHour: this.volumes.hourlyPrice(volume),
      make: () => {
        this.volumes.record(cause, 'restore', volume);
        this.world.timelines.plan<VolumeState>(volume, cause, [
          { status: 'restoring' },
          { status: 'detached', after: this.world.durations.restoreSeconds },
        ]);
      },
    };
  }

  private cancel(cause: Cause, volume: Volume): PreparedAction {
    const status = statusOf(volume);
    if (status === 'canceling' || status === 'canceled') return 'satisfied';
    if (status !== 'cloning') throw refusal(volume, 'canceled', 'cloning');
    return {
      make: () => {
        this.volumes.record(cause, 'cancel', volume);
        this.world.timelines.plan<VolumeState>(volume, cause, [
          { status: 'canceling' },
          { status: 'canceled', after: this.world.durations.cancelSeconds },
        ]);
      },
    };
  }

  private initialise(cause: Cause, volume: Volume): PreparedAction {
    const status = statusOf(volume);
    if (status === 'created' || status === 'detached' || status === 'attached') return 'satisfied';
    if (status !== 'ordered') throw refusal(volume, 'initialised', 'ordered');
    return {
      make: () => {
        this.volumes.record(cause, 'create', volume);
        this.world.timelines.plan<VolumeState>(volume, cause, [
          { status: 'created' },
          { status: 'detached', after: this.world.durations.volumeCreateSeconds },
        ]);
      },
    };
  }

  private export(cause: Cause, volume: Volume): PreparedAction {
    if (statusOf(volume) === 'exported') return 'satisfied';
    if (!isDetached(volume)) throw refusal(volume, 'exported', 'detached');
    const seconds = volume.size * this.world.durations.exportSecondsPerGigabyte;
    return {
      make: () => {
        this.volumes.record(cause, 'export', volume);
        this.world.timelines.plan<VolumeState>(volume, cause, [{ status: 'exported', after: seconds }]);
      },
    };
  }

  private transfer(cause: Cause, request: RequestedAction, volume: Volume): PreparedAction {
    const { project_id: projectId } = request;
    if (projectId == null) throw invalidRequest('project_id: a transfer needs the id of the new project.');
    if (projectId === volume.projectId) return 'satisfied';
    if (!isDetached(volume)) throw refusal(volume, 'transferred', 'detached');
    checkNotBeingCloned(this.volumes.table, volume);
    return {
      make: () => {
        this.volumes.record(cause, 'transfer', volume);
        handOver(volume, projectId);
        this.volumes.record(internal('transfer'), 'transfer', volume);
      },
    };
  }

  private checkReceiver({ project_id: projectId }: RequestedAction, volumes: readonly Volume[]): void {
    const arriving = volumes.filter((volume) => volume.projectId !== projectId);
    if (projectId != null) checkReceiver(this.world, this.volumes, projectId, arriving);
  }

  private clone(
    caller: Caller,
    request: RequestedAction,
    [source, ...others]: readonly Volume[],
  ): VolumeActionOutcome {
    if (source === undefined || others.length > 0)
      throw invalidRequest('id: a clone needs the id of exactly one volume.');
    return { satisfied: false, copy: clone(this.world, this.volumes, caller, request, source) };
  }

  private instances(caller: Caller, { instanceIds }: RequestedAction): Machine[] {
    return this.volumes.machines.instances(caller, 'instance_ids', instanceIds);
  }
}
