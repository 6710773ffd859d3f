import type { Volume } from '../../../api';
import { InvalidRequestError } from '../../../api/errors';
import { adoptedAmong, hasAdoptedTag } from '../../../core/hiddenTags';
import { unlessGone } from '../../../core/statuses';
import type { Call } from '../../run/call';
import { machineStatuses } from '../../machines/machine';
import { describeBilled, staysAdopted, volumesThatExist } from '../../lifecycle/consequences';
import { info } from '../../run/progress';
import { removeVolume } from '../../lifecycle/removeVolume';
import type { WaitDecision } from '../../polling/collection';
import { untilGone } from '../../polling/statusRule';
import { waitFor } from '../../lifecycle/waiting/waitFor';
import { nameAndId } from '../../checks/messages';
import type { ClusterInputs } from './schema';

type MountedVolume = Readonly<Record<'id' | 'name', string>>;

/**
 * Discontinues a cluster, unless that has begun already, and waits until the cluster is gone.
 *
 * @param status undefined if no list shows the cluster: then only the answer to the request shows that it is gone.
 */
export async function discontinue(call: Call, id: string, status: string | undefined): Promise<void> {
  const { client, clusters, volumes } = call.run;
  if (status !== 'deleting') {
    try {
      await unlessGone(client.clusters.discontinue([id], call.requests));
    } catch (error) {
      // The API does not document its answer for an unknown cluster.
      if (status !== undefined || !(error instanceof InvalidRequestError)) throw error;
    }
    clusters.invalidate();
    volumes.invalidate();
  }
  await waitFor(call, clusters, id, 'discontinuing', untilGone(machineStatuses));
}

interface Storage extends Pick<
  ClusterInputs,
  'existingVolumes' | 'sharedVolume' | 'deleteSharedVolumes' | 'deletePermanently'
> {
  readonly sharedVolumes?: readonly MountedVolume[];
}

/** The shared volumes that outlive a cluster stay billed, so they are named. */
export async function removeSharedVolumes(call: Call, state: Storage): Promise<void> {
  // What another resource has adopted is not the cluster's any more.
  const ids = (state.sharedVolumes ?? []).map(({ id }) => id);
  const found = await volumesThatExist(call, ids);
  const adopted = adoptedAmong(found);
  const isOwn = ({ id }: MountedVolume) => !call.run.known.isClaimed(id) && !adopted.has(id);
  for (const volume of found.filter(({ id }) => adopted.has(id) && !call.run.known.isClaimed(id)))
    await info(call.urn, staysAdopted(volume));
  const left = leftByCluster(state).filter(isOwn);
  if (left.length > 0) {
    const names = left.map(nameAndId).join(', ');
    const reason = state.deleteSharedVolumes
      ? 'Only the volume that sharedVolume names is deleted with the cluster.'
      : 'Set deleteSharedVolumes: true to delete it with the cluster.';
    call.warn(`The shared volume ${names} stays and is still billed. ${reason}`);
  }
  await Promise.all(
    deletedWithCluster(state)
      .filter(isOwn)
      .map(async ({ id }) => {
        // A cluster that no list shows may still be detaching the volume; until then the API refuses to delete it.
        await waitFor(call, call.run.volumes, id, 'detaching', isDetached);
        await removeVolume(call, id, state.deletePermanently ?? false);
      }),
  );
}

/** The volumes that are deleted with a cluster, without volumes that another resource has adopted. */
export const volumesDeletedWith = (call: Call, state: Storage): Promise<Volume[]> =>
  notAdopted(call, deletedWithCluster(state));

/** The volumes that exist and that no other resource has adopted. */
async function notAdopted(call: Call, volumes: readonly MountedVolume[]): Promise<Volume[]> {
  const found = await volumesThatExist(
    call,
    volumes.map(({ id }) => id),
  );
  return found.filter((volume) => !call.run.known.isClaimed(volume.id) && !hasAdoptedTag(volume));
}

/** Names the shared volumes that a cluster left which no longer exists, unless another resource has them. */
export async function nameLeftVolumes(call: Call, id: string, state: Storage): Promise<void> {
  const left = leftByCluster(state).filter((volume) => !call.run.known.has(volume.id));
  for (const volume of await notAdopted(call, left))
    call.warn(`${describeBilled(volume, `of the cluster ${id}, which is gone, stays`)}.`);
}

const isDetached = (volume: Volume | undefined): WaitDecision<Volume> =>
  volume?.status === 'detaching'
    ? { state: 'waiting', status: volume.status }
    : { state: 'done', value: volume };

/** An adopted cluster may also hold volumes of others, so only the volume that the program declares is deleted. */
export const deletedWithCluster = ({
  sharedVolumes = [],
  existingVolumes = [],
  sharedVolume,
  deleteSharedVolumes,
}: Storage): MountedVolume[] => {
  const declared = sharedVolumes.filter(
    ({ id, name }) => name === sharedVolume?.name && !existingVolumes.includes(id),
  );
  // Of several volumes with this name, nothing shows which one was created with the cluster.
  return deleteSharedVolumes && declared.length === 1 ? declared : [];
};

/** The shared volumes that outlive a cluster, without `existingVolumes`. */
const leftByCluster = (state: Storage): MountedVolume[] => {
  const { sharedVolumes = [], existingVolumes = [] } = state;
  const deleted = deletedWithCluster(state);
  return sharedVolumes.filter((volume) => !existingVolumes.includes(volume.id) && !deleted.includes(volume));
};
