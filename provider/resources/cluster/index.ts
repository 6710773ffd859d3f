import { isGoing, isGone } from '../../../core/statuses';
import type { Cluster } from '../../../api';
import type { Call } from '../../run/call';
import { billCluster, checkCluster, usesOfCluster } from './check';
import { timeForCapacity } from '../../machines/create/capacity';
import { createMachine } from '../../machines/create/createMachine';
import type { MachineKind } from '../../machines/create/kind';
import { readyMachine } from '../../machines/create/ready';
import {
  declaredIn,
  endedWithItsTime,
  inputsOfMachine,
  isSatisfied,
  readGone,
  sharesVolumes,
  stillAccepted,
} from '../../machines/machine';
import { readRecent } from '../../lifecycle/waiting/readRecent';
import type { Reached } from '../../schema/plan';
import { performSteps, updateOf } from '../../schema/plan';
import { defineResource } from '../../schema/define';
import { isOrderedWith } from '../../schema/derived/mapping';
import { hostnameFrom } from '../../checks/machines/hostname';
import { powerStateOf, readyWithNodes, withoutOfflineNodes } from './nodes';
import { adoptionDifferences, expiryOfCluster, ignoredTags, order, orderMeaning, outputsOf } from './order';
import { planCluster, planOfCluster } from './plan';
import {
  deletedWithCluster,
  discontinue,
  nameLeftVolumes,
  removeSharedVolumes,
  volumesDeletedWith,
} from './remove';
import { adoptable, clusterSchema } from './schema';
import type { ClusterInputs, ClusterOutputs } from './schema';

export type * from './schema';

const kind: MachineKind<Cluster, ClusterInputs, ClusterOutputs> = {
  noun: 'cluster',
  path: 'clusters',
  collection: ({ clusters }) => clusters,
  placement: (inputs) => ({ ...inputs, instanceType: inputs.clusterType, clusters: true }),
  orderMeaning,
  hasUntaggedVolumes: () => true,
  // A cluster shows its created and its attached shared volumes in one list.
  likeUntaggedVolumes: ({ existingVolumes }) => existingVolumes,
  mayBeEvicted: () => false,
  readiness: readyWithNodes,
  differences: (_call, found, inputs) => adoptionDifferences(found, inputs),
  order,
  expiry: expiryOfCluster,
  // The API does not document tags in the deploy of a cluster.
  ignoredTags,
  applyChanges: (call, found, inputs, { orderedTags: tags }) =>
    applyChanges(call, found, inputs, { ...(tags && { tags }) }),
  outputs: outputsOf,
};

/** A cluster of machines that share storage. */
export const cluster = defineResource(clusterSchema, {
  timeouts: { create: 90, update: 30, delete: 45 },
  extraTime: timeForCapacity,
  autoNameFrom: hostnameFrom,
  nameOf: async ({ clusters }, id) => (await clusters.read(id))?.hostname,
  uses: usesOfCluster,
  check: checkCluster,
  bill: billCluster,
  satisfied: async (call, id, property, state, inputs) => {
    if (isSatisfied(call, property, state, inputs)) return true;
    const found = await call.run.clusters.read(id);
    if (!found) return false;
    // State of an imported cluster does not say which shared volumes it has, and which of them came with it.
    const isImported = state.sharedVolume === undefined && state.existingVolumes === undefined;
    return isOrderedWith(clusterSchema, property, isImported ? adoptable(found) : found, inputs);
  },
  deleteFirst: sharesVolumes,
  plan: planOfCluster,

  deletesVolumes: async (call, _id, state) => (await volumesDeletedWith(call, state)).map(({ id }) => id),

  create: (call, inputs) => createMachine(call, kind, inputs),

  async read(call, id, state) {
    const found = await readRecent(call, call.run.clusters, id);
    if (found && !isGoing(found)) {
      const inputs = actualInputs(call, found, state);
      return {
        inputs,
        outputs: await outputsOf(call, found, state, inputs),
        ...stillAccepted(call, found),
      };
    }
    await nameLeftVolumes(call, id, state);
    // A deleted cluster detaches its shared volumes long before they are removed, if the program removes them.
    const deleted = deletedWithCluster(state).map((volume) => volume.id);
    const known = { inputs: declaredIn(clusterSchema.inputs, state), outputs: state as ClusterOutputs };
    return readGone(call, 'cluster', deleted, known, await endedWithItsTime(call, id, found, state));
  },

  async update(call, id, state, inputs, reached) {
    const found = await readyMachine(call, kind, inputs, id);
    return { outputs: await applyChanges(call, found, inputs, state, reached) };
  },

  async delete(call, id, state) {
    const found = await readRecent(call, call.run.clusters, id);
    if (!found || !isGone(found)) await discontinue(call, id, found?.status);
    // State lacks volumes that the cloud did not show while the cluster was being ordered.
    const shown = [...(state.sharedVolumes ?? []), ...(found?.shared_volumes ?? [])];
    const sharedVolumes = [...new Map(shown.map((volume) => [volume.id, volume])).values()];
    await removeSharedVolumes(call, { ...state, sharedVolumes });
  },
});

/** Changes a ready cluster in place to match the program; `before` holds the inputs of the last update. */
async function applyChanges(
  call: Call,
  found: Cluster,
  inputs: ClusterInputs,
  before: Partial<ClusterInputs & ClusterOutputs>,
  reached?: Reached<ClusterInputs, ClusterOutputs>,
): Promise<ClusterOutputs> {
  const { id } = found;
  const { accepted, unfinished } = call.recorded;
  const isOpen = accepted === true || unfinished !== undefined;
  const { plan } = planCluster({ found, isOpen }, before, inputs, updateOf(id));
  if (plan.refuse) throw plan.refuse;
  await performSteps(call, plan.steps, reached);
  // All clusters that become ready together share one list that is newer than the last write.
  const { sshHostKey } = before;
  return outputsOf(call, (await call.run.clusters.read(id)) ?? found, {
    ...inputs,
    ...(sshHostKey !== undefined && { sshHostKey }),
  });
}

/**
 * The inputs as the cloud shows them. The power state comes only from nodes that are not in `offlineNodes`.
 */
function actualInputs(call: Call, found: Cluster, state: Partial<ClusterInputs>): Partial<ClusterInputs> {
  const powerState = powerStateOf(withoutOfflineNodes(found, state), state.powerState);
  return { ...inputsOfMachine(call, clusterSchema, found, state), ...(powerState && { powerState }) };
}
