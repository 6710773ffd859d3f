import type { Volume } from '../../../api';
import { attachedTo } from '../../../api/services/volumes';
import { syncTags } from '../../lifecycle/tags';
import { attach, detach } from '../../machines/volumes/attachments';
import type { Reached } from '../../schema/define';
import type { Call } from '../../session/call';
import type { VolumeInputs, VolumeOutputs } from './schema';
import { readReady } from './ready';

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
  const { client, volumes } = call.session;
  const { id } = found;
  const performAndInvalidate = async (body: Parameters<typeof client.volumes.perform>[0]) => {
    await client.volumes.perform(body, call.requests);
    volumes.invalidate();
  };
  if (inputs.name !== undefined && inputs.name !== found.name)
    await performAndInvalidate({ action: 'rename', id, name: inputs.name });
  reached({ name: inputs.name });
  if (inputs.size > found.size) {
    call.status(`growing from ${String(found.size)} GB to ${String(inputs.size)} GB`);
    await performAndInvalidate({ action: 'resize', id, size: inputs.size });
  }
  reached({ size: inputs.size });
  await syncTags(call, 'volumes', id, found.tags, inputs.tags, before.tags);
  reached({ tags: inputs.tags });
  await moveBetweenMachines(call, found, inputs, (instanceIds) => {
    reached({ instanceIds });
  });
  return readReady(call, id);
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
