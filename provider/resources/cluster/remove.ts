import type { Volume } from '../../../api';
import { InvalidRequestError } from '../../../api/errors';
import { unlessGone } from '../../../core/statuses';
import type { Call } from '../../session/call';
import { machineStatuses } from '../../machines/machine';
import { describeBilled, volumesThatExist } from '../../lifecycle/consequences';
import { removeVolume } from '../../lifecycle/removeVolume';
import type { WaitDecision } from '../../polling/collection';
import { untilGone } from '../../polling/statusRule';
import { waitFor } from '../../lifecycle/waiting/waitFor';
import type { ClusterInputs } from './schema';

/**
 * Discontinues a cluster, unless that has begun already, and waits until the cluster is gone.
 *
 * @param status undefined if no list shows the cluster: then only the answer to the request shows that it is gone.
 */
export async function discontinue(call: Call, id: string, status: string | undefined): Promise<void> {
  const { client, clusters, volumes } = call.session;
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

interface SharedVolumes {
  readonly existingVolumes?: readonly string[];
  readonly sharedVolumes?: { id: string; name: string }[];
}

/** The shared volume created with a cluster outlives it and stays billed, unless `deleteSharedVolumes` is set. */
export async function removeSharedVolumes(
  call: Call,
  state: SharedVolumes & Pick<ClusterInputs, 'deleteSharedVolumes' | 'deletePermanently'>,
): Promise<void> {
  // What another resource of the program has adopted is not the cluster's any more.
  const own = ownSharedVolumes(state).filter(({ id }) => !call.session.claims.has(id));
  if (own.length === 0) return;
  if (!state.deleteSharedVolumes) {
    const names = own.map(({ id, name }) => `${name} (${id})`).join(', ');
    call.warn(
      `The shared volume ${names} stays and is still billed. Set deleteSharedVolumes: true to delete it with the cluster.`,
    );
    return;
  }
  await Promise.all(
    own.map(async ({ id }) => {
      // A cluster that no list shows may still be detaching the volume; until then the API refuses to delete it.
      await waitFor(call, call.session.volumes, id, 'detaching', isDetached);
      await removeVolume(call, id, state.deletePermanently ?? false);
    }),
  );
}

/** Names the shared volumes that a cluster left which no longer exists, unless another resource has them. */
export async function nameLeftVolumes(call: Call, id: string, state: SharedVolumes): Promise<void> {
  const { claims, knownIds } = call.session;
  const ids = ownSharedVolumes(state)
    .map((volume) => volume.id)
    .filter((one) => !claims.has(one) && !knownIds.has(one));
  for (const volume of await volumesThatExist(call, ids))
    call.warn(`${describeBilled(volume, `of the cluster ${id}, which is gone, stays`)}.`);
}

const isDetached = (volume: Volume | undefined): WaitDecision<Volume> =>
  volume?.status === 'detaching'
    ? { state: 'waiting', status: volume.status }
    : { state: 'done', value: volume };

/** The shared volumes that were created with a cluster. */
export const ownSharedVolumes = ({
  existingVolumes = [],
  sharedVolumes = [],
}: SharedVolumes): { id: string; name: string }[] =>
  sharedVolumes.filter(({ id }) => !existingVolumes.includes(id));
