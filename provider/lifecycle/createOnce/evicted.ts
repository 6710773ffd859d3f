// A machine may be evicted before any state has it. The volumes that outlive it (`keep_detached`) will never be in a
// state, so they are moved to the trash.
import { attachedTo } from '../../../api/services/volumes';
import type { Volume } from '../../../api/schema';
import type { Orphan } from '../../../core/orphans/orphans';
import { describeThing, orphansAmong } from '../../../core/orphans/orphans';
import { belongsTo, isOfResource } from '../../../core/pendingTag';
import { isGoing } from '../../../core/statuses';
import type { Call } from '../../session/call';
import { oncePerSession } from '../../session/perSession';
import { removeVolume } from '../removeVolume';
import { firstList, keptNote } from './interruptedOrders';

/** Moves volumes of interrupted orders of this resource to the trash, if their machines were evicted since. */
export async function removeVolumesOfEvicted(call: Call): Promise<void> {
  const { session } = call;
  // One list for all creates: mostly there are no such volumes.
  const orphans = await oncePerSession(session, 'left by evicted machines', async () =>
    orphansAmongVolumes(call, await firstList(call, { path: 'volumes', collection: session.volumes })),
  );
  if (orphans.some((orphan) => isOfThisOrder(call, orphan))) await removeVolumesOfEvictedNow(call);
}

/** The same after an eviction of the machine that this create has ordered. */
export async function removeVolumesOfEvictedNow(call: Call): Promise<void> {
  const { clock, volumes } = call.session;
  const orphans = await orphansAmongVolumes(call, await volumes.list({ startedAfter: clock.now() }));
  for (const orphan of orphans.filter((one) => isOfThisOrder(call, one))) {
    const what = `The ${describeThing(orphan)} was created with a machine that was evicted before it was in state.`;
    if (orphan.tag.whenOrphaned === 'keep') {
      call.warn(`${what} ${keptNote(orphan)}`);
    } else {
      call.warn(`${what} It is moved to the trash.`);
      await removeVolume(call, orphan.object.id, false);
    }
  }
}

/** The volumes that an order created and no machine holds: tagged ones, or OS volumes of discontinued machines. */
const orphansAmongVolumes = ({ session, requests }: Call, volumes: readonly Volume[]): Promise<Orphan[]> =>
  orphansAmong(
    session.client,
    volumes
      .filter((volume) => attachedTo(volume).length === 0 && !isGoing(volume))
      .map((object) => ({ collection: 'volumes', object })),
    requests,
  );

/** Whether an order of this resource created the volume, no state has it and the program does not keep it. */
const isOfThisOrder = (call: Call, { tag, object }: Orphan): boolean =>
  isOfResource(tag, call) &&
  belongsTo(tag, object) &&
  !call.session.knownIds.has(object.id) &&
  !call.session.volumesInState.has(object.id) &&
  !call.session.keptVolumes.get(call.urn)?.includes(object.id);
