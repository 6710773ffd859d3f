// How what nobody will ever use is removed, with all that came with it: carcasses of failed deploys, and what
// interrupted runs left behind. The provider does it during a run, the program at its end.
import type { CloudComputeClient } from '../api/client';
import { ConflictError, ForbiddenError, NotFoundError } from '../api/errors';
import type { Mark } from './marks';
import { madeWith, markOf, markTag } from './marks';
import { PENDING } from './pendingTag';
import { LAG_MS } from './intentLog';
import type { CallOptions } from '../api/options';
import type { Cluster, Instance, Volume } from '../api/schema';

/** Something that carries a mark, and what it is. */
export type Leftover =
  | { readonly collection: 'instances'; readonly object: Instance; readonly mark: Mark }
  | { readonly collection: 'clusters'; readonly object: Cluster; readonly mark: Mark }
  | { readonly collection: 'volumes'; readonly object: Volume; readonly mark: Mark };

/** How long a removal may take, and how it waits. */
export interface Patience extends CallOptions {
  /** Resolves after so many ms. */
  readonly sleep: (ms: number) => Promise<unknown>;
  /** How often to look whether it is gone, before giving up. */
  readonly looks?: number;
}

/** A leftover did not go. */
export class RemovalError extends Error {
  override readonly name = 'RemovalError';
}

const LOOKS = 300;
const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 2_000;
/** Statuses of a machine that is no more. */
const GONE: readonly string[] = ['discontinued', 'notfound'];
const GONE_VOLUME: readonly string[] = ['deleting', 'deleted', 'canceling', 'canceled'];

/** Everything of one owner that carries a mark, by one list for each collection; nothing that is on its way out. */
export async function leftoversOf(
  client: CloudComputeClient,
  owner: string,
  options?: CallOptions,
): Promise<Leftover[]> {
  const [instances, clusters, volumes] = await Promise.all([
    client.instances.list({ tags: [PENDING] }, options),
    client.clusters.list(options),
    client.volumes.list({}, options),
  ]);
  const all = [
    ...instances.map((object) => ({ collection: 'instances' as const, object, mark: markOf(object) })),
    ...clusters.map((object) => ({ collection: 'clusters' as const, object, mark: markOf(object) })),
    ...volumes.map((object) => ({ collection: 'volumes' as const, object, mark: markOf(object) })),
  ];
  return all.filter(
    (one): one is Leftover =>
      one.mark?.owner === owner &&
      !(one.collection === 'volumes' ? GONE_VOLUME : ['deleting', ...GONE]).includes(one.object.status),
  );
}

/** How a leftover is spoken of, e.g. `instance trainer (3f2a…)`. */
export const wordFor = ({ collection, object }: Leftover): string =>
  `${collection.slice(0, -1)} ${'hostname' in object ? object.hostname : object.name} (${object.id})`;

/**
 * Removes a leftover, and returns once it is gone. Throws where it does not go.
 *
 * @param isPermanent whether its volumes go for good; otherwise to the trash, which is not billed either.
 */
export async function removeLeftover(
  client: CloudComputeClient,
  { collection, object, mark }: Leftover,
  patience: Patience,
  isPermanent: boolean,
): Promise<void> {
  const volume = (id: string) => unlessGone(client.volumes.get(id, patience));
  const look = async (id: string) => {
    const found = await volume(id);
    if (found) return found;
    // A replica may lag behind the one that showed the machine.
    await patience.sleep(LAG_MS);
    return volume(id);
  };
  const own = (volumeIds: readonly string[]) => madeWith(mark, volumeIds, look);
  switch (collection) {
    case 'instances': {
      const whole = await withOsVolume(object, () => client.volumes.list({}, patience));
      return purgeInstance(client, object, await own(volumesOf(whole)), patience, isPermanent);
    }
    case 'clusters': {
      const shared = object.shared_volumes.map(({ id }) => id);
      return purgeCluster(client, object, await own(shared), mark, patience, isPermanent);
    }
    case 'volumes':
      return purgeVolume(client, object.id, patience, isPermanent && mark.unclaimed !== 'trash');
  }
}

/** All volumes of a machine, its operating-system volume first. */
export const volumesOf = ({ os_volume_id: os, volume_ids }: Instance): string[] => [
  ...new Set([...(os ? [os] : []), ...volume_ids]),
];

