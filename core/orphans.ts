// What interrupted runs left: how it is found and removed. The provider does so during a run, and the command line when it
// is asked to.
import type { CloudComputeClient } from '../api/client';
import { ConflictError, ForbiddenError, NotFoundError } from '../api/errors';
import type { CallOptions } from '../api/options';
import type { Cluster, Instance, Volume } from '../api/schema';
import type { PendingTag } from './pendingTag';
import { PENDING, belongsTo, isOurs, pendingTagOf } from './pendingTag';
import type { PendingThing, Thing } from './pendingThings';
import { listThings, pendingOf } from './pendingThings';

/** Something that carries a pending tag. It is an orphan where no state has it, which only a state can tell. */
export type Orphan = PendingThing & {
  /** Volumes that were made with it, and are removed with it. */
  readonly volumeIds: readonly string[];
};

/** How long a removal may take, and how it waits. */
export interface Patience extends CallOptions {
  /** Resolves after so many ms. */
  readonly sleep: (ms: number) => Promise<unknown>;
  /** How often to look whether it is gone, before giving up. */
  readonly looks?: number;
}

/** An orphan did not go. */
export class RemovalError extends Error {
  override readonly name = 'RemovalError';
}

const LOOKS = 300;
const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 2_000;
/** Statuses of a machine that is no more. */
const GONE: readonly string[] = ['discontinued', 'notfound'];
const GOING: readonly string[] = ['deleting', ...GONE];
const GOING_VOLUME: readonly string[] = ['deleting', 'deleted', 'canceling', 'canceled'];

/**
 * Everything in the project that carries a pending tag, of whatever owner, by one list for each collection; nothing
 * that is on its way out. And the operating-system volumes that discontinued machines with a pending tag have left: no
 * order tags them.
 */
export async function orphansOf(client: CloudComputeClient, options?: CallOptions): Promise<Orphan[]> {
  return orphansAmong(client, await listThings(client, undefined, options), options);
}

/** The same, where the lists are there already. Discontinued machines are listed only where one may have left a volume. */
export async function orphansAmong(
  client: CloudComputeClient,
  things: readonly Thing[],
  options?: CallOptions,
): Promise<Orphan[]> {
  const evicted = things.some(mayBeLeft)
    ? await client.instances.list({ status: 'discontinued', tags: [PENDING] }, options)
    : [];
  return [...orphansIn(things), ...evicted.flatMap((machine) => leftBy(machine, things))];
}

/** An operating-system volume that nothing holds and no order tags. */
const mayBeLeft = (thing: Thing): boolean =>
  thing.collection === 'volumes' &&
  thing.object.is_os_volume &&
  thing.object.status === 'detached' &&
  !pendingTagOf(thing.object);

/** The operating-system volume of a discontinued machine, where nothing holds it. */
function leftBy(machine: Instance, things: readonly Thing[]): Orphan[] {
  const tag = pendingTagOf(machine);
  return things.flatMap((thing) => {
    const isLeft =
      tag?.madeUntagged &&
      machine.status === 'discontinued' &&
      mayBeLeft(thing) &&
      thing.object.id === machine.os_volume_id;
    return isLeft && thing.collection === 'volumes' ? [{ ...thing, tag, volumeIds: [] }] : [];
  });
}

/** Those that carry a pending tag. A volume that was made with one of the machines is none by itself. */
export function orphansIn(things: readonly Thing[]): Orphan[] {
  const volumes = things.flatMap((thing) => (thing.collection === 'volumes' ? [thing.object] : []));
  const orphans = pendingOf(things).map((thing) => withVolumes(thing, volumes));
  const withMachines = new Set(orphans.flatMap(({ volumeIds }) => volumeIds));
  return orphans.filter(({ object }) => !withMachines.has(object.id));
}

/** A text about an orphan, with the volumes that are removed with it. */
export const andItsVolumes = ({ volumeIds }: Orphan, text: string): string =>
  volumeIds.length === 0 ? text : `${text}, with its volumes ${volumeIds.join(', ')}`;

/** An orphan with the volumes that were made with it, out of all volumes. */
export const withVolumes = (thing: PendingThing, volumes: readonly Volume[]): Orphan => ({
  ...thing,
  volumeIds: madeWith(thing.object, thing.tag, volumes),
});

/**
 * The volumes that were made with a machine: those that carry its pending tag, attached or not, and those that the
 * order could not tag. All others were there before, or are somebody else's.
 */
export function madeWith(
  machine: Instance | Cluster | Volume,
  tag: PendingTag,
  volumes: readonly Volume[],
): string[] {
  if ('size' in machine) return [];
  // A machine to which somebody copied the tag has made none of those that carry it.
  const tagged = belongsTo(tag, machine)
    ? volumes.filter((volume) => pendingTagOf(volume)?.text === tag.text && belongsTo(tag, volume))
    : [];
  const untagged = tag.madeUntagged ? untaggedOf(machine, volumes) : [];
  return [...new Set([...untagged, ...tagged.map(({ id }) => id)])];
}

