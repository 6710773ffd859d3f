import type { Volume, VolumeActionRequest } from '../../../api';
import { attachedTo } from '../../../api/services/volumes';
import { MOST_TAGS } from '../../../api/services/tags';
import { ADOPTED } from '../../../core/hiddenTags';
import { pick } from '../../../core/values/omitUndefined';
import { addTag, syncTags } from '../../lifecycle/tags';
import { attach, detach } from '../../machines/volumes/attachments';
import { changeVolume } from '../../machines/volumes/volumeChanges';
import type { Reached } from '../../schema/define';
import { actionsOfInputs } from '../../schema/derived/mapping';
import { tagRequests } from '../../schema/tagMap';
import type { Call } from '../../run/call';
import { hasPendingName } from './copy';
import { readReady } from './ready';
import type { VolumeInputs, VolumeOutputs } from './schema';
import { volumeSchema } from './schema';

/**
 * Changes a volume in place to match the program.
 *
 * @param found the volume as it is; it is ready.
 * @param before the inputs of the last update.
 * @param reached is called with each input that has been applied.
 */
export async function applyChanges(
  call: Call,
  found: Volume,
  inputs: VolumeInputs,
  before: Partial<VolumeInputs>,
  reached: Reached<VolumeInputs, VolumeOutputs> = () => undefined,
): Promise<Volume> {
  const { id } = found;
  if (inputs.adoptId !== undefined) await addAdoptedTag(call, found, inputs);
  for (const { input, words = '', change } of actionsOfInputs(volumeSchema, found, inputs)) {
    if (change) {
      // Nobody knows the temporary name of a copy.
      if (!hasPendingName(found)) call.status(`changing ${words}`);
      await changeVolume(call, { ...change, id } as VolumeActionRequest);
    }
    reached(pick(inputs, [input]));
  }
  await syncTags(call, 'volumes', id, found.tags, inputs.tags, before.tags);
  reached({ tags: inputs.tags });
  await moveBetweenMachines(call, found, inputs, (instanceIds) => {
    reached({ instanceIds });
  });
  return readReady(call, id);
}

/** Adds the tag by which machines leave the volume, if the declared tags leave a place for it. */
async function addAdoptedTag(call: Call, { id, tags }: Volume, inputs: VolumeInputs): Promise<void> {
  const keys = new Set([...tags, ...tagRequests(inputs.tags)].map(({ key }) => key));
  if (keys.has(ADOPTED)) return;
  if (keys.size >= MOST_TAGS) {
    // At least on this computer, no removal of an orphaned machine removes the volume.
    call.run.intentLog.addSaved(id);
    return;
  }
  await addTag(call, 'volumes', id, { key: ADOPTED, value: '' });
  call.run.volumes.invalidate();
}

/** Detaches the volume from machines that the program does not name, then attaches it to the machines that it names. */
async function moveBetweenMachines(
  call: Call,
  found: Volume,
  { instanceIds: wanted, allowShutdown = false }: VolumeInputs,
  moved: (holders: string[]) => void,
): Promise<void> {
  if (wanted === undefined) return;
  const holders = new Set(attachedTo(found));
  for (const instanceId of [...holders].filter((holder) => !wanted.includes(holder))) {
    await detach(call, found, instanceId, allowShutdown);
    holders.delete(instanceId);
    moved([...holders]);
  }
  for (const instanceId of wanted.filter((other) => !holders.has(other))) {
    await attach(call, found, instanceId, allowShutdown);
    holders.add(instanceId);
    moved([...holders]);
  }
}
