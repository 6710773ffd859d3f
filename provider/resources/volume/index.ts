import { isGoing, unlessGone } from '../../../core/statuses';
import { pendingTagIdOf } from '../../../core/pendingTag';
import { flag, listOf, oneOf, required, tags, text } from '../../../core/validation/shape';
import { dataLost, volumesThere } from '../../lifecycle/consequences';
import { removeDuplicates } from '../../lifecycle/createOnce/createOnce';
import { lookFor } from '../../lifecycle/readRecent';
import { removeVolume } from '../../lifecycle/removeVolume';
import { attachedTo, detach } from '../../machines/attachments';
import { whyReplaced } from '../../machines/deploymentFailed';
import { Unfinished, defineResource } from '../../schema/define';
import { replaceable } from '../../schema/rules';
import { VOLUME_TYPES, gigabytes } from '../common';
import { applyChanges } from './applyChanges';
import { changes } from './changes';
import { checkVolume } from './check';
import { CopyCancelledError, finishCopy, movePendingTagFromName } from './copy';
import { billableVolume, obtainVolume } from './order';
import type { VolumeInputs, VolumeOutputs } from './properties';
import { isDeleted, readReady, waitUntilReady } from './ready';
import { declaredOf, outputsOf } from './view';

export type * from './properties';

/** A block or shared volume. */
export const volume = defineResource<VolumeInputs, VolumeOutputs>({
  name: 'Volume',
  noun: 'volume',
  timeouts: { create: 120, update: 30, delete: 20 },
  autoName: 'name',
  nameOf: async ({ volumes }, id) => (await volumes.read(id))?.name,
  shapes: {
    name: text({ max: 255 }),
    size: required(gigabytes, '100'),
    type: required(oneOf(VOLUME_TYPES), '"NVMe"'),
    locationCode: required(text(), '"FIN-01"'),
    instanceIds: listOf(text()),
    tags,
    sourceVolumeId: text(),
    restoreVolumeId: text(),
    adoptId: text(),
    allowShutdown: flag,
    deletePermanently: flag,
    replaceOn: listOf(oneOf(replaceable(changes))),
  },
  changes,
  check: checkVolume,

  /** An interrupted run may have deleted the volume and not lived to tell the engine. */
  async stale(call, id, state) {
    const found = await lookFor(call, call.session.volumes, id, state);
    return !found || isGoing(found) ? whyReplaced('volume', id, found) : undefined;
  },

  async consequences(call, id, _state, news, { replaced }) {
    if (!replaced || news.sourceVolumeId === id) return [];
    const remedy = `The new volume is empty: to take the data over, make it a copy with sourceVolumeId: "${id}".`;
    return dataLost(await volumesThere(call, [id]), news.deletePermanently, remedy);
  },

  async create(call, inputs) {
    const created = await obtainVolume(call, inputs);
    const { id } = created;
    try {
      const found = await (inputs.sourceVolumeId === undefined
        ? waitUntilReady(call, id, 'creating')
        : finishCopy(call, id, inputs.sourceVolumeId));
      await movePendingTagFromName(call, found);
      const outputs = outputsOf(await applyChanges(call, found, inputs, {}));
      await removeDuplicates(call, billableVolume(call, inputs), created);
      return { id, outputs, pendingTagId: pendingTagIdOf(found) };
    } catch (error) {
      if (error instanceof CopyCancelledError) throw error;
      throw new Unfinished(id, {}, (error as Error).message, { cause: error });
    }
  },

  async read(call, id, state) {
    const found = await lookFor(call, call.session.volumes, id, state);
    if (!found || isDeleted(found)) return undefined;
    return { inputs: declaredOf(found, state), outputs: outputsOf(found) };
  },

  async update(call, id, state, inputs, reached) {
    const found = await readReady(call, id);
    return { outputs: outputsOf(await applyChanges(call, found, inputs, state, reached)) };
  },

  async delete(call, id, { deletePermanently: isPermanent = false, allowShutdown = false, ...state }) {
    const { client, volumes } = call.session;
    const found = await lookFor(call, volumes, id, state);
    if (found?.status === 'deleted') return;
    if (!found) {
      // It may still be there. It is not deleted together with others: one missing id fails the whole request.
      await unlessGone(client.volumes.delete(id, { isPermanent }, call.requests));
      volumes.wrote();
      return;
    }
    for (const instanceId of attachedTo(found)) await detach(call, found, instanceId, allowShutdown);
    await removeVolume(call, id, isPermanent);
  },
});
