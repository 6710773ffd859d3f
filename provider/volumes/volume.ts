import type { Volume } from '../../api';
import { attachedTo } from '../../api/services/volumes';
import { whyUnusable } from '../../core/deletedVolume';
import { unlessGone } from '../../core/statuses';
import { pendingTagIdOf } from '../../core/pendingTag';
import { removeDuplicates } from '../lifecycle/createOnce/createOnce';
import { endFailedUpdate, noteUpdate } from '../lifecycle/interruptedUpdates';
import { readRecent } from '../lifecycle/waiting/readRecent';
import { removeVolume } from '../lifecycle/removeVolume';
import { detachForDelete } from './conflicts';
import { PartialCreate, defineResource } from '../schema/define';
import type { Call } from '../run/call';
import { UserFacingError } from '../run/errors';
import type { Reached } from '../schema/plan';
import { performSteps, updateOf } from '../schema/plan';
import { inputsFrom, outputsFrom } from '../schema/derived/mapping';
import { billVolume, checkVolume, usesOfVolume } from './check';
import {
  CopyCancelledError,
  finishCopy,
  hasPendingName,
  movePendingTagFromName,
  billableVolume,
  obtainVolume,
  isDeleted,
  readReady,
  waitUntilReady,
} from './order';
import { planOfVolume, planVolume } from './plan';
import type { VolumeInputs, VolumeOutputs } from './schema';
import { volumeSchema } from './schema';

export type * from './schema';

/** A block or shared volume. */
export const volume = defineResource(volumeSchema, {
  timeouts: { create: 120, update: 30, delete: 20 },
  nameOf: async ({ volumes }, id) => (await volumes.read(id))?.name,
  uses: usesOfVolume,
  check: checkVolume,
  bill: billVolume,
  plan: planOfVolume,

  async create(call, inputs) {
    const created = await obtainVolume(call, inputs);
    const { id } = created;
    try {
      const found = await (inputs.sourceVolumeId === undefined
        ? waitUntilReady(call, id, 'creating')
        : finishCopy(call, id, inputs.sourceVolumeId));
      await movePendingTagFromName(call, found);
      const { orderedTags: tags } = created;
      const changed = await applyPlan(call, found, inputs, { ...(tags && { tags }) });
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
    return { outputs: outputsFrom(volumeSchema, await applyPlan(call, found, inputs, state, reached)) };
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

/** Changes a ready volume in place to match the program. */
async function applyPlan(
  call: Call,
  found: Volume,
  inputs: VolumeInputs,
  before: Partial<VolumeInputs>,
  reached?: Reached<VolumeInputs, VolumeOutputs>,
): Promise<Volume> {
  const { plan } = planVolume({ found, machines: [] }, before, inputs, updateOf(found.id));
  await performSteps(call, plan.steps, reached);
  return readReady(call, found.id);
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
