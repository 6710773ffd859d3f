// The pending tag: its form, and the facts that it proves. The program and the provider both use it.
import { createHash } from 'node:crypto';
import type { Tag, TagRequest } from '../api/schema';
import { MOST_TAGS } from '../api/services/tags';

/** The key of the tag that a billed resource carries from its order until its id is in state. */
export const PENDING = 'pulumi-pending';

/** The most tags that the program can give to something that a run creates: the pending tag takes one of the ten places. */
export const MOST_NEW_TAGS = MOST_TAGS - 1;

/** Why something new has fewer places, as the end of a sentence. */
export const WHY_FEWER = `it carries the tag ${PENDING} until its id is in state`;

/** Whether a tag is a pending tag. */
export const isPendingTag = ({ key }: Pick<Tag, 'key'>): boolean => key === PENDING;

/** The format of the tag that this version writes; in other formats, only the owner and the resource are read. */
const VERSION = 2;
/** Raised when the order hash covers other inputs, or is computed in another way. One character. */
const ORDER_VERSION = '2';
/** The tag's value has no place for more. With more attached volumes, nothing shows which ones the order created. */
const MOST_ATTACHED = 6;
/** How far the time of creation may be from the time of the order. Beyond this, somebody has copied the tag. */
const BELONGS_WITHIN_MS = 10 * 60_000;

/** The field in the tag of a machine that has no field about untagged volumes. */
const MACHINE = 'm';
/** After a time by the clock of the computer: the cloud had sent no `Date` header. Base 36 has no capital letters. */
const NOT_DATED = 'L';

const WHEN_ORPHANED = [
  /** It is removed. */
  'drop',
  /** It is only named: the program keeps it at a delete (`retainOnDelete`, `protect`). */
  'keep',
  /** It returns to the trash: it is a volume that was restored from the trash. */
  'trash',
  /** It is only named: the provider found at the end of a run that the engine had its id. */
  'saved',
] as const;

/** What happens to an orphan. */
export type WhenOrphaned = (typeof WHEN_ORPHANED)[number];

/** A resource in a state. */
export interface Identity {
  /** The random id of the stack's owner. */
  readonly owner: string;
  readonly urn: string;
}

/** The content of a pending tag, except the time of the order. */
export interface Order {
  readonly owner: string;
  /** Hash of the URN's prefix, which differs if the stack was copied or renamed. */
  readonly stack: string;
  /** Hash of the URN. */
  readonly resource: string;
  readonly whenOrphaned: WhenOrphaned;
  /** Hash of the inputs whose change needs a new resource, after its version. */
  readonly hash: string;
  /**
   * Whether the order created the volumes that it could not tag: the operating-system volume of an instance, the shared
   * volume of a cluster.
   */
  readonly hasUntaggedVolumes: boolean;
  /** Hashes of the ids of volumes that the order attached: they existed before, and look like untagged ones. */
  readonly attached: readonly string[];
  /** Whether it orders a machine. Volumes that carry the tag were ordered with that machine. */
  readonly isOfMachine: boolean;
}

/** A pending tag that was read. If another version wrote it, only the owner and the resource are known. */
export interface PendingTag extends Partial<Order> {
  readonly version: number;
  readonly owner: string;
  readonly resource: string;
  readonly whenOrphaned: WhenOrphaned;
  /** When the order was sent, in ms since the epoch. With the resource it identifies one POST. */
  readonly orderedAt?: number;
  /** Whether that time came from a `Date` header of the cloud. Otherwise it proves nothing about the age of a thing. */
  readonly isDated?: boolean;
  /** The tag's value. It is rewritten when `whenOrphaned` changes; `postOf` stays the same. */
  readonly text: string;
}

/** Anything that can carry a pending tag. */
export interface Taggable {
  readonly tags: readonly Tag[];
  /** Of a volume. A copy cannot be ordered with tags, so at first its name holds the tag's text. */
  readonly name?: string;
}

/** A short hash. @param length how many hexadecimal digits it has. */
export const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/** Hash of a URN, as in the tag. */
export const resourceHashOf = (urn: string): string => hashOf(urn, 16);

/** The prefix of a URN that all resources of a stack share: `urn:pulumi:<stack>::<project>`. */
export const stackPrefixOf = (urn: string): string => urn.split('::', 2).join('::');

/** Hash of the stack's prefix, as in the tag. */
export const stackHashOf = (urn: string): string => hashOf(stackPrefixOf(urn), 8);

/** Hash of the id of a volume, as in the tag. */
export const volumeHashOf = (id: string): string => hashOf(id, 8);

