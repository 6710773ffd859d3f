// Things without a price and without tags that an interrupted run may have made. Only notes of this computer show them.
import type { CloudComputeClient } from '../../api/client';
import { NotFoundError } from '../../api/errors';
import type { CallOptions } from '../../api/options';
import type { NetworkMembersApi, PrivateNetworksApi } from '../../api/services/privateNetworks';
import { hashOf, isOfTime } from '../pendingTag';
import { unlessGone } from '../statuses';
import { normalised } from '../validation/sshPublicKey';

/** Anything of these kinds, as the cloud shows it. */
export interface UnbilledThing {
  readonly id: string;
  readonly name?: string | undefined;
  readonly created_at?: string | null | undefined;
  readonly created_by_user_id?: string | null | undefined;
}

/** The fields of a thing, or of the body of the request that orders it. */
export type Fields = Readonly<Record<string, unknown>>;

export interface UnbilledKind {
  readonly list: (client: CloudComputeClient, options?: CallOptions) => Promise<UnbilledThing[]>;
  readonly remove: (client: CloudComputeClient, thing: UnbilledThing, options?: CallOptions) => Promise<void>;
  /** The fields that a thing has in common with its order. */
  readonly content: (fields: Fields) => unknown;
  /** The name or the address that only one of them can have. */
  readonly place?: (fields: Fields) => string;
}

/** An order of such a thing, as it was noted before it was sent. */
export interface UnbilledOrder {
  /** The noun of its kind. */
  readonly noun: string;
  readonly urn: string;
  /** Its name; absent if it has none. */
  readonly name?: string | undefined;
  /** Whether the name was generated for this order. */
  readonly isGenerated: boolean;
  /** The hash of what it orders, which may be secret. */
  readonly content: string;
  /** The ids of all things of the kind that existed before. */
  readonly before: readonly string[];
  /** When it was sent, in ms since the epoch. */
  readonly orderedAt: number;
  /** Whether that time is the cloud's. Otherwise it proves nothing about the age of a thing. */
  readonly isDated: boolean;
  /** Whether the program keeps it at a delete (`retainOnDelete`, `protect`). */
  readonly keep: boolean;
  /** The id of the answer, once there is one. */
  readonly id?: string | undefined;
}

/** The note of an order. */
export interface UnbilledNote extends UnbilledOrder {
  /** The name of the note. */
  readonly file: string;
  readonly owner: string;
  /** The hash of the URN, as in a pending tag. */
  readonly resource: string;
  /** When it was noted, in ms since the epoch. */
  readonly notedAt: number;
  /** Whether the process that noted it has ended. */
  readonly isInterrupted: boolean;
  /** Whether another process that noted it still runs. */
  readonly isUnderWay: boolean;
}

/** The members of all private networks of the project. */
export async function membersOfNetworks<T>(
  { privateNetworks }: CloudComputeClient,
  service: (networks: PrivateNetworksApi) => Pick<NetworkMembersApi<T, never>, 'list'>,
  options?: CallOptions,
): Promise<T[]> {
  const networks = await privateNetworks.list(options);
  const members = networks.map(async ({ id }) => {
    try {
      return await service(privateNetworks).list(id, options);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      // The network may have been deleted since.
      if (await unlessGone(privateNetworks.get(id, options))) throw error;
      return [];
    }
  });
  return (await Promise.all(members)).flat();
}

const networkOf = (fields: Fields): string => String(fields['source_private_network_id']);
const locationOf = (fields: Fields): unknown => fields['location'] ?? fields['location_code'];

/** The kinds, by their nouns. */
export const UNBILLED_KINDS: Readonly<Record<string, UnbilledKind>> = {
  'SSH key': {
    list: ({ sshKeys }, options) => sshKeys.list(options),
    remove: ({ sshKeys }, { id }, options) => sshKeys.delete(id, options),
    content: ({ name, key }) => [name, normalised(String(key))],
  },
  'startup script': {
    list: ({ scripts }, options) => scripts.list({}, options),
    remove: ({ scripts }, { id }, options) => scripts.delete(id, options),
    content: ({ name, script }) => [name, script],
  },
  'instance group': {
    list: ({ instanceGroups }, options) => instanceGroups.list(options),
    remove: ({ instanceGroups }, { id }, options) => instanceGroups.delete(id, options),
    content: ({ name, location_code, instance_type, template }) => {
      const { image, os_volume } = (template ?? {}) as {
        image?: unknown;
        os_volume?: { size?: unknown } | null;
      };
      return [name, location_code, instance_type, image, os_volume?.size];
    },
    place: ({ name }) => String(name),
  },
  'endpoint binding': {
    list: (client, options) => membersOfNetworks(client, (networks) => networks.endpointBindings, options),
    remove: ({ privateNetworks }, thing, options) =>
      privateNetworks.endpointBindings.delete(networkOf(fieldsOf(thing)), thing.id, options),
    content: (fields) => [
      networkOf(fields),
      fields['service'],
      fields['endpoint_ip'],
      fields['target_workload_id'],
    ],
    place: (fields) => JSON.stringify([networkOf(fields), fields['endpoint_ip']]),
  },
  'address mapping': {
    list: (client, options) => membersOfNetworks(client, (networks) => networks.addressMappings, options),
    remove: ({ privateNetworks }, thing, options) =>
      privateNetworks.addressMappings.delete(networkOf(fieldsOf(thing)), thing.id, options),
    content: (fields) => [
      ...[networkOf(fields), fields['service'], locationOf(fields), fields['source_cidr']],
      ...[fields['target_private_network_id'], fields['target_cidr']],
    ],
    place: (fields) =>
      JSON.stringify([networkOf(fields), fields['service'], locationOf(fields), fields['source_cidr']]),
  },
};

