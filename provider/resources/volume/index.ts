import type { Volume } from '../../../api';
import { attachedTo } from '../../../api/services/volumes';
import { whyUnusable } from '../../../core/deletedVolume';
import { isGoing, unlessGone } from '../../../core/statuses';
import { pendingTagIdOf } from '../../../core/pendingTag';
import { dataLostByReplacement, volumesThatExist } from '../../lifecycle/consequences';
import { removeDuplicates } from '../../lifecycle/createOnce/createOnce';
import { endFailedUpdate, noteUpdate } from '../../lifecycle/interruptedUpdates';
import { readRecent } from '../../lifecycle/waiting/readRecent';
import { removeVolume } from '../../lifecycle/removeVolume';
import { detachForDelete } from '../../machines/volumes/detachForDelete';
import { nameAndId } from '../../checks/messages';
import { replacementReason } from '../../machines/create/deploymentFailed';
import { PartialCreate, defineResource } from '../../schema/define';
import { hasUnknown } from '../../schema/unknown';
import type { Call } from '../../run/call';
import { UserFacingError } from '../../run/errors';
import { inputsFrom, outputsFrom } from '../../schema/derived/mapping';
import { applyChanges } from './applyChanges';
import { checkVolume, usesOfVolume, planPrice } from './check';
import { CopyCancelledError, finishCopy, hasPendingName, movePendingTagFromName } from './copy';
import { warnOfOtherHolders } from './holders';
import { billableVolume, obtainVolume } from './order';
import { isDeleted, readReady, waitUntilReady } from './ready';
import type { VolumeInputs } from './schema';
import { volumeSchema } from './schema';

export type * from './schema';

/** A block or shared volume. */
export const volume = defineResource(volumeSchema, {
  timeouts: { create: 120, update: 30, delete: 20 },
  nameOf: async ({ volumes }, id) => (await volumes.read(id))?.name,
  uses: usesOfVolume,
  check: checkVolume,
  planPrice,

  /** An interrupted run may have deleted the volume without reporting it to the engine. */
  async replacementReason(call, id) {
    const found = await readRecent(call, call.run.volumes, id);
    return !found || isGoing(found) ? replacementReason('volume', id, found) : undefined;
  },

  async consequences(call, id, state, news, { replaced }) {
    const needsOff = await neededOff(call, state, news, replaced);
    const volumes = replaced ? await volumesThatExist(call, [id]) : [];
    for (const found of volumes) warnOfOtherHolders(call, found, state.instanceIds ?? [], news.allowShutdown);
    if (!replaced || call.keep || news.sourceVolumeId === id) return needsOff;
    const remedy = `The new volume is empty: to take the data over, make it a copy with sourceVolumeId: "${id}".`;
    const lost = dataLostByReplacement(volumes, news.deletePermanently, remedy);
    return [...lost, ...needsOff];
  },

  async create(call, inputs) {
    const created = await obtainVolume(call, inputs);
    const { id } = created;
    try {
      const found = await (inputs.sourceVolumeId === undefined
        ? waitUntilReady(call, id, 'creating')
        : finishCopy(call, id, inputs.sourceVolumeId));
      await movePendingTagFromName(call, found);
      const { orderedTags: tags } = created;
      const changed = await applyChanges(call, found, inputs, { ...(tags && { tags }) });
      const outputs = outputsFrom(volumeSchema, changed);
      await removeDuplicates(call, billableVolume(call, inputs), created);
      return { id, outputs, pendingTagId: pendingTagIdOf(found) };
    } catch (error) {
      if (error instanceof CopyCancelledError) throw error;
      throw new PartialCreate(id, {}, (error as Error).message, { cause: error });
    }
  },

  async read(call, id, state) {
    const found = await readRecent(call, call.run.volumes, id);
    if (!found) return undefined;
    if (isDeleted(found)) {
      if (call.isGet) throw new UserFacingError(whyUnusable(found));
      return undefined;
    }
    return { inputs: inputsOf(found, state), outputs: outputsFrom(volumeSchema, found) };
  },

  async update(call, id, state, inputs, reached) {
    const found = await readReady(call, id);
    return { outputs: outputsFrom(volumeSchema, await applyChanges(call, found, inputs, state, reached)) };
  },

  async delete(call, id, state) {
    const { deletePermanently: isPermanent = false, allowShutdown = false } = state;
    const { client, intentLog, volumes } = call.run;
    // State has it. If somebody else restores it from the trash later, that is no restore of this stack.
    intentLog.removeRestore(call.owner, id);
    const found = await readRecent(call, volumes, id);
    if (found?.status === 'deleted') return;
    if (!found) {
      // The volume may still exist. It is not part of a bulk delete: one missing id fails the whole request.
      await unlessGone(client.volumes.delete(id, { isPermanent }, call.requests));
      volumes.invalidate();
      return;
    }
    // If the delete is interrupted, and the program then declares the volume again, state shows it attached.
    const begun = state.instanceIds?.length
      ? noteUpdate(volume, call, id, state, { ...state, instanceIds: [] })
      : undefined;
    try {
      for (const instanceId of attachedTo(found))
        await detachForDelete(call, found, instanceId, allowShutdown);
    } catch (error) {
      if (begun) endFailedUpdate(call, id, begun, error);
      throw error;
    }
    await removeVolume(call, id, isPermanent);
  },
});

/** The running machines that must be off for a change and may not be shut down. The check names the added ones. */
async function neededOff(
  call: Call,
  { instanceIds: held = [] }: Partial<VolumeInputs>,
  { instanceIds: wanted = held, allowShutdown }: VolumeInputs,
  replaced: boolean,
): Promise<string[]> {
  if (allowShutdown || hasUnknown(wanted)) return [];
  const moved = replaced ? held : held.filter((instanceId) => !wanted.includes(instanceId));
  const machines = await Promise.all(moved.map((instanceId) => call.run.instances.read(instanceId)));
  return machines.flatMap((machine) =>
    machine?.status === 'running'
      ? `It is attached to the instance ${nameAndId(machine)}, which is running: a volume can only be detached from a machine ` +
        'that is off. Set allowShutdown: true, or shut it down first.'
      : [],
  );
}

/** The inputs as the cloud shows them. */
function inputsOf(found: Volume, state: Partial<VolumeInputs>): Partial<VolumeInputs> {
  const { name, instanceIds } = state;
  return {
    ...inputsFrom(volumeSchema, found, state),
    ...(instanceIds && { instanceIds: attachedTo(found) }),
    // The copy still has its temporary name, so nobody has changed its name.
    ...(name !== undefined && hasPendingName(found) && { name }),
  };
}