/** Hash of the inputs of an order, as in the tag; the order of the keys, and keys without a value, do not matter. */
export const orderHashOf = (meaning: object): string => {
  const entries = Object.entries(meaning).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  return `${ORDER_VERSION}${hashOf(text, 12)}`;
};

interface OrderDetails extends Partial<Pick<Order, 'whenOrphaned' | 'hasUntaggedVolumes' | 'isOfMachine'>> {
  /** The inputs whose change needs a new resource. */
  readonly meaning?: object;
  /** The ids of the volumes that the order attaches and that look like untagged ones. */
  readonly attachedIds?: readonly string[] | undefined;
}

/** The content of the pending tag of an order. */
export const orderOf = ({ owner, urn }: Identity, details: OrderDetails = {}): Order => ({
  owner,
  stack: stackHashOf(urn),
  resource: resourceHashOf(urn),
  whenOrphaned: details.whenOrphaned ?? 'drop',
  hash: orderHashOf(details.meaning ?? {}),
  isOfMachine: details.isOfMachine ?? details.hasUntaggedVolumes ?? false,
  ...untaggedVolumes(details),
});

type UntaggedVolumes = Pick<Order, 'hasUntaggedVolumes' | 'attached'>;

const untaggedVolumes = ({ hasUntaggedVolumes = false, attachedIds = [] }: OrderDetails): UntaggedVolumes =>
  hasUntaggedVolumes && attachedIds.length <= MOST_ATTACHED
    ? { hasUntaggedVolumes, attached: attachedIds.map(volumeHashOf) }
    : { hasUntaggedVolumes: false, attached: [] };

/**
 * `2.<owner>.<stack>.<resource>.<drop, keep, trash or saved>.<time in base 36>.<order hash>`. A machine with untagged
 * volumes adds `.u` and the hashes of the attached volumes; another machine adds `.m`. An `L` follows a time that did not
 * come from the cloud.
 */
const textOf = (order: Order, orderedAt: number, isDated: boolean): string =>
  [
    ...[VERSION, order.owner, order.stack, order.resource, order.whenOrphaned],
    ...[`${Math.round(orderedAt).toString(36)}${isDated ? '' : NOT_DATED}`, order.hash],
    ...(order.hasUntaggedVolumes ? [`u${order.attached.join('')}`] : order.isOfMachine ? [MACHINE] : []),
  ].join('.');

/**
 * The pending tag of an order.
 *
 * @param orderedAt when it is sent, in ms since the epoch: by the cloud's clock; for a restore, by the clock of the run.
 * @param isDated whether that time came from a `Date` header.
 */
export const pendingTag = (
  order: Order,
  orderedAt: number,
  isDated = true,
): TagRequest & { value: string } => ({
  key: PENDING,
  value: textOf(order, orderedAt, isDated),
});

/** Identifies the POST of a tag: its owner, its resource and its order time; undefined if another version wrote the tag. */
export const postOf = (tag: PendingTag | undefined): string | undefined =>
  tag?.orderedAt === undefined ? undefined : postKeyOf(tag.owner, tag.resource, tag.orderedAt);

/** Identifies a POST. */
export const postKeyOf = (owner: string, resource: string, orderedAt: number): string =>
  `${owner}.${resource}.${orderedAt.toString(36)}`;

/** Whether one POST wrote both tags. */
export const areOfOnePost = (one: PendingTag | undefined, other: PendingTag | undefined): boolean =>
  postOf(one) !== undefined && postOf(one) === postOf(other);

/** The pending tag with this text. */
export const readPendingTag = (text: string): PendingTag | undefined => read(text);

/** The same tag, which says that the engine had the id; undefined if it already does, or if another version wrote it. */
export function savedTag({ version, text, whenOrphaned }: PendingTag): TagRequest | undefined {
  if (version !== VERSION || whenOrphaned === 'saved') return undefined;
  return { key: PENDING, value: text.replace(`.${whenOrphaned}.`, '.saved.') };
}

/** The pending tag of a volume that is left of a cluster: without the field by which it would belong to a machine. */
export const tagOfLeftVolume = ({ text }: PendingTag): TagRequest => ({
  key: PENDING,
  value: text.replace(/\.(u[0-9a-f]*|m)$/, ''),
});

/** The pending tag of something that the cloud created without the tag of its order. */
export const missingPendingTag = (order: Order, orderedAt: number): PendingTag => ({
  ...order,
  version: VERSION,
  orderedAt,
  isDated: true,
  text: textOf(order, orderedAt, true),
});

