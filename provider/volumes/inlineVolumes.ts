// The entries of `volumes`, which are set when the machine is created. An entry stands for the volume whose id state holds,
// whatever others do with that volume: nothing here renames, grows, attaches or deletes it.
import type { Instance, Volume } from '../../api';
import { attachedTo } from '../../api/services/volumes';
import { hasAdoptedTag, adoptedAmong } from '../../core/hiddenTags';
import type { OnExpiry } from '../../core/expiryTag';
import { isGoing, isGone } from '../../core/statuses';
import { printable } from '../../api/printable';
import { storageCost } from '../checks/cost/machinePrice';
import { describeBilled, volumesThatExist, deletedData, staysAdopted } from '../lifecycle/consequences';
import { isAsDeclared, createdInState } from './createdVolumes';
import { UNKNOWN, hasUnknown } from '../schema/unknown';
import type { Call } from '../run/call';
import type { InlineVolume, InlineVolumeState, MachineVolumes } from './declared';
import { isSpotOrder } from '../checks/machines/terms';
import { info } from '../run/progress';
import { removeVolume } from '../lifecycle/removeVolume';
import type { KeptVolume } from '../schema/plan';

/** The entries in state, and the ids of their volumes; without ids until the machine was ready. */
export type Entries = Pick<MachineVolumes, 'volumes' | 'inlineVolumes'>;

/** The entry of a volume that was created with the machine. */
export function entryOf(
  { id, name }: Pick<Volume, 'id' | 'name'>,
  { volumes = [], inlineVolumes }: Entries,
): InlineVolume | undefined {
  const entry = inlineVolumes ? inlineVolumes.find((one) => one.id === id)?.name : name;
  return volumes.find((one) => one.name === entry);
}

/** Whether a volume with this name is declared in `volumes`. */
export const isEntryOf =
  ({ volumes = [] }: Entries) =>
  ({ name }: { readonly name: string }): boolean =>
    volumes.some((one) => one.name === name);

/** The ids of the entries: those in state, or those of the created volumes with their names. */
export async function inlineVolumesOf(
  call: Call,
  createdIds: readonly string[],
  { volumes = [], inlineVolumes }: Entries,
): Promise<InlineVolumeState[]> {
  const isEntry = isEntryOf({ volumes });
  if (inlineVolumes) return inlineVolumes.filter(isEntry);
  if (volumes.length === 0) return [];
  const created = await volumesThatExist(call, createdIds);
  return created.filter((one) => !one.is_os_volume && isEntry(one)).map(({ id, name }) => ({ id, name }));
}

/** How to change `volumes` after all. */
const OR_REPLACE = 'Or replace the machine: replaceOn: ["volumes"].';

/** An entry that the program has removed. */
export interface RemovedEntry {
  readonly name: string;
  /** Its volume; left out if state does not have its id. */
  readonly id?: string;
  /** Whether nothing billed is lost with it: its volume is gone, or another resource has it. */
  readonly isFree: boolean;
  /** Whether a new Volume of the program adopts its volume. */
  readonly isBeingAdopted: boolean;
}

/** The entries that the program has removed. Unknown names are not judged. */
export async function removedEntries(
  call: Call,
  state: MachineVolumes,
  { volumes = [], existingVolumes }: MachineVolumes,
): Promise<RemovedEntry[]> {
  if (!Array.isArray(volumes)) return [];
  const names = volumes.map((entry: InlineVolume | typeof UNKNOWN) =>
    entry === UNKNOWN ? UNKNOWN : entry.name,
  );
  const removed = hasUnknown(names) ? [] : (state.volumes ?? []).filter(({ name }) => !names.includes(name));
  return Promise.all(removed.map(({ name }) => removedEntry(call, name, state, existingVolumes)));
}

async function removedEntry(
  { run }: Call,
  name: string,
  { inlineVolumes = [], ownVolumeIds }: MachineVolumes,
  existingVolumes: MachineVolumes['existingVolumes'],
): Promise<RemovedEntry> {
  const id = inlineVolumes.find((one) => one.name === name)?.id;
  // Once the machine was ready, an entry without an id had no volume any more.
  if (id === undefined) return { name, isFree: ownVolumeIds !== undefined, isBeingAdopted: false };
  if (existingVolumes?.includes(id) || hasUnknown(existingVolumes))
    return { name, id, isFree: true, isBeingAdopted: false };
  const volume = await run.volumes.read(id);
  const isFree = !volume || isGoing(volume) || hasAdoptedTag(volume) || run.known.isClaimed(id);
  return { name, id, isFree, isBeingAdopted: run.program.adopts(id) };
}

