// Finds orphans and describes them to the user, for the program, the provider and the command line.
import type { CloudComputeClient } from '../../api/client';
import type { CallOptions } from '../../api/options';
import type { Cluster, Instance, Volume } from '../../api/schema';
import type { TaggedCollection } from '../../api/services/tags';
import { attachedTo } from '../../api/services/volumes';
import type { PendingTag } from '../pendingTag';
import {
  PENDING,
  areOfOnePost,
  isOfStack,
  isOfTime,
  pendingTagOf,
  postOf,
  volumeHashOf,
} from '../pendingTag';
import { priceOf } from '../prices';
import { isGoing } from '../statuses';
import { printable } from '../../api/printable';
import { adoptedAmong, hasAdoptedTag, isHiddenTag } from '../hiddenTags';
import type { Thing } from './billed';
import { listBilled } from './billed';
import type { Aged, KnownPosts, Whose } from './originals';
import { NO_POSTS, existedBefore, olderOfOnePost, whoseIs } from './originals';

/** Something that carries a pending tag. It is an orphan if no state has it, which the tag itself does not show. */
export type Orphan = Thing & {
  readonly tag: PendingTag;
  /** Whether the order in its tag made it. */
  readonly whose: Whose;
  /** The other thing that the POST of its tag has made, if it is a copy of that. */
  readonly originalId?: string | undefined;
  /** Volumes that were created with it, and are removed with it. */
  readonly volumeIds: readonly string[];
  /**
   * Whether it is a volume that was ordered with a machine, while no machine has the tag of that order. The program
   * removes the tag of a machine in state, but not those of volumes that state does not list yet: such a machine may have
   * been in state.
   */
  readonly isWithoutMachine?: boolean;
};

/** An orphan as the command line lists it. */
export type ListedOrphan = Orphan & {
  /** The other volumes on it: they stay billed if it is removed. */
  readonly otherVolumes: readonly Volume[];
};

/** Everything that may carry a pending tag, and the orphans among it. */
export interface FoundOrphans {
  readonly things: readonly Thing[];
  readonly orphans: readonly Orphan[];
}

/** Lists everything, and finds the orphans among what is wanted. */
export async function findOrphans(
  client: CloudComputeClient,
  posts: KnownPosts,
  options?: CallOptions,
  isWanted?: (thing: Thing) => boolean,
): Promise<FoundOrphans> {
  const things = await listThings(client, options);
  return { things, orphans: await orphansAmong(client, things, posts, options, isWanted) };
}

/** Everything that may carry a pending tag and is not being deleted: one list for each collection. */
export async function listThings(
  client: CloudComputeClient,
  options?: CallOptions,
  collections?: readonly TaggedCollection[],
): Promise<Thing[]> {
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, ...(options?.signal ? [options.signal] : [])]);
  const each = { ...options, signal };
  const things = await listBilled(client, each, collections, [PENDING]).finally(() => {
    // Retries of the others would delay the end of the process.
    ended.abort(new Error('the lists have ended, or one has failed'));
  });
  return things.filter(({ object }) => !isGoing(object));
}

/**
 * Everything in the project that carries a pending tag, of all owners, and the volumes that `orphansAmong`
 * adds.
 *
 * @param isInState whether a state has a volume: such a volume is not removed with the machine that it was created with.
 */
export async function orphansOf(
  client: CloudComputeClient,
  posts: KnownPosts,
  isInState: (id: string) => boolean,
): Promise<ListedOrphan[]> {
  const { things, orphans } = await findOrphans(client, posts);
  const volumes = volumesAmong(things);
  const adopted = adoptedAmong(volumes);
  return orphans.map((found) => {
    const volumeIds = found.volumeIds.filter((id) => !isInState(id) && !adopted.has(id));
    const orphan = { ...found, volumeIds };
    return { ...orphan, otherVolumes: otherVolumesOf(orphan, volumes) };
  });
}

/** The volumes among these things. */
export const volumesAmong = (things: readonly Thing[]): Volume[] =>
  things.flatMap((thing) => (thing.collection === 'volumes' ? [thing.object] : []));

