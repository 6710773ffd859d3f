import type { Instance } from '../../../api';
import { attachedTo } from '../../../api/services/volumes';
import { attach, detach } from '../../machines/volumes/attachments';
import type { Call } from '../../session/call';
import { applyOsVolumeChanges, ownVolumesOf } from '../../machines/volumes/createdVolumes';
import { setPower, whileOff } from '../../machines/power';
import type { Reached } from '../../schema/define';
import { syncTags } from '../../lifecycle/tags';
import type { Step } from './volumes/inlineVolumes';
import { inlineVolumeSteps } from './volumes/inlineVolumes';
import type { InlineVolume, InstanceInputs, InstanceOutputs } from './schema';
import { policyToSet } from './volumes/spotPolicy';
import { outputsOf } from './view';

type ReachedHere = Reached<InstanceInputs, InstanceOutputs>;

/**
 * Makes a machine that is ready what the program says, in place; `before` is what state held until now. One that
 * `isNew` has the volumes that it was ordered with: nothing to look up for all that come up together. `reached` is
 * called with what is so from then on, step by step.
 */
export async function applyChanges(
  call: Call,
  found: Instance,
  inputs: InstanceInputs,
  before: Partial<InstanceInputs & InstanceOutputs>,
  { isNew = false, reached = () => undefined }: { readonly isNew?: boolean; readonly reached?: ReachedHere },
): Promise<InstanceOutputs> {
  const { id } = found;
  await syncTags(call, 'instances', id, found.tags, inputs.tags, before.tags);
  reached({ tags: inputs.tags });
  const ownVolumeIds = isNew ? undefined : await convergeVolumes(call, found, inputs, before, reached);
  if (!isNew) await convergePolicy(call, found, inputs, before, reached);
  if (inputs.powerState !== undefined && inputs.powerState !== found.status) {
    await setPower(call, id, inputs.powerState);
    reached({ powerState: inputs.powerState });
  }
  // A list that is newer than the last write serves all that settled together.
  const now = (await call.session.instances.read(id)) ?? found;
  return outputsOf(call, now, { ...inputs, ...(ownVolumeIds && { ownVolumeIds }) });
}

/**
 * Makes the volumes of a machine what is declared: its operating-system volume, its inline volumes, and those that
 * it is given.
 *
 * @returns the ids of those that are its own from now on.
 */
async function convergeVolumes(
  call: Call,
  found: Instance,
  inputs: InstanceInputs,
  before: Partial<InstanceInputs & InstanceOutputs>,
  reached: ReachedHere,
): Promise<string[]> {
  await applyOsVolumeChanges(call, found, inputs.osVolume, before.osVolume, (osVolume) => {
    reached({ osVolume });
  });
  const ownIds = new Set(await ownVolumesOf(call, found, { ...inputs, ...before }));
  const inline = {
    wanted: inputs.volumes ?? [],
    before: before.volumes ?? [],
    settings: inputs,
    reached: (volumes: InlineVolume[]) => {
      reached({ volumes, ownVolumeIds: [...ownIds] });
    },
  };
  const steps = [
    ...(await inlineVolumeSteps(call, found, inline, ownIds)),
    ...(await givenVolumeSteps(call, found, inputs, before, reached)),
  ];
  if (steps.length === 0) return [...ownIds];
  // A machine that is to be off anyway is shut down for good first, and may be.
  const isToBeOff = inputs.powerState === 'offline';
  if (isToBeOff) {
    await setPower(call, found.id, 'offline');
    reached({ powerState: 'offline' });
  }
  const allowed = isToBeOff || (inputs.allowShutdown ?? false);
  await whileOff(call, found.id, allowed, 'Attaching or detaching its volumes', async () => {
    for (const step of steps) await step();
  });
  return [...ownIds];
}

/** Sets what becomes of the volumes at an eviction; those that were added just now have the cloud's default. */
async function convergePolicy(
  call: Call,
  found: Instance,
  inputs: InstanceInputs,
  before: Partial<InstanceInputs>,
  reached: ReachedHere,
): Promise<void> {
  const policy = policyToSet(found, inputs, before);
  if (!policy) return;
  const { client, instances } = call.session;
  await client.instances.perform(
    { action: 'configure_spot', id: found.id, on_spot_discontinue: policy },
    call.requests,
  );
  instances.invalidate();
  const { osVolume, volumes } = inputs;
  reached({ ...(osVolume && { osVolume }), ...(volumes && { volumes }) });
}

/** An instance cannot become what it should. */
export class InstanceError extends Error {
  override readonly name = 'InstanceError';
}

/** Attaches what a machine is given, and detaches what it was given until now. */
async function givenVolumeSteps(
  call: Call,
  found: Instance,
  inputs: InstanceInputs,
  before: Partial<InstanceInputs>,
  reached: ReachedHere,
): Promise<Step[]> {
  const { existingVolumes: wanted } = inputs;
  if (wanted === undefined) return [];
  const { existingVolumes: had = [] } = before;
  const superfluous = had.filter((id) => !wanted.includes(id));
  const held = new Set([...had, ...wanted.filter((id) => found.volume_ids.includes(id))]);
  const steps = [...superfluous, ...wanted].map(async (id): Promise<Step[]> => {
    const volume = await call.session.volumes.read(id);
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