/**
 * A machine with the id of its operating-system volume: one that is only ordered does not show it yet, but it is billed,
 * and a delete has to name it. The list of volumes does show it.
 */
export async function withOsVolume(
  found: Instance,
  list: () => Promise<readonly Volume[]>,
): Promise<Instance> {
  if (found.os_volume_id) return found;
  const os = (await list()).find(
    ({ is_os_volume: isOs, instance_id: holder, instances }) =>
      isOs && (holder === found.id || instances.some(({ id }) => id === found.id)),
  );
  return { ...found, os_volume_id: os?.id ?? null };
}

/** Removes a machine with these volumes of it. */
export async function purgeInstance(
  client: CloudComputeClient,
  { id, status }: Pick<Instance, 'id' | 'status'>,
  volumeIds: readonly string[],
  patience: Patience,
  isPermanent: boolean,
): Promise<void> {
  const { instances } = client;
  if (![...GONE, 'deleting'].includes(status)) {
    await unlessGone(
      instances.perform(
        { action: 'delete', id, volume_ids: [...volumeIds], delete_permanently: isPermanent },
        patience,
      ),
    );
  }
  await until(`The instance ${id}`, patience, () => isGone(instances.get(id, patience)));
  // Of a machine that went by itself, or at somebody else's wish, the volumes stay.
  for (const volumeId of volumeIds) await purgeVolume(client, volumeId, patience, isPermanent);
}

/**
 * Removes a cluster, and these volumes, which a cluster leaves behind. They get its mark first: should this be
 * interrupted in between, they are found by it.
 */
export async function purgeCluster(
  client: CloudComputeClient,
  { id, status }: Pick<Cluster, 'id' | 'status'>,
  volumeIds: readonly string[],
  mark: Mark,
  patience: Patience,
  isPermanent: boolean,
): Promise<void> {
  const { clusters } = client;
  for (const volumeId of volumeIds) await unlessGone(putMark(client, 'volumes', volumeId, mark, patience));
  if (![...GONE, 'deleting'].includes(status)) await unlessGone(clusters.discontinue([id], patience));
  await until(`The cluster ${id}`, patience, () => isGone(clusters.get(id, patience)));
  for (const volumeId of volumeIds) await purgeVolume(client, volumeId, patience, isPermanent);
}

/** Removes a volume, for good unless it is to go to the trash; one that is being copied, attached or detached is refused until that is over. */
export async function purgeVolume(
  client: CloudComputeClient,
  id: string,
  patience: Patience,
  isPermanent: boolean,
): Promise<void> {
  let refusal: ForbiddenError | undefined;
  await until(
    `The volume ${id}`,
    patience,
    async () => {
      try {
        const found = await unlessGone(client.volumes.get(id, patience));
        // What a replica does not show yet is asked to go all the same.
        if (!found || !GONE_VOLUME.includes(found.status))
          await unlessGone(client.volumes.delete(id, { isPermanent }, patience));
        return true;
      } catch (error) {
        if (!(error instanceof ForbiddenError)) throw error;
        refusal = error;
        return false;
      }
    },
    () => refusal?.message,
  );
}

/** Marks something that exists, whoever else has done so. */
export async function putMark(
  client: CloudComputeClient,
  collection: Leftover['collection'],
  id: string,
  mark: Mark,
  options?: CallOptions,
): Promise<void> {
  try {
    await client.tags.add(collection, id, markTag(mark), options);
  } catch (error) {
    // It carries a mark already.
    if (!(error instanceof ConflictError)) throw error;
  }
}

async function isGone(reading: Promise<{ readonly status: string }>): Promise<boolean> {
  const found = await unlessGone(reading);
  return !found || GONE.includes(found.status);
}

/** The answer to a request; undefined, and no error, when what it is for is gone. */
export async function unlessGone<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return undefined;
  }
}

async function until(
  what: string,
  { sleep, looks = LOOKS }: Patience,
  done: () => Promise<boolean>,
  why: () => string | undefined = () => undefined,
): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    if (await done()) return;
    await sleep(Math.min(FIRST_LOOK_MS * 2 ** look, LONGEST_LOOK_MS));
  }
  throw new RemovalError(`${what} is still there. ${why() ?? 'Remove it in the console.'}`);
}
