import type { Instance, Volume } from '../../../../api';
import { attachedTo, isShared } from '../../../../api/services/volumes';
import { leavingVolumes } from '../../../machines/volumes/leavingVolumes';
import { forgetShutdown, isLeftOff } from '../../../machines/power';
import { unprovenVolumes } from '../../../machines/volumes/unprovenVolumes';
import type { Call } from '../../../session/call';
import { printable } from '../../../../core/printable';
import {
  dataLostByReplacement,
  deletionClause,
  namesAndSizes,
  volumesThatExist,
} from '../../../lifecycle/consequences';
import type { State } from '../../../schema/define';
import { hasUnknown } from '../../../schema/unknown';
import { InstanceError, noLongerAttached } from './applyChanges';
import type { InlineVolume, InstanceInputs, InstanceOutputs } from '../schema';
import {
  declaredName,
  declaredNames,
  knownInlineVolumes,
  removableBefore,
} from '../volumes/inlineVolumeStates';
import { deletedVolumes, isDeclaredElsewhere, isKept, staysAttached } from '../volumes/deletedVolumes';
import { commonPolicy, isUnknownPolicy, policyOf, policyToSet } from '../volumes/spotPolicy';
import { nameAndId } from '../../../checks/messages';

const REMEDY = 'Set keepVolumes: true to keep it, or keep: true on the volume';

/** The effects of a change of a machine on its volumes, and whether the machine is shut down for it. */
export async function consequences(
  call: Call,
  id: string,
  state: State<InstanceInputs, InstanceOutputs>,
  news: InstanceInputs,
  { replaced }: { readonly replaced: boolean },
): Promise<string[]> {
  if (replaced) return call.keep ? ofKeptMachine(call, id, state, news) : ofReplacement(call, id, state);
  const before = state.volumes ?? [];
  const wanted = hasUnknown(news.volumes) ? before : (news.volumes ?? []);
  const certain = hasUnknown(news.volumes) ? [] : wanted;
  const { ownVolumeIds = [] } = state;
  const own = await volumesThatExist(call, ownVolumeIds);
  const inlineVolumes = await knownInlineVolumes(call, ownVolumeIds, state);
  const oldName = (volume: Volume) => declaredName(volume, { inlineVolumes });
  const underOldName = (volume: Volume) => ({ ...volume, name: oldName(volume) });
  const names = declaredNames(own, { inlineVolumes }, wanted);
  const followed = own.filter((volume) => names.get(volume.id) !== oldName(volume));
  const leftAlone = [...followed, ...own.filter((volume) => isHeldByOther(volume, id))].map(underOldName);
  const removable = hasUnknown(news.volumes) ? before : removableBefore(call, state);
  const undeclared = without(removable, [...wanted, ...leftAlone]);
  const found = await call.session.instances.read(id);
  const unproven = found ? await unprovenVolumes(call, found, state) : [];
  const gone = inlineVolumes.filter((one) => !own.some((volume) => volume.id === one.id));
  const staying = own.filter((volume) => isDeclaredElsewhere(call, volume, news));
  const elsewhere = undeclared.length > 0 ? staying.map(underOldName) : [];
  const detached = elsewhere.filter((volume) => !staysAttached(volume.id, news));
  const removed = without(undeclared, [...unproven, ...gone, ...elsewhere]);
  const deleted = removed.filter((volume) => !isKept(volume, news));
  const isDeleted = (volume: Volume) => deleted.some(({ name }) => name === oldName(volume));
  for (const { id: leaving } of own.filter(isDeleted)) leavingVolumes(call.session).set(leaving, id);
  const off = own.filter((volume) => !attachedTo(volume).includes(id));
  const isOff = ({ name }: { readonly name: string }) => off.some((volume) => oldName(volume) === name);
  const present = own
    .filter((volume) => !volume.is_os_volume)
    .map((volume) => ({ ...volume, name: names.get(volume.id) ?? volume.name }));
  const returning = present.filter(
    (volume) => !attachedTo(volume).includes(id) && certain.some(({ name }) => name === volume.name),
  );
  const heldByOthers = returning.filter((volume) => !isShared(volume) && isHeldByOther(volume, id));
  // Until the machine was ready, state has no ids of volumes.
  const created = without(certain, [...present, ...unproven, ...(ownVolumeIds.length > 0 ? [] : before)]);
  const held = found?.volume_ids ?? state.existingVolumes ?? [];
  const existing = Array.isArray(news.existingVolumes) ? news.existingVolumes : [];
  // The create may not be finished yet: an update finishes it, and may shut the machine down for that.
  const leftToCreate = call.recorded.accepted ? (state.existingVolumes ?? []) : [];
  const toAttach = existing.filter((one) => !held.includes(one) && !leftToCreate.includes(one));
  const toDetach = noLongerAttached(news, { ...state, inlineVolumes }).filter((one) => held.includes(one));
  const detachedByOthers = toAttach.filter((one) => state.existingVolumes?.includes(one));
  const needsShutdown =
    toAttach.length + toDetach.length > 0 ||
    detached.some((volume) => !isOff(volume)) ||
    removed.some((volume) => !isOff(volume)) ||
    created.length + returning.length > 0;
  const unprovenRemoved = unproven.filter(({ name }) => undeclared.some((volume) => volume.name === name));
  return [
    ...(created.length > 0 ? [`${namesAndSizes(created)} will be created and attached.`] : []),
    ...created.flatMap(({ name }) =>
      gone
        .filter((one) => one.name === name)
        .map((one) => `Its ${printable(name)} will be empty: the volume ${one.id} is in the trash, or gone.`),
    ),
    ...(returning.length > 0 ? [`${namesAndSizes(returning)} will be attached again.`] : []),
    ...heldByOthers.map(
      (volume) =>
        `${printable(volume.name)} is attached to the instance ${attachedTo(volume).join(', ')} now. If no resource of this program ` +
        'detaches it there, the update fails: detach it there first, or leave it out here.',
    ),
    ...detachedByOthers.map(
      (one) => `The volume ${one} is not attached any more: it will be attached again.`,
    ),
    ...powerSentence(call, found, state, news),
    ...removalSentences(deleted, [...without(removed, deleted), ...detached], news, isOff),
    ...(unprovenRemoved.length > 0 ? [unprovenSentence(unprovenRemoved)] : []),
    ...(await restartSentence(call, id, news)),
    ...(needsShutdown ? await shutdownSentence(call, id, news) : []),
    ...(await policyOfAll(call, id, state, news)),
  ];
}