function otherVolumesOf({ collection, object, volumeIds }: Orphan, volumes: readonly Volume[]): Volume[] {
  if (collection === 'volumes') return [];
  const others = volumes.filter((one) => attachedTo(one).includes(object.id) && !volumeIds.includes(one.id));
  // The operating-system volume of a cluster is deleted with it.
  return collection === 'clusters' ? others.filter(({ is_os_volume: isOs }) => !isOs) : others;
}

/** What proves whose things are, beside the things themselves. */
export interface Evidence {
  readonly posts: KnownPosts;
  /** Discontinued machines and volumes in the trash: the original of a copy may be among them. */
  readonly gone: readonly Aged[];
}

/** Lists what is gone and carries a pending tag. No list shows the clusters that are gone. */
export async function listGone(client: CloudComputeClient, options?: CallOptions): Promise<Aged[]> {
  const [discontinued, trash] = await Promise.all([
    client.instances.list({ tags: [PENDING], status: 'discontinued' }, options),
    client.volumes.trash(options),
  ]);
  return [...discontinued, ...trash];
}

/**
 * The things that carry a pending tag, and the operating-system volumes of discontinued machines that carry one: an
 * order cannot tag such a volume. What is gone is listed only if there are such things.
 *
 * @param isWanted which of them are returned; the others only prove whose these are.
 */
export async function orphansAmong(
  client: CloudComputeClient,
  things: readonly Thing[],
  posts: KnownPosts,
  options?: CallOptions,
  isWanted: (thing: Thing) => boolean = () => true,
): Promise<Orphan[]> {
  const detached = things.filter((thing) => isWanted(thing) && isDetachedOsVolume(thing));
  if (detached.length === 0 && !things.some((thing) => isWanted(thing) && pendingTagOf(thing.object)))
    return [];
  const gone = await listGone(client, options);
  const orphans = orphansIn(things, { posts, gone }).filter(isWanted);
  const isOrdered = ({ collection, tag }: Orphan) => collection === 'volumes' && tag.isOfMachine === true;
  const isListed = things.some(({ collection }) => collection === 'instances');
  const present =
    isListed || !orphans.some(isOrdered) ? [] : await client.instances.list({ tags: [PENDING] }, options);
  const machines = [...things.map(({ object }) => object), ...present, ...gone].filter(isMachine);
  const hasMachine = ({ tag }: Orphan) => machines.some((one) => areOfOnePost(pendingTagOf(one), tag));
  const left = detached.flatMap((thing): Orphan[] => {
    const machine = gone.filter(isMachine).find((one) => one.os_volume_id === thing.object.id);
    const tag = machine && pendingTagOf(machine);
    if (!machine || !tag?.hasUntaggedVolumes) return [];
    return [{ ...thing, tag, volumeIds: [], whose: whoseIs(machine, tag, machines, posts) }];
  });
  return [
    ...orphans.map((one) => ({ ...one, isWithoutMachine: isOrdered(one) && !hasMachine(one) })),
    ...left,
  ];
}

const isMachine = (one: object): one is Instance => 'hostname' in one && 'os_volume_id' in one;

const isDetachedOsVolume = ({ collection, object }: Thing): boolean =>
  collection === 'volumes' &&
  object.is_os_volume &&
  object.status === 'detached' &&
  !object.tags.some(isHiddenTag);