/** Why the entries of a machine cannot become those of the program, and what to do. Unknown values are not judged. */
export function refusedVolumes(
  removed: readonly RemovedEntry[],
  state: MachineVolumes,
  { volumes = [] }: MachineVolumes,
): string[] {
  if (!Array.isArray(volumes)) return [];
  const refused = [
    ...volumes.flatMap((entry: InlineVolume | typeof UNKNOWN, index) =>
      entry === UNKNOWN || entry.name === UNKNOWN ? [] : whyNotSet(entry, `volumes[${String(index)}]`, state),
    ),
    ...removed.filter(({ isFree }) => !isFree).map(whyNotRemoved),
  ];
  return refused.length > 0 ? [...refused, OR_REPLACE] : [];
}

/** Why an entry cannot be as the program declares it. */
function whyNotSet(
  { name, size, type }: InlineVolume,
  path: string,
  { volumes = [], inlineVolumes = [] }: MachineVolumes,
): string[] {
  const old = volumes.find((one) => one.name === name);
  const id = inlineVolumes.find((one) => one.name === name)?.id;
  const which = printable(name);
  if (!old)
    return [
      `${path} adds ${which}, but volumes is set when the machine is created. Declare a Volume, and name it in ` +
        'existingVolumes of this machine, or this machine in its instanceIds: that attaches it in place. To rename an ' +
        'entry, leave it as it is, and rename its volume by a Volume with adoptId.',
    ];
  return [
    ...(hasUnknown(size) || size === old.size
      ? []
      : [
          `${path}.size cannot change: ${which} has ${String(old.size)} GB and cannot become ${String(size)} GB here. ` +
            `Leave the entry as it is, and grow its volume by a Volume with ${adoptionOf(id)}.`,
        ]),
    ...(hasUnknown(type) || type === old.type
      ? []
      : [
          `${path}.type cannot change: ${which} is of the type ${old.type} and cannot become ${type}. Declare a Volume of ` +
            'that type, and name it in existingVolumes.',
        ]),
  ];
}

const adoptionOf = (id: string | undefined): string =>
  id === undefined ? 'its id in adoptId' : `adoptId: "${id}"`;

/** Why an entry cannot be removed: its volume would be in no state from then on, and billed. */
const whyNotRemoved = ({ name, id, isBeingAdopted }: RemovedEntry): string =>
  `volumes cannot lose ${printable(name)}${id === undefined ? '' : ` (${id})`}, which was created with this machine. ` +
  (isBeingAdopted
    ? 'The Volume that adopts it is new: first run `pulumi up` with both, then remove the entry.'
    : `First run \`pulumi up\` with both this entry and a Volume that has ${adoptionOf(id)}, then remove the entry.`);

/** Warns about the volumes of entries that somebody has deleted or detached: no update brings them back. */
export async function warnOfLostVolumes(call: Call, machine: Instance, state: MachineVolumes): Promise<void> {
  // Only a refresh says it: the other verbs read too, and by then the program runs.
  if (call.run.program.has(call.urn)) return;
  for (const { id, name } of state.inlineVolumes ?? []) {
    const volume = await call.run.volumes.read(id);
    if (volume && !isGoing(volume) && attachedTo(volume).includes(machine.id)) continue;
    // A Volume has it, and moves it as its program says.
    if (volume && !isGoing(volume) && (hasAdoptedTag(volume) || call.run.known.isClaimed(id))) continue;
    const text = volume && !isGoing(volume) ? detached(volume, name) : await deleted(call, id, name, state);
    call.warn(text);
  }
}

const detached = (volume: Volume, name: string): string =>
  `${describeBilled(volume, `is no longer attached to the machine whose volumes declare ${printable(name)}`)}. To attach it ` +
  'again, name it in existingVolumes.';

