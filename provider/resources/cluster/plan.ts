// What is done to an existing cluster, as data.
import type { Cluster, Volume } from '../../../api';
import { sentenceOf } from '../../../core/validation/shape';
import { dataLostByReplacement } from '../../lifecycle/consequences';
import { tagSteps } from '../../lifecycle/tags';
import type { ObservedMachine } from '../../machines/machine';
import { isLost, lostReason, observeMachine } from '../../machines/machine';
import type { Call } from '../../run/call';
import { UserFacingError } from '../../run/errors';
import type { State } from '../../schema/define';
import { same } from '../../schema/derived/same';
import type { PlanRequest, Planned, Step } from '../../schema/plan';
import { planner } from '../../schema/plan';
import { hasUnknown } from '../../schema/unknown';
import type { ObservedEnd } from '../../machines/expiry/observe';
import { observeEnd } from '../../machines/expiry/observe';
import { NO_EFFECTS, endEffects } from '../../machines/expiry/preview';
import { expirySteps } from '../../machines/expiry/steps';
import { conditionSteps } from '../../machines/conditions/steps';
import { setNodePower, unknownNodes } from './nodes';
import { expiryOfCluster } from './order';
import { volumesDeletedWith } from './remove';
import type { ClusterInputs, ClusterOutputs } from './schema';

type ClusterState = State<ClusterInputs, ClusterOutputs>;

export interface ObservedCluster extends ObservedMachine<Cluster> {
  /** Whether its create or its last update did not end. */
  readonly isOpen?: boolean;
  /** When it is compared with its end. */
  readonly end?: ObservedEnd;
  /** For a replacement: the shared volumes that are deleted with it. */
  readonly deleted?: readonly Volume[];
}

async function observe(
  call: Call,
  state: ClusterState,
  inputs: ClusterInputs,
  request: PlanRequest,
): Promise<ObservedCluster> {
  const { id, of, isPlanned, keep } = request;
  const { deleteSharedVolumes = false } = inputs;
  const { clusters } = call.run;
  const machine =
    of === 'replacement' ? { found: undefined } : await observeMachine(call, clusters, id, state);
  const isSaid = isPlanned && !keep && (of === 'replacement' || isLost(machine));
  const { found } = machine;
  const isThere = found && !isLost(machine);
  return {
    ...machine,
    ...(isThere &&
      (await observeEnd(call, clusters, found, inputs, (one) => expiryOfCluster(one, inputs), request))),
    ...(isSaid && { deleted: await volumesDeletedWith(call, { ...state, deleteSharedVolumes }) }),
  };
}

/** Pure. */
export function planCluster(
  observed: ObservedCluster,
  state: ClusterState,
  inputs: ClusterInputs,
  { id, of, keep }: PlanRequest,
): Planned<ClusterInputs, ClusterOutputs> {
  const { found, isOpen = false } = observed;
  const reason = of === 'update' ? undefined : lostReason('cluster', id, observed);
  if (!found || of === 'replacement' || reason !== undefined) {
    const replace = of !== 'replacement' && reason !== undefined && { replace: reason };
    const warnings = keep ? [] : lostData(observed, inputs);
    return { plan: { ...replace, steps: [], warnings }, findings: {} };
  }
  const wanted = expiryOfCluster(found, inputs);
  const { refuse, warnings, isNear, isOther } = observed.end
    ? endEffects(found, { inputs, state, wanted, ...observed.end })
    : NO_EFFECTS;
  const findings = {
    ...(isOther && { unfinished: true }),
    ...(isNear !== undefined && {
      notes: (call: Call) => {
        call.warn(isNear);
      },
    }),
  };
  if (of === 'unchanged' && !isOther) return { plan: { steps: [], warnings: [] }, findings };
  const steps = [
    ...tagSteps<ClusterInputs, ClusterOutputs>('clusters', found, inputs, state),
    ...expirySteps<ClusterInputs, ClusterOutputs>('clusters', found, wanted, inputs, state),
    ...powerSteps(found, state, inputs),
    ...conditionSteps(
      inputs,
      { state, all: isOpen || (inputs.powerState === 'running' && state.powerState === 'offline') },
      {
        noun: 'cluster',
        collectionOf: ({ clusters }) => clusters,
        machine: found,
        hostKey: state.sshHostKey,
      },
    ),
  ];
  const added = newlyOffline(state, inputs);
  const [problem] = unknownNodes(
    found,
    added.map((value) => ({ path: 'offlineNodes', value })),
  );
  return {
    plan: {
      steps,
      warnings: [
        ...(of === 'change' && added.length > 0
          ? [`${added.join(', ')} will be shut down, and stays billed.`]
          : []),
        ...warnings,
      ],
      ...refusalOf(problem ? sentenceOf(problem) : refuse && `maxRunDuration ${refuse}`),
    },
    findings,
  };
}

const refusalOf = (reason: string | undefined) =>
  reason === undefined ? {} : { refuse: new UserFacingError(`${reason}.`) };

export const planOfCluster = planner({ observe, plan: planCluster });

const lostData = ({ deleted = [] }: ObservedCluster, { deletePermanently }: ClusterInputs): string[] => [
  'Replacing it deletes the storage of its nodes permanently; only shared volumes outlive a cluster.',
  ...dataLostByReplacement(
    deleted,
    deletePermanently,
    'Leave deleteSharedVolumes out to keep it; it stays billed then.',
  ),
];

/** The nodes that the program shuts down, as far as it knows them. */
const newlyOffline = (
  { offlineNodes: before = [] }: ClusterState,
  { offlineNodes: wanted = [] }: ClusterInputs,
): string[] =>
  Array.isArray(wanted) ? wanted.filter((name) => !before.includes(name) && !hasUnknown(name)) : [];

/** The state says which nodes are off; the cloud may differ, so the step compares. */
function powerSteps(
  found: Cluster,
  state: ClusterState,
  inputs: ClusterInputs,
): Step<ClusterInputs, ClusterOutputs>[] {
  const { powerState, offlineNodes } = inputs;
  const isAsBefore = same([powerState, offlineNodes], [state.powerState, state.offlineNodes]);
  if (hasUnknown([powerState, offlineNodes]) || (isAsBefore && powerState === undefined && !offlineNodes))
    return [];
  return [{ sets: { powerState, offlineNodes }, run: (call) => setNodePower(call, found, inputs, state) }];
}
