// What an update does with the inline volumes of a machine: the preview describes it, and the update performs it.
import type { Instance, Volume } from '../../../../api';
import { attachedTo } from '../../../../api/services/volumes';
import { printable } from '../../../../core/values/printable';
import { isGoing } from '../../../../core/statuses';
import { nameAndId } from '../../../checks/messages';
import { createdVolumeIds } from '../../../machines/volumes/createdVolumes';
import type { Call } from '../../../session/call';
import type { InlineVolume, InstanceInputs, InstanceOutputs } from '../schema';
import type { KeepSettings } from '../volumes/deletedVolumes';
import { isDeclaredElsewhere, isKept, staysAttached } from '../volumes/deletedVolumes';
import type { InlineVolumeState } from '../volumes/volumeSchemas';
import { InlineVolumeError, tagOfInline } from './addedVolume';
import { declaredNames, knownInlineVolumes, removableBefore } from './inlineVolumeStates';

/** The inline volumes that the program declares, and those in state. */
export interface InlineVolumes {
  readonly wanted: readonly InlineVolume[];
  /** The inline volumes of the last update. */
  readonly before: readonly InlineVolume[];
  /** Their ids, as far as state has them. */
  readonly states: readonly InlineVolumeState[];
  /** The ids of the volumes that were created with the machine. */
  readonly createdIds: readonly string[];
  readonly settings: LeavingSettings & Pick<InstanceInputs, 'image'>;
}

/** The inputs that decide what happens to a volume that is no longer declared. */
type LeavingSettings = KeepSettings & Pick<InstanceInputs, 'deletePermanently' | 'existingVolumes'>;

/** A declared volume that exists. */
export interface PresentVolume {
  readonly volume: Volume;
  readonly declared: InlineVolume;
  readonly before: InlineVolume | undefined;
  readonly isAttached: boolean;
}

/** A volume that the program no longer declares. */
export interface LeavingVolume {
  readonly volume: Volume;
  readonly before: InlineVolume;
  readonly isAttached: boolean;
}

export interface InlineVolumePlan extends Pick<InlineVolumes, 'before' | 'states'> {
  readonly present: readonly PresentVolume[];
  readonly created: readonly InlineVolume[];
  readonly leaving: readonly LeavingVolume[];
}

/** The inline volumes of an update from this state to these inputs. */
export async function inlineVolumesOf(
  call: Call,
  machine: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
  inputs: InstanceInputs,
): Promise<InlineVolumes> {
  const createdIds = await createdVolumeIds(call, machine, { ...inputs, ...state });
  return {
    wanted: inputs.volumes ?? [],
    before: removableBefore(call, state),
    states: await knownInlineVolumes(call, createdIds, state),
    createdIds,
    settings: inputs,
  };
}

/**
 * Compares the declared volumes with the volumes of the machine. State holds their ids; a volume without an id in state is
 * identified by its name among the volumes that were created with the machine.
 */
export async function planInlineVolumes(
  call: Call,
  machine: Instance,
  given: InlineVolumes,
): Promise<InlineVolumePlan> {
  const { wanted, createdIds } = given;
  const own = await ownByName(call, machine, given);
  const { before, states } = withFollowedNames(given, own);
  const isAttached = (volume: Volume) => attachedTo(volume).includes(machine.id);
  const present = wanted.flatMap((declared) => {
    const volume = own.get(declared.name);
    const old = before.find(({ name }) => name === declared.name);
    if (volume && !createdIds.includes(volume.id)) mustFit(volume, declared);
    return volume ? [{ volume, declared, before: old, isAttached: isAttached(volume) }] : [];
  });
  const leaving = without(before, wanted).flatMap((old) => {
    const volume = own.get(old.name);
    return volume ? [{ volume, before: old, isAttached: isAttached(volume) }] : [];
  });
  const created = without(
    wanted,
    present.map(({ declared }) => declared),
  );
  return { before, states, present, created, leaving };
}

/** State does not show yet what an interrupted update has created, so the check of the inputs does not compare it. */
function mustFit(volume: Volume, { name, type, size }: InlineVolume): void {
  const reason = [
    ...(volume.type === type ? [] : [`is of the type ${volume.type} and cannot become ${type}`]),
    ...(volume.size <= size ? [] : [`has ${String(volume.size)} GB and cannot become ${String(size)} GB`]),
  ].join(', and ');
  if (reason === '') return;
  throw new InlineVolumeError(
    `An interrupted run has created the volume ${nameAndId(volume)}: it ${reason}. Declare ${printable(name)} as it is, ` +
      'or give the new volume another name: then this one stays, and is deleted with the machine.',
  );
}

/** Why a volume that the program no longer declares stays as it is; undefined if it is detached. */
export function whyItStays(
  call: Call,
  machineId: string,
  { volume }: LeavingVolume,
  settings: LeavingSettings,
): { readonly isExpected: boolean; readonly sentence: string } | undefined {
  const sentence = (why: string) => `The volume ${nameAndId(volume)} stays as it is: ${why}.`;
  const other = attachedTo(volume).find((holder) => holder !== machineId);
  if (other !== undefined) return { isExpected: false, sentence: sentence(`the instance ${other} holds it`) };
  return isDeclaredElsewhere(call, volume, settings) && staysAttached(volume.id, settings)
    ? { isExpected: true, sentence: sentence('a resource declares it elsewhere now') }
    : undefined;
}

/** Whether a volume that the program no longer declares is deleted after it was detached. */
export const isDeletedAfter = (
  call: Call,
  { volume, before }: LeavingVolume,
  settings: LeavingSettings,
): boolean => !isDeclaredElsewhere(call, volume, settings) && !isKept(before, settings);

export const without = <T extends { readonly name: string }>(
  all: readonly T[],
  others: readonly { readonly name: string }[],
): T[] => all.filter(({ name }) => !others.some((other) => other.name === name));

/** The inline volumes in state, under the names that the program has taken over from the cloud. */
function withFollowedNames(
  inline: Pick<InlineVolumes, 'before' | 'states'>,
  own: ReadonlyMap<string, Volume>,
): Pick<InlineVolumes, 'before' | 'states'> {
  const names = new Map([...own].map(([name, { id }]) => [id, name]));
  const states = inline.states.map((state) => ({ ...state, name: names.get(state.id) ?? state.name }));
  const before = inline.before.map((volume) => {
    const index = inline.states.findIndex(({ name }) => name === volume.name);
    return { ...volume, name: states[index]?.name ?? volume.name };
  });
  return { before, states };
}

/** The data volumes of a machine by their names in the program: volumes in state, and volumes that an interrupted update has created. */
async function ownByName(
  call: Call,
  machine: Instance,
  { states, wanted, createdIds }: Pick<InlineVolumes, 'states' | 'wanted' | 'createdIds'>,
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
