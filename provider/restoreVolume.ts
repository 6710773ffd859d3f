import type { Volume } from '../api';
import { ForbiddenError } from '../api/errors';
import { putMark } from '../core/orphans';
import type { Mark } from '../core/marks';
import type { Call } from './call';
import type { Created } from './createOnce';
import { markFor } from './createOnce';

/** Takes a volume back from the trash; an interrupted run may have done so already. */
export async function restoreVolume(call: Call, id: string): Promise<Created<Volume>> {
  const { client, clock, intentLog, met, volumes } = call.session;
  const found = await volumes.get(id);
  const mark = await markFor(call, [id]);
  if (!found || found.status === 'deleted') {
    intentLog.ordering(call.owner);
    await client.volumes.perform({ action: 'restore', id }, call.requests);
    // What is in the trash takes no tags. Nobody's but the program's is what it held: it goes back there.
    await markIfRoom(call, id, { ...mark, unclaimed: call.keep ? 'keep' : 'trash' });
  }
  volumes.wrote();
  met.add(id);
  return { id, at: clock.now() };
}

/** Ten tags of others leave no room for a mark; what was restored is then only known by the program, which names it. */
async function markIfRoom(call: Call, id: string, mark: Mark): Promise<void> {
  try {
    await putMark(call.session.client, 'volumes', id, mark, call.requests);
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
  }
}
