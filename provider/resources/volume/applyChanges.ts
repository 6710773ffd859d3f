// The steps of a volume that are no action of its own: the tag of an adoption, tags, attaching and detaching.
import type { Volume } from '../../../api';
import { attachedTo } from '../../../api/services/volumes';
import { MOST_TAGS } from '../../../api/services/tags';
import { ADOPTED } from '../../../core/hiddenTags';
import { addTag, tagSteps } from '../../lifecycle/tags';
import { attach, detach } from '../../machines/volumes/attachments';
import type { Step } from '../../schema/plan';
import { hasUnknown } from '../../schema/unknown';
import { tagRequests } from '../../schema/tagMap';
import type { VolumeInputs, VolumeOutputs } from './schema';

export type VolumeStep = Step<VolumeInputs, VolumeOutputs>;

/** Adds the tag by which machines leave the volume, if the declared tags leave a place for it. */
export function adoptionSteps({ id, tags }: Volume, inputs: VolumeInputs): VolumeStep[] {
  const keys = new Set([...tags, ...tagRequests(inputs.tags)].map(({ key }) => key));
  if (inputs.adoptId === undefined || keys.has(ADOPTED)) return [];
  if (keys.size >= MOST_TAGS)
    // At least on this computer, no removal of an orphaned machine removes the volume.
    return [
      {
        run: ({ run }) => {
          run.intentLog.addSaved(id);
          return Promise.resolve();
        },
      },
    ];
  return [
    {
      says: 'marking it as adopted',
      run: async (call) => {
        await addTag(call, 'volumes', id, { key: ADOPTED, value: '' });
        call.run.volumes.invalidate();
      },
    },
  ];
}

export const volumeTagSteps = (found: Volume, inputs: VolumeInputs, before: Partial<VolumeInputs>) =>
  tagSteps<VolumeInputs, VolumeOutputs>('volumes', found, inputs, before);

/** Detaches the volume from machines that the program does not name, then attaches it to the machines that it names. */
export function moveSteps(
  found: Volume,
  { instanceIds: wanted, allowShutdown = false }: VolumeInputs,
): VolumeStep[] {
  if (wanted === undefined || hasUnknown(wanted)) return [];
  const holders = new Set(attachedTo(found));
  const detached = [...holders].filter((holder) => !wanted.includes(holder));
  const attached = wanted.filter((other) => !holders.has(other));
  return [
    ...detached.map((machineId): VolumeStep => {
      holders.delete(machineId);
      return {
        ...{ says: 'detaching', needsOff: machineId, sets: { instanceIds: [...holders] } },
        run: (call) => detach(call, found, machineId, allowShutdown),
      };
    }),
    ...attached.map((machineId): VolumeStep => {
      holders.add(machineId);
      return {
        ...{ says: 'attaching', needsOff: machineId, sets: { instanceIds: [...holders] } },
        run: (call) => attach(call, found, machineId, allowShutdown),
      };
    }),
  ];
}
