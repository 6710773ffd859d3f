import type { VolumeActionRequest, VolumeTypeName } from '#contract';
import { placeFor, storageType } from '../../../model/catalogue';
import { invalidRequest } from '../../../model/errors';
import { requestedBy } from '../../../model/events';
import { statusOf } from '../../../model/time/timelines';
import { checkIsOffered, checkShutDown, refusal } from '../checks';
import type { Caller } from '../../../model/events';
import type { World } from '../../../model/world';
import type { Volume, VolumeState } from '../volume';
import type { Volumes } from '../volumes';

/** Orders a copy of a volume. */
export function clone(
  world: World,
  volumes: Volumes,
  caller: Caller,
  request: VolumeActionRequest,
  source: Volume,
): Volume {
  const { billing, durations, timelines } = world;
  const type = request.type ?? source.type;
  const location = placeFor('location_code', request.location_code ?? source.location).code;
  const fromHdd = !storageType(source.type).isOffered;
  if (!fromHdd) checkIsOffered('type', { type });
  if (!['detached', 'attached', 'exported'].includes(statusOf(source)))
    throw refusal(source, 'cloned', 'attached, detached or exported');
  if (fromHdd) for (const machine of volumes.machines.attached(source.instanceIds)) checkShutDown(machine);
  const { isOs, image, sshKeyIds } = source;
  const copy = volumes.make(
    caller,
    { name: request.name ?? `${source.name}-clone`, size: sizeOf(request, source, type), type, tags: [] },
    { location, isOs, image, sshKeyIds, sourceId: source.id },
  );
  volumes.checkQuota(caller, copy.size);
  billing.require(caller, volumes.hourlyPrice(copy));
  volumes.table.set(copy.id, copy);
  const cause = requestedBy(caller);
  volumes.record(cause, 'clone', copy);
  const factor = location === source.location ? 1 : durations.crossLocationFactor;
  timelines.plan<VolumeState>(copy, cause, [
    { status: 'cloning' },
    { status: 'detached', after: source.size * durations.cloneSecondsPerGigabyte * factor },
  ]);
  return copy;
}

/** A copy may grow where volumes of its type can be resized. */
function sizeOf({ size }: VolumeActionRequest, source: Volume, type: VolumeTypeName): number {
  if (size == null || size === source.size) return source.size;
  if (size < source.size) {
    throw invalidRequest(
      `size: volume ${source.id} has ${source.size} GB; a clone of it cannot have ${size} GB.`,
    );
  }
  if (!storageType(type).isOffered)
    throw invalidRequest(`size: volumes of type ${type} can no longer be resized. Clone it to NVMe.`);
  return size;
}