async function deleted(
  call: Call,
  id: string,
  name: string,
  { volumes = [] }: MachineVolumes,
): Promise<string> {
  const entry = volumes.find((one) => one.name === name);
  const { hourly, currency } = await storageCost(call, entry ? [entry] : []);
  return (
    `The volume ${printable(name)} (${id}, ${String(entry?.size ?? 0)} GB) of volumes was deleted: its ${String(hourly)} ` +
    `${currency} an hour are no longer billed. Remove the entry; for a new disk, declare a Volume.`
  );
}

/** Why a machine cannot be adopted with these entries, each with the path of the entry. */
export async function unlikeAdopted(
  call: Call,
  machine: Instance,
  { volumes, existingVolumes }: MachineVolumes,
): Promise<{ readonly path: string; readonly reason: string }[]> {
  if (!Array.isArray(volumes) || volumes.length === 0 || hasUnknown(existingVolumes)) return [];
  const others = machine.volume_ids.filter(
    (id) => id !== machine.os_volume_id && !existingVolumes?.includes(id),
  );
  const attached = await volumesThatExist(call, others);
  const all = attached
    .map(({ name, size, type }) => `${printable(name)} (${String(size)} GB, ${type})`)
    .join(', ');
  return volumes.flatMap((entry, index) => {
    if (hasUnknown(entry)) return [];
    const count = attached.filter((volume) => isAsDeclared(volume, entry)).length;
    if (count === 1) return [];
    const { name, size, type } = entry;
    const reason =
      `is ${printable(name)} (${String(size)} GB, ${type}), and ${count === 0 ? 'no volume' : 'more than one volume'} of the ` +
      `instance to adopt is that: ${all === '' ? 'it has none' : `it has ${all}`}. Change the entry to match, or adopt ` +
      'the volume with a Volume';
    return [{ path: `volumes[${String(index)}]`, reason }];
  });
}

// Which of the volumes that were created with a machine are deleted with it.

/** The inputs that decide it. */
export type KeepSettings = Pick<
  MachineVolumes,
  'keepVolumes' | 'hibernate' | 'osVolume' | 'volumes' | 'existingVolumes' | 'inlineVolumes'
>;

/** Whether volumes without a setting of their own stay when the machine is deleted. */
export const keepsVolumes = ({ keepVolumes = false, hibernate = false }: KeepSettings): boolean =>
  keepVolumes || hibernate;

/** Whether this volume stays. */
export const isKept = (
  volume: { readonly keep?: boolean } | undefined,
  { keepVolumes = false }: KeepSettings,
): boolean => volume?.keep ?? keepVolumes;

/** Whether a resource of the program has adopted a volume, is about to adopt it, or names it as an existing one. */
export const isAdopted = ({ run }: Pick<Call, 'run'>, id: string): boolean =>
  run.known.isClaimed(id) || run.program.adopts(id) || run.program.isUsed('volume', id);

/**
 * Those of the created volumes that are deleted with their machine. What another resource has adopted or
 * `existingVolumes` names stays, and so does what another machine holds: somebody has moved it there.
 */
export async function deletedVolumes(
  call: Call,
  machineId: string,
  createdWithIt: readonly string[],
  osVolumeId: string | null | undefined,
  settings: KeepSettings,
): Promise<string[]> {
  const { osVolume, volumes = [], existingVolumes = [], hibernate = false } = settings;
  const byDefault = isKept(undefined, settings);
  const isException = (volume: { readonly keep?: boolean } | undefined) =>
    isKept(volume, settings) !== byDefault;
  const isAnyException = [osVolume, ...volumes].some(isException);
  if (hibernate || (byDefault && !isAnyException)) return [];
  const all = (await Promise.all(createdWithIt.map((id) => call.run.volumes.read(id)))).flatMap(
    (volume) => volume ?? [],
  );
  const adopted = adoptedAmong(all);
  const held = all.filter((volume) => attachedTo(volume).some((holder) => holder !== machineId));
  const staying = new Set([...adopted, ...existingVolumes, ...held.map(({ id }) => id)]);
  const created = createdWithIt.filter((id) => !isAdopted(call, id) && !staying.has(id));
  if (!isAnyException) return created;
  const found = all.filter(({ id }) => id !== osVolumeId && created.includes(id));
  const entries = new Map(found.map((one) => [one, entryOf(one, settings)]));
  // Before its id was in state, it may have been renamed: then nothing identifies it.
  const isKeptOneMissing = volumes.some(
    (entry) => isKept(entry, settings) && ![...entries.values()].includes(entry),
  );
  const deleted = found.filter((one) => {
    const entry = entries.get(one);
    return !(entry ? isKept(entry, settings) : isKeptOneMissing || byDefault);
  });
  const os = created.filter((id) => id === osVolumeId && !isKept(osVolume, settings));
  return [...os, ...deleted.map(({ id }) => id)];
}

