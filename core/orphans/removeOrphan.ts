import type { CloudComputeClient } from '../../api/client';
import { ConflictError, ForbiddenError } from '../../api/errors';
import type { CallOptions } from '../../api/options';
import type { TagRequest, Volume } from '../../api/schema';
import type { Orphan } from './orphans';
import { withOsVolume } from './orphans';
import { tagOfLeftVolume } from '../pendingTag';
import { isFailedDeployment, isGoing, isGone, unlessGone } from '../statuses';

/** The options of each request of a removal, and how it waits between two of them. */
export interface RemovalOptions extends CallOptions {
  /** Resolves after this many ms. */
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** An orphan could not be removed. */
export class RemovalError extends Error {
  override readonly name = 'RemovalError';
}

const ATTEMPTS = 300;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 2_000;

/**
 * Removes an orphan with the volumes that were created with it, and returns when all of it is gone. Volumes are moved
 * to the trash; the volumes of a failed deployment are deleted permanently. Other volumes on the machine are detached.
 *
 * @returns the ids of the removed volumes.
 * @throws RemovalError if it still exists after all attempts.
 */
export async function removeOrphan(
  client: CloudComputeClient,
  { collection, object, tag, volumeIds }: Orphan,
  options: RemovalOptions,
): Promise<readonly string[]> {
  const { id } = object;
  const isPermanent = isFailedDeployment(object);
  let volumes = volumeIds;
  if (collection === 'instances') {
    if (!isGoing(object)) {
      const whole = await withOsVolume(object, () => client.volumes.list({}, options));
      // The API refuses a delete that names a volume which is not attached.
      const isAttached = (one: string) => one === whole.os_volume_id || whole.volume_ids.includes(one);
      // The tag of the machine proves that its detached volumes are ours, so they are removed before the machine.
      for (const volumeId of volumeIds.filter((one) => !isAttached(one)))
        await removeVolume(client, volumeId, isPermanent, options);
      const attached = volumeIds.filter(isAttached);
      const body = { action: 'delete' as const, id, volume_ids: attached, delete_permanently: isPermanent };
      await unlessGone(client.instances.perform(body, options));
    }
    await waitUntilGone(`The instance ${id}`, () => client.instances.get(id, options), options);
  } else if (collection === 'clusters') {
    // The volumes of a cluster outlive it. With its tag they are found even if their removal is interrupted.
    for (const volumeId of volumeIds) await tagVolume(client, volumeId, tagOfLeftVolume(tag), options);
    if (!isGoing(object)) await unlessGone(client.clusters.discontinue([id], options));
    await waitUntilGone(`The cluster ${id}`, () => client.clusters.get(id, options), options);
  } else {
    // A new collection does not compile here: it needs a removal of its own.
    const volume: Volume = object;
    volumes = [volume.id];
  }
  // The volumes of a machine that somebody else discontinued outlive it.
  for (const volumeId of volumes) await removeVolume(client, volumeId, isPermanent, options);
  for (const volumeId of volumes)
    await waitUntilGone(`The volume ${volumeId}`, () => client.volumes.get(volumeId, options), options);
  return volumes;
}

/** Adds a pending tag to an existing volume. */
async function tagVolume(
  client: CloudComputeClient,
  id: string,
  tag: TagRequest,
  options: CallOptions,
): Promise<void> {
  try {
    await unlessGone(client.tags.add('volumes', id, tag, options));
  } catch (error) {
    // If the reply was lost, the answer to the repeated request is a conflict.
    if (!(error instanceof ConflictError)) throw error;
  }
}

/** The API refuses to delete a volume while it is copied, attached or detached: then this waits and tries again. */
async function removeVolume(
  client: CloudComputeClient,
  id: string,
  isPermanent: boolean,
  options: RemovalOptions,
): Promise<void> {
  await waitUntil(`The volume ${id}`, options, async () => {
    try {
      const found = await unlessGone(client.volumes.get(id, options));
      // "Not found" may come from a replica that does not show the volume yet.
      if (!found || !isGoing(found)) await unlessGone(client.volumes.delete(id, { isPermanent }, options));
      return true;
    } catch (error) {
      if (!(error instanceof ForbiddenError)) throw error;
      return error.message;
    }
  });
}

const waitUntilGone = (
  what: string,
  get: () => Promise<{ readonly status: string }>,
  options: RemovalOptions,
): Promise<void> =>
  waitUntil(what, options, async () => {
    const found = await unlessGone(get());
    return !found || isGone(found) || 'Its delete is not finished: check in the console that it ends.';
  });

/** @param attempt returns true once it is done; before that, the message for the user if no attempts are left. */
async function waitUntil(
  what: string,
  { sleep }: RemovalOptions,
  attempt: () => Promise<true | string>,
): Promise<void> {
  for (let count = 1; ; count += 1) {
    const reason = await attempt();
    if (reason === true) return;
    if (count === ATTEMPTS) throw new RemovalError(`${what} is still there. ${reason}`);
    await sleep(Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS));
  }
}
