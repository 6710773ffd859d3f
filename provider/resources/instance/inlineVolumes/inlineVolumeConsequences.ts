import type { Instance } from '../../../../api';
import { attachedTo, isShared } from '../../../../api/services/volumes';
import { printable } from '../../../../core/values/printable';
import { deletionClause, namesAndSizes } from '../../../lifecycle/consequences';
import { leavingVolumes } from '../../../machines/volumes/leavingVolumes';
import type { State } from '../../../schema/define';
import { hasUnknown } from '../../../schema/unknown';
import type { Call } from '../../../session/call';
import type { InlineVolume, InstanceInputs, InstanceOutputs } from '../schema';
import { isKept } from '../volumes/deletedVolumes';
import type { InlineVolumePlan, PresentVolume } from './inlineVolumePlan';
import { inlineVolumesOf, isDeletedAfter, planInlineVolumes, whyItStays, without } from './inlineVolumePlan';

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
  const inline = await inlineVolumesOf(call, machine, state, news);
  const plan = await planInlineVolumes(call, machine, inline);
  // Until the machine was ready, the cloud may not show its volumes.
  const isShown = (state.ownVolumeIds ?? []).length > 0;
  const created = isShown ? plan.created : without(plan.created, state.volumes ?? []);
  const returning = plan.present.filter(({ isAttached }) => !isAttached);
  const reasons = plan.leaving.map((one) => whyItStays(call, machine.id, one, news));
  const leaving = plan.leaving.filter((_, index) => !reasons[index]);
  const deleted = leaving.filter((one) => isDeletedAfter(call, one, news));
  for (const { volume } of deleted) leavingVolumes(call.session).set(volume.id, machine.id);
  const known = [...wanted, ...plan.leaving.map((one) => one.before)];
  const unseen = isShown ? [] : without(inline.before, known);
  const removed: Removed[] = [
    ...leaving.map((one) => ({
      ...{ name: one.before.name, size: one.volume.size, isAttached: one.isAttached },
      isDeleted: deleted.includes(one),
    })),
    ...unseen.map((one) => ({ ...one, isAttached: true, isDeleted: !isKept(one, news) })),
  ];
  return {
    sentences: [
      ...creationSentences(created, plan),
      ...returningSentences(returning, machine.id),
      ...reasons.flatMap((reason) => (reason && !reason.isExpected ? [reason.sentence] : [])),
      ...removalSentences(removed, news),
    ],
    needOff: created.length + returning.length > 0 || removed.some(({ isAttached }) => isAttached),
  };
}

/** A volume that an update detaches. */
interface Removed {
  readonly name: string;
  readonly size: number;
  readonly isAttached: boolean;
  readonly isDeleted: boolean;
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

function removalSentences(removed: readonly Removed[], { deletePermanently }: InstanceInputs): string[] {
  const end = `deleted with its data: it ${deletionClause(deletePermanently)}. ${KEEP_REMEDY}.`;
  const which = (isDeleted: boolean, isAttached: boolean) =>
    removed.filter((one) => one.isDeleted === isDeleted && one.isAttached === isAttached);
  const sentences: [readonly Removed[], string][] = [
    [which(false, true), 'will be detached, and stays billed.'],
    [which(false, false), 'stays detached, and is billed.'],
    [which(true, true), `will be detached and ${end}`],
    [which(true, false), `will be ${end}`],
  ];
  return sentences
    .filter(([volumes]) => volumes.length > 0)
    .map(([volumes, text]) => `${namesAndSizes(volumes)} ${text}`);
}