// After an eviction, the volumes with the policy `keep_detached` remain, and all volumes of a machine that was hibernated at
// its end. A replacement keeps them too.
// Their ids stay in state until the machine is destroyed, or the volume is gone or in use.

/** Why a volume stays, as part of a sentence. */
const whyKept = (state: MachineVolumes): string =>
  `of ${state.hibernate && !isSpotOrder(state) ? 'a hibernated' : 'an evicted'} machine is kept`;

interface State extends MachineVolumes {
  readonly onExpiry?: OnExpiry;
  readonly expiresAt?: string;
}

/** Whether a machine that is gone was hibernated at its end (`onExpiry`). */
const isHibernated = ({ run }: Call, { hibernate, onExpiry, expiresAt }: State): boolean =>
  hibernate === true && onExpiry !== 'delete' && Date.parse(expiresAt ?? '') <= run.client.cloudTime();

/** The volumes that still exist, are attached to no machine, and belong to no other resource. */
export const freeVolumes = async (call: Call, ids: readonly string[]): Promise<Volume[]> =>
  (await volumesThatExist(call, ids)).filter(
    (volume) =>
      attachedTo(volume).length === 0 && !call.run.known.isClaimed(volume.id) && !hasAdoptedTag(volume),
  );

/** The volumes that nobody has after an eviction, or after a hibernation at the end: the replacement keeps them. */
export async function freeOfEvicted(
  call: Call,
  found: Instance | undefined,
  state: State,
): Promise<Volume[]> {
  const isEvicted = (isSpotOrder(state) || isHibernated(call, state)) && (!found || isGone(found));
  return freeVolumes(call, [
    ...new Set([...(state.keptVolumeIds ?? []), ...(isEvicted ? createdInState(state) : [])]),
  ]);
}

/** The same volumes, each with the sentence for the user. */
export function keepsOf(free: readonly Volume[], state: MachineVolumes): KeptVolume[] {
  // Not only `pulumi destroy` deletes it: a removal from the program does, too.
  const later = keepsVolumes(state) ? '' : '; a delete of this resource moves it to the trash';
  return free.map((volume) => ({
    id: volume.id,
    sentence: `${describeBilled(volume, whyKept(state))}${later}.`,
  }));
}

/**
 * Names volumes that stay because of `keepVolumes` or `keep`: they are billed, and in no state from now on.
 *
 * @param clause why they stay, for the sentence.
 */
export async function nameKept(call: Call, ids: readonly string[], clause: string): Promise<void> {
  const kept = await volumesThatExist(
    call,
    ids.filter((id) => !isAdopted(call, id)),
  );
  for (const volume of kept) {
    await info(call.urn, hasAdoptedTag(volume) ? staysAdopted(volume) : `${describeBilled(volume, clause)}.`);
  }
}

/**
 * Moves the volumes of earlier evictions to the trash; names them if the program keeps volumes.
 *
 * @param withoutAnnounced leaves out the volumes of which the diff has said that they stay.
 */
export async function removeEarlierVolumes(
  call: Call,
  id: string,
  state: MachineVolumes,
  withoutAnnounced: (ids: readonly string[]) => string[],
): Promise<void> {
  const earlier = await freeVolumes(call, withoutAnnounced(state.keptVolumeIds ?? []));
  const ids = earlier.map((volume) => volume.id);
  if (keepsVolumes(state)) return nameKept(call, ids, whyKept(state));
  const warning = deletedData(`the instance ${id}`, earlier, false);
  // The user destroys the whole stack otherwise.
  if (warning !== undefined && call.run.program.runs) call.warn(warning);
  await Promise.all(ids.map((volumeId) => removeVolume(call, volumeId, false)));
}
