import type { Volume } from '../../../api';
import { untilReady } from '../../polling/statusRule';
import type { StatusRule } from '../../polling/statusRule';
import { waitFor } from '../../lifecycle/waiting/waitFor';
import type { Call } from '../../run/call';
import { nameAndId } from '../../checks/messages';

/** The statuses of a volume (States and transitions). With any other status, a change is under way. */
const STATUSES: StatusRule = {
  ready: ['detached', 'attached', 'created', 'exported'],
  failed: ['canceling', 'canceled'],
  gone: ['deleting', 'deleted'],
};

export const isReady = ({ status }: Volume): boolean => STATUSES.ready.includes(status);

/** Whether it is in the trash, or about to be. */
export const isDeleted = ({ status }: Volume): boolean => STATUSES.gone.includes(status);

/** A volume can no longer become usable. */
export class VolumeError extends Error {
  override readonly name = 'VolumeError';
}

const lostError = (found: Volume | undefined, id: string): Error =>
  new VolumeError(
    found
      ? `The volume ${nameAndId(found)} is ${found.status}: it cannot become usable any more.`
      : `The volume ${id} is gone.`,
  );

/** Waits until a volume is usable; throws a VolumeError if it can no longer become usable. */
export async function waitUntilReady(call: Call, id: string, doing: string): Promise<Volume> {
  const found = await waitFor(
    call,
    call.run.volumes,
    id,
    doing,
    untilReady(STATUSES, (object) => lostError(object, id)),
  );
  if (!found) throw lostError(undefined, id);
  return found;
}

/** Reads a volume, and waits if it is not ready yet. */
export async function readReady(call: Call, id: string): Promise<Volume> {
  const found = await call.run.volumes.read(id);
  return found && isReady(found) ? found : waitUntilReady(call, id, 'waiting until it is ready');
}