/** The things that carry a pending tag, the oldest first, without volumes that were created with a listed machine. */
export function orphansIn(
  things: readonly Thing[],
  { posts, gone }: Evidence = { posts: NO_POSTS, gone: [] },
): Orphan[] {
  const volumes = volumesAmong(things);
  const others = [...things.map(({ object }) => object), ...gone];
  const machines = things.flatMap(({ object }) => ('hostname' in object ? [object] : []));
  const judge = (object: Thing['object'], tag: PendingTag) => {
    const isOfMachine = 'size' in object && tag.isOfMachine === true;
    const holder = isOfMachine && machines.find(({ id }) => attachedTo(object).includes(id));
    if (isOfMachine && existedBefore(object, tag)) return { whose: 'copy' as const };
    const answered = posts.idOf(postOf(tag) ?? '');
    // What is attached to a copy of the machine was copied with it.
    if (holder && answered !== undefined)
      return { whose: holder.id === answered ? ('ours' as const) : ('copy' as const) };
    const isJudgedByHolder = holder && areOfOnePost(pendingTagOf(holder), tag);
    const [judged, isOneOfSeveral] = isJudgedByHolder ? [holder, false] : [object, isOfMachine];
    const alike = others.filter((one) => 'size' in one === 'size' in judged);
    return {
      whose: whoseIs(judged, tag, alike, posts, isOneOfSeveral),
      originalId: isOneOfSeveral ? undefined : (answered ?? olderOfOnePost(judged, tag, alike)?.id),
    };
  };
  const orphans = things.flatMap((thing): Orphan[] => {
    const tag = pendingTagOf(thing.object);
    if (!tag) return [];
    const judged = judge(thing.object, tag);
    const volumeIds = createdWith(thing.object, tag, volumes, judged.whose === 'ours');
    return [{ ...thing, tag, ...judged, volumeIds }];
  });
  const withMachines = new Set(orphans.flatMap(({ volumeIds }) => volumeIds));
  return orphans
    .filter(({ object }) => !withMachines.has(object.id))
    .sort((one, other) => (one.object.created_at < other.object.created_at ? -1 : 1));
}

/**
 * The volumes that were created with a machine: volumes with the order time of its tag that are attached to it, or to none
 * and are the oldest of their name, and volumes that the order could not tag. All other volumes existed before, or belong
 * to somebody else.
 *
 * @param isOurs whether the order in its tag made the machine: a copy has no detached volumes.
 */
export function createdWith(
  machine: Thing['object'],
  tag: PendingTag,
  volumes: readonly Volume[],
  isOurs: boolean,
): string[] {
  if (!('hostname' in machine)) return [];
  // A volume on another machine is in use there: the API would refuse to delete it.
  const isElsewhere = (id: string) =>
    volumes.some((one) => one.id === id && attachedTo(one).some((holder) => holder !== machine.id));
  const tagged = volumes.filter((one) => {
    if (!areOfOnePost(pendingTagOf(one), tag) || existedBefore(one, tag)) return false;
    if (attachedTo(one).includes(machine.id)) return true;
    const isOldest = attachedTo(one).length === 0 && !olderOfOnePost(one, tag, volumes, true);
    return isOurs && isOldest && isOfTime(one, tag.orderedAt ?? NaN);
  });
  const untagged = tag.hasUntaggedVolumes
    ? untaggedOf(machine, volumes).filter((id) => !tag.attached?.includes(volumeHashOf(id)))
    : [];
  const created = [...new Set([...untagged, ...tagged.map(({ id }) => id)])];
  return created.filter((id) => !isElsewhere(id));
}

/** The volumes of a machine that an order cannot tag. */
function untaggedOf(machine: Instance | Cluster, volumes: readonly Volume[]): string[] {
  if ('shared_volumes' in machine) return machine.shared_volumes.map(({ id }) => id);
  const os = machine.os_volume_id ?? osVolumeOf(machine, volumes);
  return os ? [os] : [];
}

/** A machine that was only ordered does not show its operating-system volume yet; the list of volumes does. */
const osVolumeOf = ({ id }: Instance, volumes: readonly Volume[]): string | undefined =>
  volumes.find(
    ({ is_os_volume: isOs, instance_id: holder, instances }) =>
      isOs && (holder === id || instances.some((one) => one.id === id)),
  )?.id;

/** A machine with the id of its operating-system volume, which a delete must name. */
export async function withOsVolume(
  found: Instance,
  list: () => Promise<readonly Volume[]>,
): Promise<Instance> {
  if (found.os_volume_id) return found;
  return { ...found, os_volume_id: osVolumeOf(found, await list()) ?? null };
}