/** The volumes of a machine that an order cannot tag. */
function untaggedOf(machine: Instance | Cluster, volumes: readonly Volume[]): string[] {
  if ('shared_volumes' in machine) return machine.shared_volumes.map(({ id }) => id);
  const os = machine.os_volume_id ?? osVolumeOf(machine, volumes);
  return os ? [os] : [];
}

/** A machine that is only ordered does not show its operating-system volume yet; the list of volumes does. */
const osVolumeOf = ({ id }: Instance, volumes: readonly Volume[]): string | undefined =>
  volumes.find(
    ({ is_os_volume: isOs, instance_id: holder, instances }) =>
      isOs && (holder === id || instances.some((one) => one.id === id)),
  )?.id;

/** A machine with the id of its operating-system volume, which a delete has to name. */
export async function withOsVolume(
  found: Instance,
  list: () => Promise<readonly Volume[]>,
): Promise<Instance> {
  if (found.os_volume_id) return found;
  return { ...found, os_volume_id: osVolumeOf(found, await list()) ?? null };
}

/** Why something is not this stack's to remove, in a sentence; undefined where it may be removed. */
export function whyKept({ tag, object }: PendingThing, owner: string, stackHash: string): string | undefined {
  if (tag.stack === undefined)
    return `Another version of pulumi-cloud-compute set its tag ${PENDING}, so whether it may go cannot be told.`;
  if (!isOurs(tag, owner, stackHash))
    return 'It was ordered by another stack, or by this one before it was renamed or its state was copied.';
  if (!belongsTo(tag, object))
    return `It was not created when the order of its tag ${PENDING} was sent, so somebody may have copied the tag.`;
  return tag.whenOrphaned === 'keep' ? 'It was to be kept (retainOnDelete, protect).' : undefined;
}

/** Whether a machine can never be used and has never been. */
export const isFailedDeployment = ({ status }: { readonly status: string }): boolean =>
  status === 'no_capacity' || status === 'installation_failed';

/**
 * Removes an orphan with the volumes that were made with it, and returns once all is gone. Volumes go to the trash,
 * those of a failed deployment for good; others are detached. Throws where it does not go.
 */
export async function removeOrphan(
  client: CloudComputeClient,
  { collection, object, tag, volumeIds }: Orphan,
  patience: Patience,
): Promise<void> {
  const isPermanent = isFailedDeployment(object);
  switch (collection) {
    case 'instances':
      await deleteInstance(client, object, volumeIds, patience, isPermanent);
      break;
    case 'clusters':
      await discontinueCluster(client, object, tag, volumeIds, patience);
      break;
    case 'volumes':
      await removeVolume(client, object.id, patience, isPermanent);
  }
  // Of a machine that went by itself, or at somebody else's wish, the volumes stay.
  for (const volumeId of volumeIds) await removeVolume(client, volumeId, patience, isPermanent);
}

/** All volumes of a machine, its operating-system volume first. */
export const volumesOf = ({ os_volume_id: os, volume_ids }: Instance): string[] => [
  ...new Set([...(os ? [os] : []), ...volume_ids]),
];

async function deleteInstance(
  client: CloudComputeClient,
  machine: Instance,
  volumeIds: readonly string[],
  patience: Patience,
  isPermanent: boolean,
): Promise<void> {
  const { id, status } = machine;
  if (!GOING.includes(status)) {
    // A delete that names a volume which is not attached is refused as a whole.
    const whole = await withOsVolume(machine, () => client.volumes.list({}, patience));
    const attached = volumeIds.filter((volumeId) => volumesOf(whole).includes(volumeId));
    const body = { action: 'delete' as const, id, volume_ids: attached, delete_permanently: isPermanent };
    await unlessGone(client.instances.perform(body, patience));
  }
  await until(`The instance ${id}`, patience, () => isGone(client.instances.get(id, patience)));
}

/**
 * A cluster leaves its shared volumes behind. Those that were made with it get its pending tag first, so that they are
 * found should this be interrupted in between.
 */
async function discontinueCluster(
  client: CloudComputeClient,
  { id, status }: Cluster,
  tag: PendingTag,
  volumeIds: readonly string[],
  patience: Patience,
): Promise<void> {
  for (const volumeId of volumeIds) await tagVolume(client, volumeId, tag.text, patience);
  if (!GOING.includes(status)) await unlessGone(client.clusters.discontinue([id], patience));
  await until(`The cluster ${id}`, patience, () => isGone(client.clusters.get(id, patience)));
}

/** Removes a volume; one that is being copied, attached or detached is refused until that is over. */
async function removeVolume(
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
        if (!found || !GOING_VOLUME.includes(found.status))
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

/** Puts a pending tag on a volume that exists. */
async function tagVolume(
  client: CloudComputeClient,
  id: string,
  value: string,
  options: CallOptions,
): Promise<void> {
  try {
    await unlessGone(client.tags.add('volumes', id, { key: PENDING, value }, options));
  } catch (error) {
    // A lost reply that is asked again answers "already there".
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
