import type { Volume } from '../../../api';
import { unprovenVolumes } from '../../machines/volumes/unprovenVolumes';
import type { Call } from '../../session/call';
import { dataLost, fate, spokenVolumes, volumesThere } from '../../lifecycle/consequences';
import type { State } from '../../schema/define';
import { hasUnknown } from '../../schema/unknown';
import { InstanceError } from './applyChanges';
import type { InlineVolume, InstanceInputs, InstanceOutputs } from './schema';
import { policyOf, policyToSet } from './volumes/spotPolicy';

/** What a change of a machine does to its volumes, and whether the machine is shut down for it. */
export async function consequences(
  call: Call,
  id: string,
  state: State<InstanceInputs, InstanceOutputs>,
  news: InstanceInputs,
  { replaced }: { readonly replaced: boolean },
): Promise<string[]> {
  if (replaced) {
    if (news.keepVolumes || news.hibernate) return [];
    const kept = call.session.keptVolumes.get(call.urn) ?? [];
    const own = await volumesThere(
      call,
      (state.ownVolumeIds ?? []).filter((volumeId) => !kept.includes(volumeId)),
    );
    return dataLost(own, news.deletePermanently, 'Set keepVolumes: true to keep it; it stays billed then.');
  }
  const before = state.volumes ?? [];
  const wanted = hasUnknown(news.volumes) ? before : (news.volumes ?? []);
  const undeclared = without(before, wanted);
  const unproven = await unprovenAmong(call, id, state, undeclared);
  const leave = without(undeclared, unproven);
  const come = without(wanted, before);
  const moves = moved(state.existingVolumes, news.existingVolumes) || leave.length + come.length > 0;
  return [
    ...(come.length > 0 ? [`${spokenVolumes(come)} will be made and attached.`] : []),
    ...(leave.length > 0 ? [left(leave, news)] : []),
    ...(unproven.length > 0 ? [stay(unproven)] : []),
    ...(moves ? await interruption(call, id, news) : []),
    ...(await policyOfAll(call, id, state, news)),
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
  if (hasUnknown(wanted) || !policyToSet({ is_spot: true }, wanted, state)) return [];
  const found = await call.session.instances.read(id);
  const policy = found && policyToSet(found, wanted, state);
  if (!policy) return [];
  const all = await volumesThere(
    call,
    found.volume_ids.filter((volumeId) => volumeId !== found.os_volume_id),
  );
  const others = all.filter(({ name }) => {
    const declared = volumes?.find((volume) => volume.name === name);
    return !declared || policyOf(declared) !== policy;
  });
  if (others.length === 0) return [];
  return [
    `onSpotDiscontinue: on a machine that exists it is changed for all its volumes. At an eviction ${policy} ` +
      `will hold for ${spokenVolumes(others)} too.`,
  ];
}

const left = (volumes: readonly { name: string; size: number }[], news: InstanceInputs): string =>
  news.keepVolumes
    ? `${spokenVolumes(volumes)} will be detached, and stays billed.`
    : `${spokenVolumes(volumes)} will be detached and deleted with its data: it ${fate(news.deletePermanently)}. ` +
      'Set keepVolumes: true to keep it.';

/** The undeclared volumes that an update leaves on the machine, because nothing proves that they were created with it. */
async function unprovenAmong(
  call: Call,
  id: string,
  state: State<InstanceInputs, InstanceOutputs>,
  undeclared: readonly InlineVolume[],
): Promise<Volume[]> {
  const found = undeclared.length > 0 ? await call.session.instances.read(id) : undefined;
  const unproven = found ? await unprovenVolumes(call, found, state) : [];
  return unproven.filter(({ name }) => undeclared.some((volume) => volume.name === name));
}

const stay = (volumes: readonly Volume[]): string =>
  `${spokenVolumes(volumes)} stays attached and is billed: state does not say that it was created with this machine.`;

const without = <T extends { readonly name: string }>(
  all: readonly T[],
  others: readonly { readonly name: string }[],
): T[] => all.filter(({ name }) => !others.some((other) => other.name === name));

/** When another replacement could affect a list, the engine sends the whole list as unknown: that is no change. */
const moved = (before: readonly string[] = [], wanted: readonly string[] | undefined): boolean =>
  typeof wanted === 'object' && [...before].sort().join() !== [...wanted].sort().join();

/** Volumes are attached and detached while the machine is off; without `allowShutdown` that fails if it is running. */
async function interruption(call: Call, id: string, news: InstanceInputs): Promise<string[]> {
  if (news.powerState === 'offline') return [];
  const found = await call.session.instances.read(id);
  if (found?.status !== 'running') return [];
  if (news.allowShutdown) return ['It will be shut down for that and started again.'];
  throw new InstanceError(
    `Attaching or detaching volumes needs the instance ${found.hostname} (${id}) to be shut down, and it is running. ` +
      'Set allowShutdown: true to have it stopped for that and started again, or powerState: "offline".',
  );
}
