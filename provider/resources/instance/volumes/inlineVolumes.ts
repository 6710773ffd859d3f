// The volumes that are declared within a machine: created with it, or, when the program changes, added to it in place.
import type { Instance, Volume } from '../../../../api/index';
import { attachedTo } from '../../../../api/services/volumes';
import { MOST_TAGS } from '../../../../api/services/tags';
import type { PendingTag } from '../../../../core/pendingTag';
import {
  PENDING,
  addedMeaning,
  belongsTo,
  isOfResource,
  orderOf,
  pendingTagOf,
  resourceHashOf,
  stackPrefixOf,
} from '../../../../core/pendingTag';
import { attach, detach } from '../../../machines/volumes/attachments';
import { nameUnproven, unprovenVolumes } from '../../../machines/volumes/unprovenVolumes';
import { growVolume } from '../../../machines/volumes/volumeChanges';
import { isGoing } from '../../../../core/statuses';
import type { Call } from '../../../session/call';
import type { BillableKind } from '../../../lifecycle/createOnce/billable';
import { createOnce } from '../../../lifecycle/createOnce/createOnce';
import { defaultTags, withDefaultTags } from '../../../session/defaultTags';
import { removeVolume } from '../../../lifecycle/removeVolume';
import { untilReady } from '../../../polling/statusRule';
import { syncTags, writtenTagKeys } from '../../../lifecycle/tags';
import { waitFor } from '../../../lifecycle/waiting/waitFor';
import type { TagMap } from '../../../schema/tagMap';
import { tagRequests } from '../../../schema/tagMap';
import { withPendingTag } from '../../common';
import type { InlineVolume, InstanceInputs } from '../schema';
import { declaredNames, stateOf } from './inlineVolumeStates';
import type { InlineVolumeState } from './volumeSchemas';
import type { KeepSettings } from './deletedVolumes';
import { isDeclaredElsewhere, isKept, staysAttached } from './deletedVolumes';
import { nameAndId } from '../../../checks/messages';

/** An inline volume cannot be changed to match the program. */
export class InlineVolumeError extends Error {
  override readonly name = 'InlineVolumeError';
}

/** The desired inline volumes of a machine, and those in state. */
export interface InlineVolumes {
  readonly wanted: readonly InlineVolume[];
  /** The inline volumes of the last update. */
  readonly before: readonly InlineVolume[];
  /** Their ids, as far as state has them. */
  readonly states: readonly InlineVolumeState[];
  readonly settings: KeepSettings & Pick<InstanceInputs, 'deletePermanently' | 'existingVolumes'>;
  /** Called with the inline volumes that the machine has from now on, and with their ids, after each change. */
  readonly reached: (volumes: InlineVolume[], states: InlineVolumeState[]) => void;
}

/** A part of an update. */
export type Step = () => Promise<void>;

/** The inline volumes that an update has reached, for state. */
class ReachedVolumes {
  #volumes: readonly InlineVolume[];
  #states: readonly InlineVolumeState[];

  /** @param createdIds the ids of the volumes that were created with the machine; kept up to date. */
  constructor(
    private readonly inline: InlineVolumes,
    private readonly createdIds: Set<string>,
  ) {
    this.#volumes = inline.before;
    this.#states = inline.states;
  }

  /** A volume is as declared, except its eviction policy: that is set later, for all volumes at once. */
  record(id: string, { onSpotDiscontinue: _later, ...declared }: InlineVolume): void {
    this.createdIds.add(id);
    const old = this.inline.before.find(({ name }) => name === declared.name)?.onSpotDiscontinue;
    const volume = { ...declared, ...(old && { onSpotDiscontinue: old }) };
    this.#states = [...this.#without(id), stateOf(id, volume)];
    const isKnown = this.#volumes.some(({ name }) => name === volume.name);
    this.#set(
      isKnown
        ? this.#volumes.map((one) => (one.name === volume.name ? volume : one))
        : [...this.#volumes, volume],
    );
  }

  /** A volume no longer belongs to the machine. */
  forget(id: string, name: string): void {
    this.createdIds.delete(id);
    this.#states = this.#without(id);
    this.#set(this.#volumes.filter((volume) => volume.name !== name));
  }

  #without(id: string): InlineVolumeState[] {
    return this.#states.filter((state) => state.id !== id);
  }

  #set(volumes: InlineVolume[]): void {
    this.#volumes = volumes;
    this.inline.reached(volumes, [...this.#states]);
  }
}

/** The steps of an update for inline volumes. */
interface Steps {
  /** These need the machine off. */
  readonly whileOff: readonly Step[];
  /** These delete data, and do not need the machine off. */
  readonly last: readonly Step[];
}

/**
 * Grows and tags the inline volumes that exist. Returns the steps that create and attach declared volumes, and that remove
 * volumes that are no longer declared. State holds the ids of the volumes; a volume without an id in state is identified
 * by its name among the volumes that were created with the machine.
 *
 * @param createdIds the ids of the volumes that were created with the machine; the steps keep them up to date.
 */
