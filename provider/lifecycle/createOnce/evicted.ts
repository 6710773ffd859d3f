// A machine may be evicted before any state has it. The volumes that outlive it (`keep_detached`) will never be in a
// state, so they are moved to the trash while the cloud shows the machine with its pending tag.
import { hasAdoptedTag, isHiddenTag } from '../../../core/hiddenTags';
import { attachedTo } from '../../../api/services/volumes';
import type { Volume } from '../../../api/schema';
import type { Orphan } from '../../../core/orphans/orphans';
import { describeThing, orphansAmong } from '../../../core/orphans/orphans';
import { isOfResource } from '../../../core/pendingTag';
import { isGoing } from '../../../core/statuses';
import type { Call } from '../../run/call';
import { removeVolume } from '../removeVolume';
import { isInSomeState } from './billable';
import { firstList } from './interruptedOrders';
import { whyItStays } from './removal';

/**
 * Moves volumes of interrupted orders of this resource to the trash, if their machines were evicted since.
 *
 * @param osVolumeName the name of the volume that the order cannot tag.
 */
export async function removeVolumesOfEvicted(call: Call, osVolumeName: string | undefined): Promise<void> {
  const { run } = call;
  // One list for all creates: mostly there are no such volumes.
  const volumes = await firstList(call, { path: 'volumes', collection: run.volumes });
  const orphans = await run.once('volumes of evicted machines', () => orphansAmongVolumes(call, volumes));
  const ofThisResource = orphans.filter((orphan) => isOfThisResource(call, orphan));
  if (ofThisResource.length > 0) await removeListedVolumesOfEvicted(call);
  // The cloud removes a discontinued machine after a while. Then nothing proves that this package ordered its
  // volume.
  for (const object of volumes.filter((one) => mayBeOfEvicted(call, one, osVolumeName))) {
    if (ofThisResource.some((orphan) => orphan.object.id === object.id)) continue;
    call.warn(
      `The ${describeThing({ collection: 'volumes', object })} may be of a machine of an interrupted run that was ` +
        "evicted: it has the name of this machine's operating-system volume, and no machine holds it. It stays and is " +
        'billed. If nobody needs it, remove it in the console.',
    );
  }
}

/** Lists again, and moves the volumes of evicted machines of this resource to the trash; it only names kept ones. */
export async function removeListedVolumesOfEvicted(call: Call): Promise<void> {
  const orphans = await orphansAmongVolumes(call, await call.run.volumes.list({ fresh: true }));
  for (const orphan of orphans.filter((one) => isOfThisResource(call, one))) {
    const reason = whyItStays(call, orphan);
    call.warn(
      `The ${describeThing(orphan)} ` +
        (reason === undefined
          ? 'was created with a machine that was evicted before it was in state. It is moved to the trash.'
          : `stays and is billed. ${reason}`),
    );
    if (reason === undefined) await removeVolume(call, orphan.object.id, false);
  }
}

/** The volumes that an order created and no machine holds: tagged ones, or OS volumes of discontinued machines. */
const orphansAmongVolumes = ({ run, requests }: Call, volumes: readonly Volume[]): Promise<Orphan[]> =>
  orphansAmong(
    run.client,
    volumes.map((object) => ({ collection: 'volumes', object })),
    run.posts,
    requests,
    ({ object }) => isUnused(object as Volume),
  );

/**
 * Whether this is an operating-system volume of that name that no machine holds and no state has. Notes do not count: it
 * is only named, and the state that they speak of may have lost it since.
 */
const mayBeOfEvicted = (call: Call, volume: Volume, name: string | undefined): boolean =>
  volume.is_os_volume &&
  volume.name === name &&
  isUnused(volume) &&
  !volume.tags.some(isHiddenTag) &&
  !call.run.known.has(volume.id) &&
  !call.run.known.isInState(volume.id) &&
  !isKept(call, volume.id);

/** Whether an order of this resource created the volume, and no state has or had it. */
const isOfThisResource = (call: Call, { tag, object, whose }: Orphan): boolean =>
  isOfResource(tag, call) &&
  whose === 'ours' &&
  !hasAdoptedTag(object) &&
  !isKept(call, object.id) &&
  !isInSomeState(call.run, object.id, tag);

/** Whether the program keeps it, as a volume of the evicted machine that this create replaces. */
const isKept = ({ run, urn }: Call, id: string): boolean => run.things.keptBy(urn)?.includes(id) === true;

const isUnused = (volume: Volume): boolean => attachedTo(volume).length === 0 && !isGoing(volume);
