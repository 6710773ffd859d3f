import { storageType } from '../../../model/catalogue';
import { forbidden, invalidRequest } from '../../../model/errors';
import { finalStatus, statusOf } from '../../../model/time/timelines';
import { checkAttachable, checkShutDown, refusal } from '../checks';
import { bootedBy } from '../devices';
import { isDeleted, isDetached } from '../volume';
import type { Cause } from '../../../model/events';
import type { Step } from '../../../model/time/timelines';
import type { World } from '../../../model/world';
import type { Machine, Machines } from '../../machines/machines';
import type { Volume, VolumeState } from '../volume';
import type { Volumes } from '../volumes';
import type { PreparedAction } from './change';

export function attach(
  volumes: Volumes,
  cause: Cause,
  volume: Volume,
  instances: readonly Machine[],
): PreparedAction {
  if (instances.length === 0) throw invalidRequest('instance_id: an attach needs an instance.');
  const wanted = instances.filter(({ id }) => !volume.instanceIds.includes(id));
  const status = statusOf(volume);
  if (wanted.length === 0 && (status === 'attached' || status === 'attaching')) return 'satisfied';
  const joins = status === 'attached' && storageType(volume.type).isShared;
  if (!isDetached(volume) && !joins) throw refusal(volume, 'attached', 'detached');
  checkAttachable(volume, wanted);
  return {
    make: () => {
      volumes.attach(cause, volume, wanted);
    },
  };
}

/** An empty list of `instances` means all of them. */
export function detach(
  { durations, timelines }: World,
  volumes: Volumes,
  cause: Cause,
  volume: Volume,
  instances: readonly Machine[],
): PreparedAction {
  if (isDeleted(volume)) throw refusal(volume, 'detached');
  const status = statusOf(volume);
  const leaving = instances.length === 0 ? volume.instanceIds : instances.map(({ id }) => id);
  const left = volume.instanceIds.filter((id) => !leaving.includes(id));
  const concerns = volume.instanceIds.filter((id) => leaving.includes(id));
  if (status === 'detached') return 'satisfied';
  if (status !== 'attached' && status !== 'detaching') throw refusal(volume, 'detached', 'attached');
  checkHolders(volume, leaving);
  // If no attachment follows, a detach from all instances is under way.
  const ends = status === 'detaching' && finalStatus(volume) !== 'attached';
  if (concerns.length === 0 || ends) return 'satisfied';
  if (bootedBy(volumes.machines, volume) !== undefined)
    throw forbidden(`Volume ${volume.id} is the OS volume of its instance and cannot be detached.`);
  for (const id of concerns) checkCanDetach(volumes.machines, volume, id);
  return {
    make: () => {
      volumes.record(cause, 'detach', volume, concerns);
      if (left.length > 0) volume.instanceIds = left;
      const steps: Step<VolumeState>[] = [
        { status: 'detaching' },
        {
          status: left.length > 0 ? 'attached' : 'detached',
          after: durations.detachSeconds,
          event: 'detach:complete',
          concerns,
        },
      ];
      // A detach from another machine is under way, and ends first.
      if (status === 'detaching') timelines.continue(volume, cause, steps);
      else timelines.plan(volume, cause, steps);
    },
  };
}

/** A shared volume may have been detached from an instance before, so that is no error. */
function checkHolders({ id, type, instanceIds }: Volume, leaving: readonly string[]): void {
  const stranger = leaving.find((leavingId) => !instanceIds.includes(leavingId));
  if (stranger === undefined || storageType(type).isShared) return;
  throw invalidRequest(
    `instance_ids: instance ${stranger} does not hold volume ${id}. Instance ${instanceIds.join(', ')} does.`,
  );
}

/** Refuses when the volume cannot be taken from the machine now. */
function checkCanDetach(machines: Machines, volume: Volume, machineId: string): void {
  const instance = machines.find('instance', machineId);
  if (instance !== undefined) checkShutDown(instance);
  else if (machines.findLive('cluster', machineId) !== undefined) {
    throw forbidden(
      `Volume ${volume.id} is mounted by cluster ${machineId}. It is detached when the cluster is discontinued.`,
    );
  }
}