/** What to do about a thing that the order in its pending tag did not make, or perhaps did not make, and why. */
export const whyNotOurs = ({ whose, object, originalId }: Orphan): string =>
  (whose === 'copy'
    ? `Its tag ${PENDING} is that of another order${originalId === undefined ? '' : `, which made ${originalId}`}: ` +
      'somebody has probably copied the tag, or a request was carried out twice. '
    : `Nothing proves that the order in its tag ${PENDING} made it: the cloud sent no time, and this computer has no note. `) +
  `If it is not of this stack, remove that tag from it; if it is, remove it with \`${forcedRemoval(object.id)}\`.`;

/** The command that removes something although nothing proves whose it is; it shows what is known. */
const forcedRemoval = (id: string): string => `npx pulumi-cloud-compute orphans remove --force ${id}`;

/** Why a volume is kept if no machine has the tag of its order. */
export const WITHOUT_MACHINE = 'It was ordered with a machine that may have been in state.';

/** Why a thing is kept. */
export const REASON_TO_KEEP = 'kept because of retainOnDelete or protect';

/**
 * Why this stack must not remove something, in a sentence; undefined if it may.
 *
 * @param isNoted whether a note of this computer says that it was in state, besides its tag.
 */
export function whyKept(
  orphan: Orphan,
  owner: string,
  stackHash: string,
  isNoted = false,
): string | undefined {
  const { tag, object, whose, isWithoutMachine = false } = orphan;
  if ('size' in object && hasAdoptedTag(object)) return 'A Volume has adopted it.';
  if (tag.stack === undefined)
    return `Another version of pulumi-cloud-compute set its tag ${PENDING}, which does not name its stack in a known way.`;
  if (!isOfStack(tag, owner, stackHash))
    return 'It was ordered by another stack, or by this one before it was renamed or its state was copied.';
  if (whose !== 'ours') return whyNotOurs(orphan);
  if (tag.whenOrphaned === 'keep') return `It is ${REASON_TO_KEEP}.`;
  if (isNoted || tag.whenOrphaned === 'saved')
    return 'An earlier run had it in state: it may be in state under another name, or in another stack.';
  return isWithoutMachine ? WITHOUT_MACHINE : undefined;
}

/**
 * The machine that a volume is attached to, unless it is removed with it; the API refuses to delete an attached volume.
 *
 * @param removed the ids of everything that is removed.
 */
export function holderOf({ collection, object }: Thing, removed: readonly string[]): string | undefined {
  if (collection !== 'volumes') return undefined;
  const holder = attachedTo(object).find((id) => !removed.includes(id));
  const hostname = object.instances.find(({ id }) => id === holder)?.hostname ?? '';
  return holder === undefined ? undefined : `instance ${printable(hostname)} (${holder})`;
}

/** The price of a thing per hour, in the account's currency; undefined if the API does not show it. */
export const hourlyPriceOf = (thing: Thing): number | undefined =>
  priceOf(thing.collection === 'volumes' ? thing.object.base_hourly_cost : thing.object.price_per_hour);

/** The noun for a member of a collection: `volume` of `volumes`, `ssh key` of `sshKeys`. */
export const nounOf = (collection: string): string =>
  collection.slice(0, -1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The name of a thing in messages, e.g. `instance trainer (3f2a…)`. */
export const nameOf = ({ collection, object }: Thing): string =>
  `${nounOf(collection)} ${printable('hostname' in object ? object.hostname : object.name)} (${object.id})`;

/** The name of a thing with its price and age, e.g. `instance trainer (3f2a…), 1.98 per hour, since 2026-01-31T12:00:00Z`. */
export function describeThing(thing: Thing): string {
  const price = hourlyPriceOf(thing);
  const cost = price === undefined ? '' : `, ${Number(price.toPrecision(4))} per hour`;
  return `${nameOf(thing)}${cost}, since ${thing.object.created_at}`;
}

/** A text about an orphan, with the volumes that are removed with it. */
export const withItsVolumes = ({ volumeIds }: Orphan, text: string): string =>
  volumeIds.length === 0 ? text : `${text}, with its volumes ${volumeIds.join(', ')}`;

/** The command that removes things by their ids. It asks for confirmation, and refuses ids that are in the state. */
export const removalCommand = (ids: readonly string[]): string =>
  `pulumi stack export --file state.json && npx pulumi-cloud-compute orphans remove --state state.json ${ids.join(' ')}`;
