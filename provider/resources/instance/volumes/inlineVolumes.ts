// The volumes that are declared within a machine: made with it, and, when the program changes, in place.
import type { Instance, Volume } from '../../../../api/index';
import { attachedTo } from '../../../../api/services/volumes';
import { MOST_TAGS } from '../../../../api/services/tags';
import {
  PENDING,
  belongsTo,
  isOfResource,
  orderOf,
  pendingTagOf,
  stackPrefixOf,
} from '../../../../core/pendingTag';
import { attach, detach } from '../../../machines/volumes/attachments';
import { nameUnproven, unprovenVolumes } from '../../../machines/volumes/unprovenVolumes';
import type { Call } from '../../../session/call';
import type { BillableKind } from '../../../lifecycle/createOnce/billable';
import { createOnce } from '../../../lifecycle/createOnce/createOnce';
import { defaultTags, withDefaultTags } from '../../../session/defaultTags';
import { removeVolume } from '../../../lifecycle/removeVolume';
import { untilReady } from '../../../polling/statusRule';
import { syncTags } from '../../../lifecycle/tags';
import { waitFor } from '../../../lifecycle/waiting/waitFor';
import type { TagMap } from '../../../schema/tagMap';
import { tagRequests } from '../../../schema/tagMap';
import { withPendingTag } from '../../common';
import type { InlineVolume, InstanceInputs } from '../schema';

/** A volume within a machine cannot become what it should. */
export class InlineVolumeError extends Error {
  override readonly name = 'InlineVolumeError';
}

/** What a machine's inline volumes are to be, and what is known of those that it has. */
export interface InlineVolumes {
  readonly wanted: readonly InlineVolume[];
  /** What was declared until now. */
  readonly before: readonly InlineVolume[];
  readonly settings: Pick<InstanceInputs, 'keepVolumes' | 'deletePermanently'>;
  /** Called with those that the machine has from now on, whenever that changes. */
  readonly reached: (volumes: InlineVolume[]) => void;
}

/** Something to do while the machine is off. */
export type Step = () => Promise<void>;

/**
 * Grows and tags what is declared and there, and answers what is left to do while the machine is off: to make and
 * attach what is declared and lacking, and to take away what was declared until now. A volume is told by its name
 * among the machine's own.
 *
 * @param ownIds the machine's own volumes; the steps keep them up to date.
 */
export async function inlineVolumeSteps(
  call: Call,
  machine: Instance,
  { wanted, before, settings, reached }: InlineVolumes,
  ownIds: Set<string>,
): Promise<Step[]> {
  if (wanted.length === 0 && before.length === 0) return [];
  const own = await ownByName(call, machine, [...ownIds]);
  const unproven = await unprovenVolumes(call, machine, { ownVolumeIds: [...ownIds], volumes: before });
  nameUnproven(call, unproven);
  const steps: Step[] = [];
  let now = [...before];
  const has = (id: string, wantedNow: InlineVolume) => {
    ownIds.add(id);
    // What becomes of it at an eviction is set later, for all at once.
    const { onSpotDiscontinue: _later, ...rest } = wantedNow;
    const old = before.find(({ name }) => name === rest.name)?.onSpotDiscontinue;
    const volume = { ...rest, ...(old && { onSpotDiscontinue: old }) };
    const isKnown = now.some(({ name }) => name === volume.name);
    now = isKnown ? now.map((one) => (one.name === volume.name ? volume : one)) : [...now, volume];
    reached(now);
  };
  for (const volume of wanted) {
    const found = own.get(volume.name);
    if (!found && unproven.some(({ name }) => name === volume.name)) continue;
    if (!found) {
      steps.push(() =>
        add(call, machine, volume, (id) => {
          has(id, volume);
        }),
      );
      continue;
    }
    ownIds.add(found.id);
    await adapt(call, found, volume, before, (grown) => {
      has(found.id, grown);
    });
    has(found.id, volume);
    if (!attachedTo(found).includes(machine.id)) steps.push(() => attach(call, found, machine.id, true));
  }
  const names = wanted.map(({ name }) => name);
  for (const { name } of before.filter((volume) => !names.includes(volume.name))) {
    const found = own.get(name);
    if (!found) continue;
    steps.push(async () => {
      await takeAway(call, machine, found, settings);
      ownIds.delete(found.id);
      now = now.filter((volume) => volume.name !== name);
      reached(now);
    });
  }
  return steps;
}

/** What left the program leaves the machine, and goes the way that its volumes are to go. */
async function takeAway(
  call: Call,
  machine: Instance,
  found: Volume,
  settings: InlineVolumes['settings'],
): Promise<void> {
  if (attachedTo(found).includes(machine.id)) await detach(call, found, machine.id, true);
  if (settings.keepVolumes) {
    call.warn(`The volume ${found.name} (${found.id}) is detached; it stays, and is still billed.`);
  } else {
    await removeVolume(call, found.id, settings.deletePermanently ?? false);
  }
}