/** The name that a copy of a volume carries until it can be tagged. */
export const pendingName = (value: string): string => `${PENDING}-${value}`;

/** The pending tag that something carries, if it carries one. */
export function pendingTagOf({ tags, name }: Taggable): PendingTag | undefined {
  const tag = tags.find(isPendingTag);
  if (tag) return read(tag.value);
  return name?.startsWith(`${PENDING}-`) ? read(name.slice(PENDING.length + 1)) : undefined;
}

/** The id of the pending tag that something carries, if it carries one. */
export const pendingTagIdOf = ({ tags }: Taggable): string | undefined => tags.find(isPendingTag)?.id;

function read(text: string): PendingTag | undefined {
  const fields = text.split('.');
  if (!/^\d{1,3}$/.test(fields[0] ?? '')) return undefined;
  const version = Number(fields.shift());
  const [owner, stack, resource, whenOrphaned, time = '', hash, untagged] = fields;
  if (!owner || !resource) return undefined;
  const isDated = !time.endsWith(NOT_DATED);
  const orderedAt = /^[0-9a-z]{1,11}L?$/.test(time) ? parseInt(time.replace(NOT_DATED, ''), 36) : undefined;
  if (version !== VERSION || !stack || !isWhenOrphaned(whenOrphaned) || orderedAt === undefined || !hash)
    // A damaged tag counts as a tag of another version: its thing is named, and never removed.
    return { version: version === VERSION ? 0 : version, owner, resource, whenOrphaned: 'keep', text };
  const volumes = readUntagged(untagged);
  const isOfMachine = volumes.hasUntaggedVolumes || untagged === MACHINE;
  const order = { owner, stack, resource, whenOrphaned, hash, isOfMachine, ...volumes };
  return { version, ...order, orderedAt, isDated, text };
}

function readUntagged(field = ''): UntaggedVolumes {
  const [, hashes] = /^u((?:[0-9a-f]{8})*)$/.exec(field) ?? [];
  return { hasUntaggedVolumes: hashes !== undefined, attached: hashes?.match(/.{8}/g) ?? [] };
}

const isWhenOrphaned = (word: string | undefined): word is WhenOrphaned =>
  WHEN_ORPHANED.some((known) => known === word);

/** Whether an order of this stack wrote the tag: the owner is the same, and the stack was not copied or renamed. */
export const isOfStack = (tag: PendingTag, owner: string, stackHash: string): boolean =>
  tag.owner === owner && tag.stack === stackHash;

/** Whether an order of this resource wrote the tag, in any version. */
export const isOfResource = (tag: PendingTag, { owner, urn }: Identity): boolean =>
  tag.owner === owner && tag.resource === resourceHashOf(urn);

/** Whether an order of this resource wrote the tag under another owner: of another stack, or before an upgrade. */
export const isOfOtherOwner = (tag: PendingTag, { owner, urn }: Identity): boolean =>
  tag.owner !== owner && tag.stack === stackHashOf(urn) && tag.resource === resourceHashOf(urn);

/** Whether the tag's order requested the same as this order; unknown if another version of the package wrote it. */
export const compareOrders = (tag: PendingTag, order: Order): 'same' | 'other' | 'unknown' =>
  tag.version !== VERSION || tag.hash?.[0] !== ORDER_VERSION
    ? 'unknown'
    : tag.hash === order.hash
      ? 'same'
      : 'other';

/** The meaning of the order that restores a volume from the trash. */
export const restoreMeaning = (volumeId: string): object => ({ restored: volumeId });

/** Whether the order that wrote the tag restored this volume from the trash. */
export const isRestoreOf = (tag: PendingTag, volumeId: string): boolean =>
  tag.hash === orderHashOf(restoreMeaning(volumeId));

/**
 * Whether something was ordered with its tag, and nobody copied the tag to it: it was created within ten minutes of the
 * order. A volume from the trash is older; the hash in its tag is computed from its id instead.
 */
export function belongsTo(
  tag: PendingTag,
  { id, created_at }: { readonly id: string; readonly created_at: string },
): boolean {
  return (
    isRestoreOf(tag, id) || (tag.whenOrphaned !== 'trash' && isOfTime({ created_at }, tag.orderedAt ?? NaN))
  );
}

/** Whether an order of this time, in ms since the epoch, may have created something. */
export const isOfTime = ({ created_at }: { readonly created_at: string }, orderedAt: number): boolean =>
  Math.abs(Date.parse(created_at) - orderedAt) <= BELONGS_WITHIN_MS;
