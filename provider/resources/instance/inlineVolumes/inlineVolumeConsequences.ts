import type { Instance, Volume } from '../../../../api';
import { attachedTo, isShared } from '../../../../api/services/volumes';
import { printable } from '../../../../core/printable';
import { deletionClause, namesAndSizes } from '../../../lifecycle/consequences';
import { leavingVolumes } from '../../../machines/volumes/leavingVolumes';
import type { State } from '../../../schema/define';
import { hasUnknown } from '../../../schema/unknown';
import type { Call } from '../../../session/call';
import type { InlineVolume, InstanceInputs, InstanceOutputs } from '../schema';
import type { InlineVolumePlan, LeavingVolume, PresentVolume } from './inlineVolumePlan';
import { isDeletedAfter, planInlineVolumes, whyItStays } from './inlineVolumePlan';
import { knownInlineVolumes, removableBefore } from './inlineVolumeStates';

export const KEEP_REMEDY = 'Set keepVolumes: true to keep it, or keep: true on the volume';

export interface VolumeConsequences {
  readonly sentences: readonly string[];
  /** Whether the machine must be off for them. */
  readonly needOff: boolean;
}

/** What an update does with the inline volumes of a machine, for the preview. */
export async function inlineVolumeConsequences(
  call: Call,
  machine: Instance,
  state: State<InstanceInputs, InstanceOutputs>,
  news: InstanceInputs,
): Promise<VolumeConsequences> {
  const { volumes: wanted = [] } = news;
  if (hasUnknown(wanted)) return { sentences: [], needOff: false };
  const { ownVolumeIds: createdIds = [] } = state;
  const states = await knownInlineVolumes(call, createdIds, state);
  const before = removableBefore(call, state);
  const plan = await planInlineVolumes(call, machine, { wanted, before, states, createdIds, settings: news });
  // Until the machine was ready, state has no ids of volumes.
  const created = createdIds.length > 0 ? plan.created : withoutNames(plan.created, state.volumes ?? []);
  const returning = plan.present.filter(({ isAttached }) => !isAttached);
  const reasons = plan.leaving.map((one) => whyItStays(call, machine.id, one, news));
  const leaving = plan.leaving.filter((_, index) => !reasons[index]);
  const deleted = leaving.filter((one) => isDeletedAfter(call, one, news));
  for (const { volume } of deleted) leavingVolumes(call.session).set(volume.id, machine.id);
  return {
    sentences: [
      ...creationSentences(created, plan),
      ...returningSentences(returning, machine.id),
      ...reasons.flatMap((reason) => (reason && !reason.isExpected ? [reason.sentence] : [])),
      ...removalSentences(leaving, deleted, news),
      ...unprovenSentences(plan, wanted),
    ],
    needOff: created.length + returning.length > 0 || leaving.some(({ isAttached }) => isAttached),
  };
}

function creationSentences(created: readonly InlineVolume[], { states }: InlineVolumePlan): string[] {
  if (created.length === 0) return [];
  const gone = states.filter(({ name }) => created.some((volume) => volume.name === name));
  return [
    `${namesAndSizes(created)} will be created and attached.`,
    ...gone.map(
      ({ id, name }) => `Its ${printable(name)} will be empty: the volume ${id} is in the trash, or gone.`,
    ),
  ];
}

function returningSentences(returning: readonly PresentVolume[], machineId: string): string[] {
  if (returning.length === 0) return [];
  const heldByOthers = returning.filter(
    ({ volume }) => !isShared(volume) && attachedTo(volume).some((holder) => holder !== machineId),
  );
  const named = returning.map(({ volume, declared }) => ({ name: declared.name, size: volume.size }));
  return [
    `${namesAndSizes(named)} will be attached again.`,
    ...heldByOthers.map(
      ({ volume, declared }) =>
        `${printable(declared.name)} is attached to the instance ${attachedTo(volume).join(', ')} now. If no resource of ` +
        'this program detaches it there, the update fails: detach it there first, or leave it out here.',
    ),
  ];
}

function removalSentences(
  leaving: readonly LeavingVolume[],
  deleted: readonly LeavingVolume[],
  { deletePermanently }: InstanceInputs,
): string[] {
  const staying = leaving.filter((one) => !deleted.includes(one));
  const end = `deleted with its data: it ${deletionClause(deletePermanently)}. ${KEEP_REMEDY}.`;
  const isOn = ({ isAttached }: LeavingVolume) => isAttached;
  const isOff = ({ isAttached }: LeavingVolume) => !isAttached;
  const sentences: [readonly LeavingVolume[], string][] = [
    [staying.filter(isOn), 'will be detached, and stays billed.'],
    [staying.filter(isOff), 'stays detached, and is billed.'],
    [deleted.filter(isOn), `will be detached and ${end}`],
    [deleted.filter(isOff), `will be ${end}`],
  ];
  return sentences
    .filter(([volumes]) => volumes.length > 0)
    .map(([volumes, text]) => `${namesAndSizes(volumes.map(nameAndSize))} ${text}`);
}

const nameAndSize = ({ volume: { size }, before: { name } }: LeavingVolume) => ({ name, size });

/** Volumes that are no longer declared, and stay on the machine, because nothing proves that they were created with it. */
function unprovenSentences({ unproven }: InlineVolumePlan, wanted: readonly InlineVolume[]): string[] {
  const removed = withoutNames<Volume>(unproven, wanted);
  return removed.length === 0
    ? []
    : [
        `${namesAndSizes(removed)} stays attached and billed: state does not say that it was created with this machine.`,
      ];
}

const withoutNames = <T extends { readonly name: string }>(
  all: readonly T[],
  others: readonly { readonly name: string }[],
): T[] => all.filter(({ name }) => !others.some((other) => other.name === name));
