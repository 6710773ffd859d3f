import { isGone } from '../../../core/statuses';
import type { Instance } from '../../../api';
import { billInstance, checkInstance, usesOfInstance } from './check';
import { timeForCapacity } from '../../machines/create/capacity';
import { createMachine } from '../../machines/create/createMachine';
import type { MachineKind } from '../../machines/create/kind';
import { readyMachine } from '../../machines/create/ready';
import { DeploymentFailed } from '../../machines/create/deploymentFailed';
import {
  declaredIn,
  endedWithItsTime,
  hasOwner,
  isSatisfied,
  machineStatuses,
  readGone,
  remainingCreatedVolumes,
  sharesVolumes,
  stillAccepted,
} from '../../machines/machine';
import { createdInState } from '../../volumes/createdVolumes';
import { isBeingAttached, leaveToGate } from '../../volumes/sharedVolumes';
import { releaseVolumes } from '../../lifecycle/createOnce/pendingTagsInState';
import { readRecent } from '../../lifecycle/waiting/readRecent';
import { removeVolume } from '../../lifecycle/removeVolume';
import type { Call } from '../../run/call';
import { defineResource } from '../../schema/define';
import type { State } from '../../schema/define';
import { untilReady } from '../../polling/statusRule';
import { hostnameFrom } from '../../checks/machines/hostname';
import { planOfInstance } from './plan';
import { applyChanges } from './applyChanges';
import {
  deletedVolumes,
  keepsVolumes,
  freeVolumes,
  nameKept,
  removeEarlierVolumes,
  warnOfLostVolumes,
} from '../../volumes/inlineVolumes';
import { isVolumeId } from '../../volumes/declared';
import { differences, expiryOfInstance, order, osVolumeName, isAsOrdered, orderMeaning } from './order';
import type { InstanceInputs, InstanceOutputs } from './schema';
import { instanceSchema } from './schema';
import { remove, removeUnseen, volumesDeletedWith } from './remove';
import { actualInputs, outputsOf } from './view';

export type * from './schema';

const kind: MachineKind<Instance, InstanceInputs, InstanceOutputs> = {
  noun: 'instance',
  path: 'instances',
  collection: ({ instances }) => instances,
  placement: (inputs) => inputs,
  orderMeaning,
  hasUntaggedVolumes: ({ image }) => !isVolumeId(image),
  osVolumeName,
  // Members of a group may be spot machines because of the group's template.
  mayBeEvicted: ({ isSpot, contract, instanceGroupId }) =>
    isSpot ?? (contract === 'SPOT' || instanceGroupId !== undefined),
  readiness: (id) => untilReady(machineStatuses, (found) => new DeploymentFailed('instance', id, found)),
  differences,
  order,
  expiry: expiryOfInstance,
  applyChanges: (call, found, inputs, { found: existing, orderedTags: tags }) =>
    applyChanges(call, found, inputs, { ...(tags && { tags }) }, { isNew: !existing, isCreate: true }),
  outputs: outputsOf,
};

/** The attached volumes in state, and the volumes that another resource or person has attached. */
async function existingVolumesNow(
  call: Call,
  id: string,
  state: State<InstanceInputs, InstanceOutputs>,
  { existingVolumes: wanted = [] }: InstanceInputs,
): Promise<string[]> {
  const found = await call.run.instances.read(id);
  // The next machine takes over a created volume that the program names.
  const created = createdInState(state).filter((volumeId) => !wanted.includes(volumeId));
  const attached = (found?.volume_ids ?? []).filter((volumeId) => !created.includes(volumeId));
  return [...(state.existingVolumes ?? []), ...attached];
}

/** A machine. */
export const instance = defineResource(instanceSchema, {
  timeouts: { create: 30, update: 30, delete: 20 },
  extraTime: timeForCapacity,
  autoNameFrom: hostnameFrom,
  nameOf: async ({ instances }, id) => (await instances.read(id))?.hostname,
  uses: usesOfInstance,
  check: checkInstance,
  bill: billInstance,
  satisfied: async (call, id, property, state, inputs) => {
    if (isSatisfied(call, property, state, inputs)) return true;
    const found = await call.run.instances.read(id);
    return found !== undefined && isAsOrdered(call, property, found, state, inputs);
  },
  deleteFirst: async (state, inputs, call, id) =>
    (isVolumeId(inputs.image) && inputs.image === state.image) ||
    // Most machines declare none, and need no read.
    (inputs.existingVolumes !== undefined &&
      inputs.existingVolumes.length > 0 &&
      sharesVolumes({ existingVolumes: await existingVolumesNow(call, id, state, inputs) }, inputs)),
  plan: planOfInstance,
  deletesVolumes: volumesDeletedWith,

  async create(call, inputs) {
    const created = await createMachine(call, kind, inputs);
    if (created.accepted) leaveToGate(call, created.id, inputs);
    return created;
  },

  async read(call, id, state) {
    const found = await readRecent(call, call.run.instances, id);
    if (found && !isGone(found)) {
      if (hasOwner(call)) await warnOfLostVolumes(call, found, state);
      const isAttaching = await isBeingAttached(call, found, state);
      const inputs = await actualInputs(call, found, state, isAttaching);
      return {
        inputs,
        outputs: await outputsOf(call, found, state, inputs),
        ...(isAttaching ? { accepted: true } : stillAccepted(call, found)),
      };
    }
    const known = { inputs: declaredIn(instanceSchema.inputs, state), outputs: state as InstanceOutputs };
    const kept = await freeVolumes(call, state.keptVolumeIds ?? []);
    const left = [...createdInState(state), ...kept.map((one) => one.id)];
    return readGone(call, 'instance', left, known, await endedWithItsTime(call, id, found, state));
  },

  async update(call, id, state, inputs, reached) {
    const found = await readyMachine(call, kind, inputs, id);
    const isCreate = await isBeingAttached(call, found, inputs);
    return { outputs: await applyChanges(call, found, inputs, state, { isCreate, reached }) };
  },

  async delete(call, id, state) {
    const found = await readRecent(call, call.run.instances, id);
    const own = createdInState(state);
    const deleted = await deletedVolumes(call, id, own, state.osVolumeId, state);
    const keptOwn = own.filter((volumeId) => !deleted.includes(volumeId));
    const keptOfEvicted = keepsVolumes(state) ? (state.keptVolumeIds ?? []) : [];
    if (keptOwn.length + keptOfEvicted.length > 0)
      await releaseVolumes(call, id, { ownVolumeIds: [...keptOwn, ...keptOfEvicted] });
    // The diff of a replacement has said that these stay.
    const announced = call.run.things.keptBy(call.urn) ?? [];
    const withoutAnnounced = (ids: readonly string[]) => ids.filter((one) => !announced.includes(one));
    if (!found) await removeUnseen(call, id, state);
    else if (!isGone(found)) await call.run.moves.release(found.volume_ids, () => remove(call, found, state));
    await nameKept(call, withoutAnnounced(keptOwn), 'of the deleted instance is kept');
    const left = await remainingCreatedVolumes(call, withoutAnnounced(deleted));
    await Promise.all([
      ...left.map((volumeId) => removeVolume(call, volumeId, state.deletePermanently ?? false)),
      removeEarlierVolumes(call, id, state, withoutAnnounced),
    ]);
  },
});