/** Whether somebody has attached it to another machine, where it stays. */
const isHeldByOther = (volume: Volume, id: string): boolean =>
  attachedTo(volume).some((holder) => holder !== id);

/** The replaced machine stays, and holds its volumes: the new machine cannot have one that is not shared. */
async function ofKeptMachine(
  call: Call,
  id: string,
  { existingVolumes: held = [] }: State<InstanceInputs, InstanceOutputs>,
  { existingVolumes: wanted }: InstanceInputs,
): Promise<string[]> {
  const both = held.filter((volumeId) => Array.isArray(wanted) && wanted.includes(volumeId));
  const volumes = await volumesThatExist(call, both);
  const missing = volumes.filter((volume) => !isShared(volume) && attachedTo(volume).includes(id));
  if (missing.length === 0) return [];
  throw new InstanceError(
    `The machine that takes its place needs the volume ${namesAndSizes(missing)}, which stays attached to the instance ` +
      `${id}, because retainOnDelete or protect keeps that. Remove the option, or remove the volume from existingVolumes.`,
  );
}

/** The volumes that a replacement deletes, and the volumes that it keeps. */
async function ofReplacement(
  call: Call,
  id: string,
  recordedState: State<InstanceInputs, InstanceOutputs>,
): Promise<string[]> {
  const { session } = call;
  const state = { ...recordedState, ...(session.settings.get(id) as Partial<InstanceInputs>) };
  const kept = session.keptVolumes.get(call.urn) ?? [];
  const created = (state.ownVolumeIds ?? []).filter((volumeId) => !kept.includes(volumeId));
  const deleted = await deletedVolumes(call, id, created, state.osVolumeId, state);
  const others = created.filter((volumeId) => !deleted.includes(volumeId));
  const stays = await volumesThatExist(call, others);
  return [
    ...dataLostByReplacement(
      await volumesThatExist(call, deleted),
      state.deletePermanently,
      `${REMEDY}; it stays billed then.`,
    ),
    ...(stays.length > 0 ? [`${namesAndSizes(stays)} stays, and is billed.`] : []),
  ];
}