export async function inlineVolumeSteps(
  call: Call,
  machine: Instance,
  given: InlineVolumes,
  createdIds: Set<string>,
): Promise<Steps> {
  if (given.wanted.length === 0 && given.before.length === 0) return { whileOff: [], last: [] };
  const own = await ownByName(call, machine, [...createdIds], given);
  const inline = withFollowedNames(given, own);
  const reached = new ReachedVolumes(inline, createdIds);
  const declared = await declaredSteps(call, machine, inline, own, reached, [...createdIds]);
  const undeclared = undeclaredSteps(call, machine, inline, own, reached);
  return { whileOff: [...declared, ...undeclared.whileOff], last: undeclared.last };
}

/** The inline volumes in state, under the names that the program has taken over from the cloud. */
function withFollowedNames(inline: InlineVolumes, own: ReadonlyMap<string, Volume>): InlineVolumes {
  const names = new Map([...own].map(([name, { id }]) => [id, name]));
  const states = inline.states.map((state) => ({ ...state, name: names.get(state.id) ?? state.name }));
  const before = inline.before.map((volume) => {
    const index = inline.states.findIndex(({ name }) => name === volume.name);
    return { ...volume, name: states[index]?.name ?? volume.name };
  });
  return { ...inline, states, before };
}

/** Grows and tags declared volumes that exist, and returns the steps for volumes that are not attached yet. */
async function declaredSteps(
  call: Call,
  machine: Instance,
  { wanted, before, settings }: InlineVolumes,
  own: ReadonlyMap<string, Volume>,
  reached: ReachedVolumes,
  ownVolumeIds: readonly string[],
): Promise<Step[]> {
  const unproven = await unprovenVolumes(call, machine, { ownVolumeIds, volumes: before });
  nameUnproven(call, unproven);
  const steps: Step[] = [];
  for (const volume of wanted) {
    const found = own.get(volume.name);
    if (found) {
      await growAndTag(call, found, volume, before, (grown) => {
        reached.record(found.id, grown);
      });
      reached.record(found.id, volume);
      if (!attachedTo(found).includes(machine.id)) steps.push(() => attach(call, found, machine.id, true));
    } else if (!unproven.some(({ name }) => name === volume.name)) {
      steps.push(() =>
        add(call, machine, volume, isKept(volume, settings), (id) => {
          reached.record(id, volume);
        }),
      );
    }
  }
  return steps;
}

/** The steps for volumes that are no longer declared. */
function undeclaredSteps(
  call: Call,
  machine: Instance,
  { wanted, before, settings }: InlineVolumes,
  own: ReadonlyMap<string, Volume>,
  reached: ReachedVolumes,
): Steps {
  const whileOff: Step[] = [];
  const last: Step[] = [];
  const names = wanted.map(({ name }) => name);
  for (const old of before.filter((volume) => !names.includes(volume.name))) {
    const found = own.get(old.name);
    if (!found) continue;
    const isElsewhere = () => isDeclaredElsewhere(call, found, settings);
    const other = attachedTo(found).find((holder) => holder !== machine.id);
    const leave = () => {
      if (other === undefined && (!isElsewhere() || !staysAttached(found.id, settings))) return false;
      const why =
        other === undefined ? 'a resource declares it elsewhere now' : `the instance ${other} holds it`;
      call.warn(`The volume ${nameAndId(found)} stays as it is: ${why}.`);
      reached.forget(found.id, old.name);
      return true;
    };
    if (leave()) continue;
    const step = async () => {
      // A resource may adopt the volume until it is deleted.
      if (leave()) return;
      await removeUndeclared(call, machine, found, {
        ...settings,
        isKept: () => isElsewhere() || isKept(old, settings),
      });
      reached.forget(found.id, old.name);
    };
    (attachedTo(found).includes(machine.id) ? whileOff : last).push(step);
  }
  return { whileOff, last };
}

/** Detaches an inline volume that is no longer declared, and removes it unless it is kept. */
async function removeUndeclared(
  call: Call,
  machine: Instance,
  found: Volume,
  settings: Pick<InstanceInputs, 'deletePermanently'> & { readonly isKept: () => boolean },
): Promise<void> {
  if (attachedTo(found).includes(machine.id)) await detach(call, found, machine.id, true);
  if (settings.isKept()) {
    call.warn(`The volume ${nameAndId(found)} is detached; it stays, and is still billed.`);
  } else {
    await removeVolume(call, found.id, settings.deletePermanently ?? false);
  }
}

/** The data volumes of a machine by their names in the program: volumes in state, and volumes that an interrupted update has created. */
async function ownByName(
  call: Call,
  machine: Instance,
  createdIds: readonly string[],
  { states, wanted }: Pick<InlineVolumes, 'states' | 'wanted'>,
): Promise<ReadonlyMap<string, Volume>> {
  const { volumes } = call.session;
  const known = createdIds.filter((id) => id !== machine.os_volume_id);
  const others = machine.volume_ids.filter((id) => !createdIds.includes(id) && id !== machine.os_volume_id);
  const [own, attached] = await Promise.all(
    [known, others].map(async (ids) => Promise.all(ids.map((id) => volumes.read(id)))),
  );
  const onCreated = (attached ?? []).filter((volume) => volume && tagOfInline(call, machine.id, volume));
  const found = [...onCreated, ...(own ?? [])].flatMap((volume) =>
    volume && !isGoing(volume) ? [volume] : [],
  );
  const names = declaredNames(found, { inlineVolumes: states }, wanted);
  return new Map(found.map((volume) => [names.get(volume.id) ?? volume.name, volume]));
}