/** The data volumes of a machine by their names: its own, and those that an interrupted update has made. */
async function ownByName(
  call: Call,
  machine: Instance,
  ownIds: readonly string[],
): Promise<ReadonlyMap<string, Volume>> {
  const { volumes } = call.session;
  const known = ownIds.filter((id) => id !== machine.os_volume_id);
  const others = machine.volume_ids.filter((id) => !ownIds.includes(id) && id !== machine.os_volume_id);
  const [own, attached] = await Promise.all(
    [known, others].map(async (ids) => Promise.all(ids.map((id) => volumes.read(id)))),
  );
  const made = (attached ?? []).filter((volume) => volume && isPendingInline(call, machine.id, volume));
  return new Map([...made, ...(own ?? [])].flatMap((volume) => (volume ? [[volume.name, volume]] : [])));
}

/** Makes one that exists what is declared; `reached` is called when it has got its size. */
async function adapt(
  call: Call,
  found: Volume,
  wanted: InlineVolume,
  before: readonly InlineVolume[],
  reached: (volume: InlineVolume) => void,
): Promise<void> {
  const { client, volumes } = call.session;
  const old = before.find(({ name }) => name === wanted.name);
  if (wanted.size > found.size) {
    call.status(`growing ${found.name} from ${String(found.size)} GB to ${String(wanted.size)} GB`);
    await client.volumes.perform({ action: 'resize', id: found.id, size: wanted.size }, call.requests);
    volumes.invalidate();
    const { name, type, size } = wanted;
    reached({ ...(old ?? { name, type }), size });
  }
  await syncTags(call, 'volumes', found.id, found.tags, tagsOf(call, wanted), old?.tags);
}

const tagsOf = (call: Call, { tags }: InlineVolume): TagMap =>
  withDefaultTags(defaultTags(call.session).tags, tags);

/**
 * Makes one, attached to the machine from its first moment on, exactly once; `made` is told its id at once. Its pending
 * tag stays until it is in state.
 */
async function add(
  call: Call,
  machine: Instance,
  wanted: InlineVolume,
  made: (id: string) => void,
): Promise<void> {
  const { client, volumes } = call.session;
  const { name, size, type } = wanted;
  const tags = tagsOf(call, wanted);
  // It is attached, and goes with the machine.
  const inline = { ...call, urn: urnOf(call, machine.id, name), keep: true };
  const { id } = await createOnce(inline, billedVolume(inline, machine, wanted), (tagAt) =>
    client.volumes.create(
      (sentAt) => ({
        ...{ name, size, type, location_code: machine.location, instance_ids: [machine.id] },
        tags: withPendingTag(tagAt(sentAt), tags),
      }),
      call.requests,
    ),
  );
  made(id);
  await waitFor(call, volumes, id, `making ${name}`, untilReady(SETTLE, failure(name, id)));
  for (const { key } of tagRequests(tags).slice(MOST_TAGS - 1)) {
    call.warn(
      `The tag ${key} of the volume ${name} (${id}) cannot be added beside ${PENDING}, which goes when the run ends. ` +
        'The next change of the machine adds it.',
    );
  }
}

/**
 * By this the pending tag of an inline volume knows it that an update makes: the id of its machine, which outlives a new
 * name of the resource, and its own name.
 */
const urnOf = ({ urn }: Call, machineId: string, name: string): string =>
  `${stackPrefixOf(urn)}::${machineId}::${name}`;

/** Whether a volume carries the pending tag of an inline volume that an update of this machine has made. */
export const isPendingInline = (call: Call, machineId: string, volume: Volume): boolean => {
  const tag = pendingTagOf(volume);
  const identity = { owner: call.owner, urn: urnOf(call, machineId, volume.name) };
  return tag !== undefined && isOfResource(tag, identity) && belongsTo(tag, volume);
};

const SETTLE = { ready: ['attached'], failed: ['canceled'], gone: ['deleting', 'deleted'] } as const;

const failure = (name: string, id: string) => (found: Volume | undefined) =>
  new InlineVolumeError(
    `The volume ${name} (${id}) is ${found?.status ?? 'gone'}: it cannot be attached any more.`,
  );

const billedVolume = (call: Call, machine: Instance, { size, type }: InlineVolume): BillableKind<Volume> => ({
  noun: 'volume',
  collection: call.session.volumes,
  path: 'volumes',
  order: orderOf(call, { whenOrphaned: 'keep', meaning: { machine: machine.id, type } }),
  fits: (found) => found.size <= size && attachedTo(found).includes(machine.id),
});
