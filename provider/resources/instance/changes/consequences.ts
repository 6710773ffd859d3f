import type { Instance } from '../../../../api';
import { attachedTo, isShared } from '../../../../api/services/volumes';
import { isLeftOff } from '../../../machines/power';
import { createdVolumeIds } from '../../../machines/volumes/createdVolumes';
import type { Call } from '../../../run/call';
import {
  dataLostByReplacement,
  describeBilled,
  namesAndSizes,
  volumesThatExist,
} from '../../../lifecycle/consequences';
import type { State } from '../../../schema/define';
import { hasUnknown } from '../../../schema/unknown';
import { InstanceError, noLongerAttached } from './applyChanges';
import type { InstanceInputs, InstanceOutputs } from '../schema';
import { volumesDeletedWith } from '../remove';
import { entryOf } from '../volumes/inlineVolumes';
import { policyOf, policyToSet } from '../volumes/spotPolicy';
import { nameAndId } from '../../../checks/messages';

const KEEP_REMEDY = 'Set keepVolumes: true to keep it, or keep: true on the volume';

/** The effects of a change of a machine on its volumes, and whether the machine is shut down for it. */
export async function consequences(
  call: Call,
  id: string,
  state: State<InstanceInputs, InstanceOutputs>,
  news: InstanceInputs,
  { replaced }: { readonly replaced: boolean },
): Promise<string[]> {
  if (replaced) return call.keep ? ofKeptMachine(call, id, news) : ofReplacement(call, id, state);
  const found = await call.run.instances.read(id);
  if (!found) return [];
  const attached = attachedVolumeConsequences(call, found, state, news);
  return [
    ...attached.sentences,
    ...powerSentence(call, found, state, news),
    ...(attached.needOff ? shutdownSentence(found, news) : []),
    ...(await policyOfAll(call, found, state, news)),
  ];
}

/** What an update attaches and detaches because of `existingVolumes`. */
function attachedVolumeConsequences(
  call: Call,
  { volume_ids: held }: Instance,
  state: State<InstanceInputs, InstanceOutputs>,
  news: InstanceInputs,
): { readonly sentences: readonly string[]; readonly needOff: boolean } {
  const wanted = Array.isArray(news.existingVolumes) ? news.existingVolumes : [];
  // The create may not be finished yet: an update finishes it, and may shut the machine down for that.
  const leftToCreate = call.recorded.accepted ? (state.existingVolumes ?? []) : [];
  const toAttach = wanted.filter((one) => !held.includes(one) && !leftToCreate.includes(one));
  const toDetach = noLongerAttached(news, state).filter((one) => held.includes(one));
  const detachedByOthers = toAttach.filter((one) => state.existingVolumes?.includes(one));
  return {
    sentences: detachedByOthers.map(
      (one) => `The volume ${one} is not attached any more: it will be attached again.`,
    ),
    needOff: toAttach.length + toDetach.length > 0,
  };
}

/** The replaced machine stays, and holds its volumes: the new machine cannot have one that is not shared. */
async function ofKeptMachine(
  call: Call,
  id: string,
  { existingVolumes: wanted }: InstanceInputs,
): Promise<string[]> {
  const known = Array.isArray(wanted) ? wanted.filter((volumeId) => !hasUnknown(volumeId)) : [];
  const volumes = await volumesThatExist(call, known);
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
  const { run } = call;
  const state = { ...recordedState, ...(run.things.settingsOf(id) as Partial<InstanceInputs>) };
  const kept = run.things.keptBy(call.urn) ?? [];
  const isCreated = (volumeId: string) => !kept.includes(volumeId);
  const deleted = (await volumesDeletedWith(call, id, state)).filter(isCreated);
  const own = await createdVolumeIds(call, await run.instances.read(id), state);
  const others = own.filter(
    (one) => isCreated(one) && !deleted.includes(one) && !run.program.isUsed('volume', one),
  );
  const stays = await volumesThatExist(call, others);
  return [
    ...dataLostByReplacement(
      await volumesThatExist(call, deleted),
      state.deletePermanently,
      `${KEEP_REMEDY}; it stays billed then.`,
    ),
    ...stays.map((volume) => `${describeBilled(volume, 'stays')}.`),
  ];
}

/** On an existing machine, an eviction policy applies to all volumes, not to one of them. */
async function policyOfAll(
  call: Call,
  found: Instance,
  state: State<InstanceInputs, InstanceOutputs>,
  { osVolume, volumes }: InstanceInputs,
): Promise<string[]> {
  const wanted = { ...(osVolume && { osVolume }), ...(volumes && { volumes }) };
  if (hasUnknown(wanted)) return [];
  const policy = policyToSet(found, wanted, state);
  if (!policy) return [];
  const all = await volumesThatExist(
    call,
    found.volume_ids.filter((volumeId) => volumeId !== found.os_volume_id),
  );
  const others = all.filter((one) => {
    const entry = entryOf(one, { ...state, ...(volumes && { volumes }) });
    return !entry || policyOf(entry) !== policy;
  });
  if (others.length === 0) return [];
  return [
    `onSpotDiscontinue applies to all volumes of an existing machine: ${policy} will also apply to ` +
      `${namesAndSizes(others)}.`,
  ];
}

/** What an update does because somebody has started or stopped the machine. */
function powerSentence(
  call: Call,
  found: Instance,
  { powerState: before }: Partial<InstanceInputs>,
  { powerState }: InstanceInputs,
): string[] {
  if (powerState !== before) return [];
  if (powerState === 'offline' && found.status === 'running')
    return [`It runs, and powerState is "offline": it will be shut down.`];
  if (powerState === 'running' && found.status === 'offline' && !isLeftOff(call, found))
    return ['It is off, and powerState is "running": it will be started.'];
  return [];
}

/** Volumes are attached and detached while the machine is off; without `allowShutdown` that fails if it is running. */
function shutdownSentence(found: Instance, news: InstanceInputs): string[] {
  if (news.powerState === 'offline' || found.status !== 'running') return [];
  if (news.allowShutdown) return ['The machine will be shut down for that and started again.'];
  throw new InstanceError(
    `Attaching or detaching volumes needs the instance ${nameAndId(found)} to be shut down, and it is running. ` +
      'Set allowShutdown: true to stop the machine for the change and start it again, or set powerState: "offline".',
  );
}
