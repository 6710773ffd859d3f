import type { Instance } from '../../../../api';
import { attachedTo } from '../../../../api/services/volumes';
import { attach, detach } from '../../../machines/volumes/attachments';
import type { Call } from '../../../run/call';
import { applyOsVolumeChanges, createdVolumeIds } from '../../../machines/volumes/createdVolumes';
import { applyPowerState, changePower, isLeftOff, whileOff } from '../../../machines/power';
import type { Reached } from '../../../schema/plan';
import { syncTags } from '../../../lifecycle/tags';
import { mayBeShutDown } from '../../../machines/volumes/sharedVolumes';
import type { InstanceInputs, InstanceOutputs } from '../schema';
import { inlineVolumesOf } from '../volumes/inlineVolumes';
import type { InlineVolumeState } from '../volumes/volumeSchemas';
import { policyToSet } from '../volumes/spotPolicy';
import { outputsOf } from '../view';
import { hasUnknown } from '../../../schema/unknown';

/** A part of an update. */
type Step = () => Promise<void>;

type ReachedHere = Reached<InstanceInputs, InstanceOutputs>;

/**
 * Changes a ready machine in place to match the program.
 *
 * @param found the machine, which is ready.
 * @param before the inputs and outputs in state.
 * @param isNew whether this run has just ordered the machine: then it has its volumes already, except shared ones.
 * @param isCreate whether the create of the machine is not finished.
 * @param reached is called with the inputs and outputs that are applied, after each step.
 */
export async function applyChanges(
  call: Call,
  found: Instance,
  inputs: InstanceInputs,
  before: Partial<InstanceInputs & InstanceOutputs>,
  {
    isNew = false,
    isCreate = false,
    reached = () => undefined,
  }: { readonly isNew?: boolean; readonly isCreate?: boolean; readonly reached?: ReachedHere },
): Promise<InstanceOutputs> {
  const { id } = found;
  await syncTags(call, 'instances', id, found.tags, inputs.tags, before.tags);
  reached({ tags: inputs.tags });
  const off: OffSettings = { isCreate, inputs, reached };
  if (isNew) await attachToNew(call, found, off);
  const applied = isNew
    ? undefined
    : await call.run.moves.release(noLongerAttached(inputs, before), () =>
        applyVolumes(call, found, before, off),
      );
  if (!isNew) await applySpotPolicy(call, found, inputs, before, reached);
  const { powerState = isLeftOff(call, found) ? 'running' : undefined } = inputs;
  if (powerState !== undefined) await applyPowerState(call, id, powerState, found.status);
  if (inputs.powerState !== undefined) reached({ powerState });
  // All machines that become ready together share one list that is newer than the last write.
  const now = (await call.run.instances.read(id)) ?? found;
  return outputsOf(call, now, { ...inputs, ...applied });
}

/**
 * Changes the volumes of a machine to match the program: its operating-system volume, and the attached volumes. The
 * entries of `volumes` change in state only.
 *
 * @returns which volumes are deleted with the machine from now on, and which of them are inline volumes.
 */
async function applyVolumes(
  call: Call,
  found: Instance,
  before: Partial<InstanceInputs & InstanceOutputs>,
  off: OffSettings,
): Promise<Pick<InstanceOutputs, 'ownVolumeIds' | 'inlineVolumes'>> {
  const { inputs, reached } = off;
  await applyOsVolumeChanges(call, found, inputs.osVolume, before.osVolume, (osVolume) => {
    reached({ osVolume });
  });
  const entries = await entriesAfter(call, found, before, inputs);
  reached({ volumes: inputs.volumes, ...entries });
  await performWhileOff(call, found, await attachedVolumeSteps(call, found, inputs, before, reached), off);
  return entries;
}

/** The created volumes, without those whose entries the program has removed. */
async function entriesAfter(
  call: Call,
  found: Instance,
  before: Partial<InstanceInputs & InstanceOutputs>,
  inputs: InstanceInputs,
): Promise<{ ownVolumeIds: string[]; inlineVolumes: InlineVolumeState[] }> {
  const createdIds = await createdVolumeIds(call, found, { ...inputs, ...before });
  const known = await inlineVolumesOf(call, createdIds, { ...inputs, ...before });
  const inlineVolumes = await inlineVolumesOf(call, createdIds, { ...inputs, inlineVolumes: known });
  const removed = known.filter((one) => !inlineVolumes.includes(one)).map(({ id }) => id);
  return { ownVolumeIds: createdIds.filter((id) => !removed.includes(id)), inlineVolumes };
}

