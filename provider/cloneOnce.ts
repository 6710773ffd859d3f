import type { Volume, VolumeTypeName } from '../api';
import { CloudComputeError } from '../api/errors';
import type { Call } from './call';
import type { Billed, Created } from './createOnce';
import { markOf } from './createOnce';

const LOOKS = 5;
const GRACE_MS = 10_000;

/** What the copy is to be. */
export interface CloneTarget {
  readonly type: VolumeTypeName;
  readonly locationCode: string;
}

/**
 * Copies a volume exactly once. A clone is a PUT that bills; it takes no tags, and a copy does not name its
 * source. So it is asked for under a name that only this resource of this state uses, is found by that name
 * when the reply or the process was lost, and is renamed once it is there.
 */
export async function cloneOnce(
  call: Call,
  kind: Billed<Volume>,
  sourceVolumeId: string,
  target: CloneTarget,
  usable: (found: Volume) => boolean,
): Promise<Created<Volume>> {
  const name = `pulumi-pending-${markOf(call)}`;
  const underThatName = async () =>
    (await kind.collection.list({ fresh: true })).filter(
      (volume) => volume.name === name && !kind.isDying(volume) && !call.session.met.has(volume.id),
    );
  const [left, ...others] = await underThatName();
  for (const other of others) await kind.remove(call, other);
  if (left && usable(left)) {
    call.session.met.add(left.id);
    return { id: left.id, generation: 0, at: call.session.clock.now() };
  }
  if (left) await kind.remove(call, left);
  try {
    const id = await call.session.client.volumes.clone(
      { id: sourceVolumeId, name, type: target.type, locationCode: target.locationCode },
      { signal: call.signal },
    );
    call.session.met.add(id);
    kind.collection.wrote();
    return { id, generation: 0, at: call.session.clock.now() };
  } catch (error) {
    kind.collection.wrote();
    if (!(error instanceof CloudComputeError && error.mayHaveArrived)) throw error;
    for (let look = 0; look < LOOKS; look += 1) {
      await call.session.clock.sleep(GRACE_MS / 2 ** (LOOKS - look), call.signal);
      const [landed] = await underThatName();
      if (landed) return { id: landed.id, generation: 0, at: call.session.clock.now() };
    }
    throw error;
  }
}