/** On an existing machine, an eviction policy applies to all volumes, not to one of them. */
async function policyOfAll(
  call: Call,
  id: string,
  state: State<InstanceInputs, InstanceOutputs>,
  { osVolume, volumes }: InstanceInputs,
): Promise<string[]> {
  const wanted = { ...(osVolume && { osVolume }), ...(volumes && { volumes }) };
  if (hasUnknown(wanted)) return [];
  const found = await call.session.instances.read(id);
  if (found?.is_spot && isUnknownPolicy(state) && !commonPolicy(wanted))
    return [
      'An interrupted run may have set one onSpotDiscontinue for all volumes. On an existing machine it cannot be set ' +
        'for a single volume: declare the same for all, or replace the machine.',
    ];
  const policy = found && policyToSet(found, wanted, state);
  if (!policy) return [];
  const all = await volumesThatExist(
    call,
    found.volume_ids.filter((volumeId) => volumeId !== found.os_volume_id),
  );
  const names = declaredNames(all, state, volumes);
  const others = all.filter((one) => {
    const declared = volumes?.find(({ name }) => name === names.get(one.id));
    return !declared || policyOf(declared) !== policy;
  });
  if (others.length === 0) return [];
  return [
    `onSpotDiscontinue applies to all volumes of an existing machine: ${policy} will also apply to ` +
      `${namesAndSizes(others)}.`,
  ];
}

/**
 * @param staying the program keeps them, or another resource has adopted them.
 * @param isOff whether the machine no longer holds a volume.
 */
function removalSentences(
  deleted: readonly InlineVolume[],
  staying: readonly (InlineVolume | Volume)[],
  news: InstanceInputs,
  isOff: (volume: { readonly name: string }) => boolean,
): string[] {
  const isOn = (volume: { readonly name: string }) => !isOff(volume);
  const end = `deleted with its data: it ${deletionClause(news.deletePermanently)}. ${REMEDY}.`;
  const sentences: [readonly (InlineVolume | Volume)[], string][] = [
    [staying.filter(isOn), 'will be detached, and stays billed.'],
    [staying.filter(isOff), 'stays detached, and is billed.'],
    [deleted.filter(isOn), `will be detached and ${end}`],
    [deleted.filter(isOff), `will be ${end}`],
  ];
  return sentences
    .filter(([volumes]) => volumes.length > 0)
    .map(([volumes, text]) => `${namesAndSizes(volumes)} ${text}`);
}

/** An update leaves them on the machine, because nothing proves that they were created with it. */
const unprovenSentence = (volumes: readonly Volume[]): string =>
  `${namesAndSizes(volumes)} stays attached and billed: state does not say that it was created with this machine.`;

const without = <T extends { readonly name: string }>(
  all: readonly T[],
  others: readonly { readonly name: string }[],
): T[] => all.filter(({ name }) => !others.some((other) => other.name === name));

/** What an update does because somebody has started or stopped the machine. */
function powerSentence(
  call: Call,
  found: Instance | undefined,
  { powerState: before }: Partial<InstanceInputs>,
  { powerState }: InstanceInputs,
): string[] {
  if (!found || powerState !== before) return [];
  if (powerState === 'offline' && found.status === 'running')
    return [`It runs, and powerState is "offline": it will be shut down.`];
  if (powerState === 'running' && found.status === 'offline' && !isLeftOff(call, found))
    return ['It is off, and powerState is "running": it will be started.'];
  return [];
}

/** Volumes are attached and detached while the machine is off; without `allowShutdown` that fails if it is running. */
async function shutdownSentence(call: Call, id: string, news: InstanceInputs): Promise<string[]> {
  if (news.powerState === 'offline') return [];
  const found = await call.session.instances.read(id);
  if (found?.status !== 'running') return [];
  if (news.allowShutdown) return ['The machine will be shut down for that and started again.'];
  throw new InstanceError(
    `Attaching or detaching volumes needs the instance ${nameAndId(found)} to be shut down, and it is running. ` +
      'Set allowShutdown: true to stop the machine for the change and start it again, or set powerState: "offline".',
  );
}

/**
 * That an update starts a machine that an earlier run has left off. Outside of a preview, it also removes the note of that
 * run if the machine is to stay off, or if somebody has started it.
 */
export async function restartSentence(
  call: Call,
  id: string,
  { powerState }: InstanceInputs,
): Promise<string[]> {
  const { session } = call;
  if (powerState === 'offline') {
    // A Volume of this run must not start it after its own change.
    session.onceUp(() => {
      session.intentLog.removeShutdown(id);
    });
    return [];
  }
  const found = await session.instances.read(id);
  if (!found) return [];
  session.onceUp(() => {
    forgetShutdown(call, found);
  });
  return isLeftOff(call, found)
    ? [
        `An earlier run has shut ${nameAndId(found)} down for a change and did not start it: it will be started.`,
      ]
    : [];
}