/** A thing has more fields than all kinds share. */
export const fieldsOf = (thing: object): Fields => thing as Fields;

/** The hash of what an order sets. */
export const contentHashOf = (kind: UnbilledKind, fields: Fields): string =>
  hashOf(JSON.stringify(kind.content(fields)), 24);

/** What the order of a note has made, as far as a list shows it. */
export interface Made<T> {
  readonly things: readonly T[];
  /** Whether the order surely made them. Otherwise a person or another stack may have made some. */
  readonly isSure: boolean;
}

/**
 * What the order of a note has made.
 *
 * @param notes all notes of this computer: a thing that fits two of them is not surely of either.
 * @param isOurs whether a thing is in state: the creator of such things is the user of this stack.
 */
export function madeBy<T extends UnbilledThing>(
  note: UnbilledNote,
  listed: readonly T[],
  notes: readonly UnbilledNote[],
  isOurs: (id: string) => boolean,
): Made<T> {
  const kind = UNBILLED_KINDS[note.noun];
  if (!kind) return { things: [], isSure: false };
  if (note.id !== undefined) return { things: listed.filter(({ id }) => id === note.id), isSure: true };
  const others = notes.filter(({ file }) => file !== note.file);
  const isAnswered = (id: string) => others.some((other) => other.id === id);
  const creators = new Set(
    listed.flatMap((one) => (isOurs(one.id) || isAnswered(one.id) ? (one.created_by_user_id ?? []) : [])),
  );
  const things = listed.filter((thing) => {
    const { id, created_at: createdAt, created_by_user_id: creator } = thing;
    return (
      !note.before.includes(id) &&
      !isAnswered(id) &&
      !isOurs(id) &&
      contentHashOf(kind, fieldsOf(thing)) === note.content &&
      (creators.size === 0 || creator == null || creators.has(creator)) &&
      (!note.isDated || createdAt == null || isOfTime({ created_at: createdAt }, note.orderedAt))
    );
  });
  // Two interrupted orders may have ordered the same, with a name that the program has set.
  const isOfOther = things.some(({ id }) =>
    others.some(
      (other) =>
        other.id === undefined &&
        other.noun === note.noun &&
        other.content === note.content &&
        !other.before.includes(id),
    ),
  );
  const isProved = things.length === 1 && things.every(({ created_at: at }) => note.isDated || at == null);
  return { things, isSure: note.isGenerated || (isProved && !isOfOther) };
}

/** Something that an interrupted run may have made. */
export interface LeftUnbilled {
  readonly note: UnbilledNote;
  readonly thing: UnbilledThing;
  readonly isSure: boolean;
}

/**
 * What interrupted runs have made and no state has.
 *
 * @param notes the notes of these runs.
 * @param all all notes of this computer.
 */
export async function leftUnbilled(
  client: CloudComputeClient,
  notes: readonly UnbilledNote[],
  all: readonly UnbilledNote[],
  isInState: (id: string) => boolean,
  options?: CallOptions,
): Promise<LeftUnbilled[]> {
  const nouns = [...new Set(notes.map(({ noun }) => noun))];
  // One list for all notes of a kind.
  const lists = await Promise.all(
    nouns.map(async (noun) => [noun, (await UNBILLED_KINDS[noun]?.list(client, options)) ?? []] as const),
  );
  const listed = new Map(lists);
  return notes.flatMap((note) => {
    const { things, isSure } = madeBy(note, listed.get(note.noun) ?? [], all, isInState);
    return things.filter(({ id }) => !isInState(id)).map((thing) => ({ note, thing, isSure }));
  });
}

/** The same for all runs of this computer. */
export const leftOnThisComputer = (
  client: CloudComputeClient,
  notes: readonly UnbilledNote[],
  isInState: (id: string) => boolean,
): Promise<LeftUnbilled[]> =>
  leftUnbilled(
    client,
    notes.filter((note) => note.isInterrupted),
    notes,
    isInState,
  );