/** Attaches the shared volumes that the order of the machine could not attach. */
async function attachToNew(call: Call, found: Instance, off: OffSettings): Promise<void> {
  const { inputs, reached } = off;
  if (inputs.existingVolumes?.every((id) => found.volume_ids.includes(id)) ?? true) return;
  await performWhileOff(call, found, await attachedVolumeSteps(call, found, inputs, {}, reached), off);
}

/** The inputs that decide whether a machine may be shut down for its volumes. */
interface OffSettings {
  readonly isCreate: boolean;
  readonly inputs: InstanceInputs;
  readonly reached: ReachedHere;
}

async function performWhileOff(
  call: Call,
  found: Instance,
  steps: readonly Step[],
  { isCreate, inputs, reached }: OffSettings,
): Promise<void> {
  if (steps.length === 0) return;
  // If the program declares the machine as offline, it is shut down first and stays off, without
  // `allowShutdown`.
  const isToBeOff = inputs.powerState === 'offline';
  if (isToBeOff) {
    call.run.intentLog.removeStops(found.id);
    if (found.status === 'running') call.run.intentLog.addStop(call.noteKey, found.id);
    await changePower(call, found.id, 'offline');
    reached({ powerState: 'offline' });
  }
  const allowed = isToBeOff || (isCreate ? mayBeShutDown(found, inputs) : (inputs.allowShutdown ?? false));
  await whileOff(call, found.id, allowed, 'Attaching or detaching its volumes', async () => {
    for (const step of steps) await step();
  });
}

/** Sets the eviction policy of all volumes; new volumes have the cloud's default. */
async function applySpotPolicy(
  call: Call,
  found: Instance,
  inputs: InstanceInputs,
  before: Partial<InstanceInputs>,
  reached: ReachedHere,
): Promise<void> {
  const policy = policyToSet(found, inputs, before);
  if (!policy) return;
  const { client, instances } = call.run;
  await client.instances.perform(
    { action: 'configure_spot', id: found.id, on_spot_discontinue: policy },
    call.requests,
  );
  instances.invalidate();
  const { osVolume } = inputs;
  reached({ ...(osVolume && { osVolume }) });
}

/** An instance cannot be changed to match the program. */
export class InstanceError extends Error {
  override readonly name = 'InstanceError';
}

/** The attached volumes that the program no longer declares. Without `existingVolumes`, it leaves them as they are. */
export function noLongerAttached(
  { existingVolumes: wanted, volumes }: InstanceInputs,
  { existingVolumes: had = [], inlineVolumes = [] }: Partial<InstanceInputs & InstanceOutputs>,
): string[] {
  if (!Array.isArray(wanted)) return [];
  const isInline = (id: string) =>
    inlineVolumes.some(
      (one) => one.id === id && (hasUnknown(volumes) || volumes?.some(({ name }) => name === one.name)),
    );
  return had.filter((id) => !wanted.includes(id) && !isInline(id));
}

/** The steps that attach the declared volumes, and detach volumes that are no longer declared. */
async function attachedVolumeSteps(
  call: Call,
  found: Instance,
  inputs: InstanceInputs,
  before: Partial<InstanceInputs & InstanceOutputs>,
  reached: ReachedHere,
): Promise<Step[]> {
  const { existingVolumes: wanted } = inputs;
  if (wanted === undefined) return [];
  const { existingVolumes: had = [] } = before;
  const held = new Set([...had, ...wanted.filter((id) => found.volume_ids.includes(id))]);
  const steps = [...noLongerAttached(inputs, before), ...wanted].map(async (id): Promise<Step[]> => {
    const volume = await call.run.volumes.read(id);
    const isWanted = wanted.includes(id);
    if (isWanted && !volume)
      throw new InstanceError(`existingVolumes: there is no volume ${id} in this project.`);
    if (!volume || attachedTo(volume).includes(found.id) === isWanted) return [];
    return [
      async () => {
        await (isWanted ? attach : detach)(call, volume, found.id, true);
        if (isWanted) held.add(id);
        else held.delete(id);
        reached({ existingVolumes: [...held] });
      },
    ];
  });
  return (await Promise.all(steps)).flat();
}