/** Grows and tags an existing volume to match the program; `reached` is called once the volume has its new size. */
async function growAndTag(
  call: Call,
  found: Volume,
  wanted: InlineVolume,
  before: readonly InlineVolume[],
  reached: (volume: InlineVolume) => void,
): Promise<void> {
  const { name, type, size } = wanted;
  const old = before.find((volume) => volume.name === name);
  let now = old ?? { name, type, size: found.size };
  if (size > found.size) {
    call.status(`growing ${found.name} from ${String(found.size)} GB to ${String(size)} GB`);
    await growVolume(call, found.id, size);
    now = { ...now, size };
    reached(now);
  }
  try {
    await syncTags(call, 'volumes', found.id, found.tags, tagsOf(call, wanted), old?.tags);
  } catch (error) {
    const written = writtenTagKeys(call.session).get(found.id);
    if (written) reached({ ...now, tags: writtenTags(written, now.tags, wanted.tags) });
    throw error;
  }
}

/** The declared tags of a volume, after some of their keys have been written. */
const writtenTags = (written: ReadonlySet<string>, before: TagMap = {}, wanted: TagMap = {}): TagMap => ({
  ...tagsWhere(before, (key) => !written.has(key)),
  ...tagsWhere(wanted, (key) => written.has(key)),
});

const tagsWhere = (tags: TagMap, isIncluded: (key: string) => boolean): TagMap =>
  Object.fromEntries(Object.entries(tags).filter(([key]) => isIncluded(key.toLowerCase())));

const tagsOf = (call: Call, { tags }: InlineVolume): TagMap =>
  withDefaultTags(defaultTags(call.session).tags, tags);

/**
 * Creates a volume exactly once, attached to the machine from the start. `onCreated` gets its id at once. Its pending tag
 * stays until state holds the id.
 */
async function add(
  call: Call,
  machine: Instance,
  wanted: InlineVolume,
  outlivesMachine: boolean,
  onCreated: (id: string) => void,
): Promise<void> {
  const { client, volumes } = call.session;
  const { name, size, type } = wanted;
  const tags = tagsOf(call, wanted);
  // It is attached to the machine, so it is no orphan.
  const inline = { ...call, urn: urnOf(call, machine.id, name), keep: true };
  const { id } = await createOnce(
    inline,
    billedVolume(inline, machine, wanted, { orderedFor: resourceHashOf(call.urn), outlivesMachine }),
    (tagAt) =>
      client.volumes.create(
        (sentAt) => ({
          name,
          size,
          type,
          location_code: machine.location,
          instance_ids: [machine.id],
          tags: withPendingTag(tagAt(sentAt), tags),
        }),
        call.requests,
      ),
  );
  onCreated(id);
  await waitFor(call, volumes, id, `creating ${name}`, untilReady(STATUSES, failure(name, id)));
  for (const { key } of tagRequests(tags).slice(MOST_TAGS - 1)) {
    call.warn(
      `The tag ${key} of the volume ${name} (${id}) cannot be added yet: the volume has ${String(MOST_TAGS)} tags until the end of the ` +
        `run removes ${PENDING}. The next change of the machine adds the tag.`,
    );
  }
}

/**
 * The replacement of a URN in the pending tag of an inline volume: the id of the machine, which stays the
 * same when the resource is renamed, and the name of the volume.
 */
const urnOf = ({ urn }: Call, machineId: string, name: string): string =>
  `${stackPrefixOf(urn)}::${machineId}::${name}`;

/** The pending tag of an inline volume that an update of this machine has created, if the volume carries it. */
export function tagOfInline(call: Call, machineId: string, volume: Volume): PendingTag | undefined {
  const tag = pendingTagOf(volume);
  const identity = { owner: call.owner, urn: urnOf(call, machineId, volume.name) };
  return tag && isOfResource(tag, identity) && belongsTo(tag, volume) ? tag : undefined;
}

const STATUSES = { ready: ['attached'], failed: ['canceled'], gone: ['deleting', 'deleted'] } as const;

const failure = (name: string, id: string) => (found: Volume | undefined) =>
  new InlineVolumeError(
    `The volume ${name} (${id}) is ${found?.status ?? 'gone'}: it can no longer be attached.`,
  );

const billedVolume = (
  call: Call,
  machine: Instance,
  { size, type }: InlineVolume,
  { orderedFor, outlivesMachine }: { readonly orderedFor: string; readonly outlivesMachine: boolean },
): BillableKind<Volume> => ({
  noun: 'volume',
  collection: call.session.volumes,
  path: 'volumes',
  order: orderOf(call, { whenOrphaned: 'keep', outlivesMachine, meaning: addedMeaning(machine.id, type) }),
  orderedFor,
  fits: (found) => found.size <= size && attachedTo(found).includes(machine.id),
});
