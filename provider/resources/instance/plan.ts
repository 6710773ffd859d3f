// What is done to an existing instance, as data.
import type { Instance } from '../../../api';
import { attachedTo, isShared } from '../../../api/services/volumes';
import { nameAndId, isId } from '../../checks/messages';
import { PlannedInputs } from '../../checks/plan';
import { dataLostByReplacement, describeBilled, namesAndSizes } from '../../lifecycle/consequences';
import { tagSteps } from '../../lifecycle/tags';
import { isReady, lostReason } from '../../machines/machine';
import type { EndEffects } from '../../machines/expiry/preview';
import { NO_EFFECTS, endEffects } from '../../machines/expiry/preview';
import { expirySteps } from '../../machines/expiry/steps';
import { conditionSteps } from '../../machines/conditions/steps';
import { applyPowerState, forgetStops, isLeftOff, shutDownForGood } from '../../machines/power';
import { osVolumeSteps } from '../../volumes/createdVolumes';
import { leaveToGate } from '../../volumes/sharedVolumes';
import type { Call } from '../../run/call';
import { UserFacingError } from '../../run/errors';
import { same } from '../../schema/derived/same';
import type { PlanRequest, Planned, Step, PlannedVolume } from '../../schema/plan';
import { planner } from '../../schema/plan';
import { hasUnknown } from '../../schema/unknown';
import { expiryOfInstance } from './order';
import type { InstanceInputs, InstanceOutputs } from './schema';
import { entryOf, isEntryOf, refusedVolumes, keepsOf } from '../../volumes/inlineVolumes';
import { policyOf, policyToSet } from '../../volumes/declared';
import type { Move, CreatedEntries, InstanceState, ObservedInstance } from './observe';
import { InstanceError, missingVolume, moveSteps, movesOf, observeInstance, storageDiffers } from './observe';
import { DEFAULT_OS_GIGABYTES } from '../../checks/cost/machinePrice';
import type { GroupDefaults } from '../../checks/machines/group';

type InstancePlan = Planned<InstanceInputs, InstanceOutputs>;
type InstanceStep = Step<InstanceInputs, InstanceOutputs>;

/** Pure. */
export function planInstance(
  observed: ObservedInstance,
  state: InstanceState,
  inputs: InstanceInputs,
  request: PlanRequest,
): InstancePlan {
  const { found } = observed;
  const reason = lostReason('instance', request.id, observed);
  if (request.of === 'replacement' || !found || (request.of !== 'update' && reason !== undefined)) {
    const { plan, findings } = ofReplacement(observed, state, request);
    const isSaid = request.of !== 'replacement' && reason !== undefined;
    return { plan: { ...plan, ...(isSaid && { replace: reason }) }, findings };
  }
  const moves = movesOf(found, inputs, state, observed.volumes);
  const end = endOf(found, observed, state, inputs);
  const unfinished = isUnfinished(observed, inputs) || end.isOther;
  const isIdle = request.of === 'unchanged' && !unfinished;
  const steps = isIdle ? [] : stepsOf(found, observed, moves, state, inputs);
  const isSaid = request.of !== 'update' && !isIdle;
  const warnings = isSaid ? [...effectsOf(found, observed, moves, state, inputs), ...end.warnings] : [];
  const refuse = refusalOf(found, observed, moves, state, inputs, request) ?? refusalOfEnd(end);
  return {
    plan: {
      steps,
      warnings,
      ...(refuse && { refuse }),
      ...priceOf(observed, state, inputs, request),
    },
    findings: {
      ...(unfinished && { unfinished }),
      ...keptOf(observed, state),
      notes: (call) => {
        notesOf(call, found, observed, inputs);
        if (end.isNear !== undefined) call.warn(end.isNear);
      },
    },
  };
}

export const planOfInstance = planner({ observe: observeInstance, plan: planInstance });

const keptOf = ({ free }: ObservedInstance, state: InstanceState) =>
  free ? { keeps: keepsOf(free, state) } : {};

/** What is said of its end; nothing in an update, which does not compare it with the time. */
const endOf = (
  found: Instance,
  { end }: ObservedInstance,
  state: InstanceState,
  inputs: InstanceInputs,
): EndEffects =>
  end ? endEffects(found, { inputs, state, wanted: expiryOfInstance(found, inputs), ...end }) : NO_EFFECTS;

const refusalOfEnd = ({ refuse }: EndEffects): Error | undefined =>
  refuse === undefined ? undefined : new UserFacingError(`maxRunDuration ${refuse}.`);

/** Whether an update must finish what an interrupted run has begun. */
const isUnfinished = (
  { isLeftOff: isOff = false, isBeingAttached = false }: ObservedInstance,
  { powerState }: InstanceInputs,
): boolean => (isOff && powerState !== 'offline') || isBeingAttached;

/**
 * Leaves shared volumes and conditions to the gate of a machine that does not wait itself. Outside of a preview, forgets
 * that an earlier run has left the machine off, if it is to stay off or somebody has started it.
 */
function notesOf(call: Call, found: Instance, { accepted }: ObservedInstance, inputs: InstanceInputs): void {
  const { waitFor, awaitReady, powerState } = inputs;
  if (accepted && !isReady(found)) leaveToGate(call, found.id, inputs);
  else if (awaitReady === false && waitFor) {
    // Its volumes are attached. The gate knows which conditions have held.
    const isStarted = found.status !== 'running' && powerState === 'running';
    leaveToGate(call, found.id, { waitFor, powerState, isStarted });
  }
  call.run.phase.onceUp(() => {
    // A Volume of this run must not start it after its own change.
    if (inputs.powerState === 'offline') call.run.intentLog.removeStops(found.id);
    else forgetStops(call, found);
  });
}

const KEEP_REMEDY = 'Set keepVolumes: true to keep it, or keep: true on the volume';

/** The volumes that a replacement deletes, and the volumes that it keeps. */
function ofReplacement(observed: ObservedInstance, state: InstanceState, { id }: PlanRequest): InstancePlan {
  const { deleted = [], stays = [], needed = [], isPermanent } = observed;
  // A replaced machine that is kept holds its volumes: the new machine cannot have one that is not shared.
  const missing = needed.filter((volume) => !isShared(volume) && attachedTo(volume).includes(id));
  return {
    plan: {
      steps: [],
      warnings: [
        ...dataLostByReplacement(deleted, isPermanent, `${KEEP_REMEDY}; it stays billed then.`),
        ...stays.map((volume) => `${describeBilled(volume, 'stays')}.`),
      ],
      ...(missing.length > 0 && {
        refuse: new InstanceError(
          `The machine that takes its place needs the volume ${namesAndSizes(missing)}, which stays attached to the instance ` +
            `${id}, because retainOnDelete or protect keeps that. Remove the option, or remove the volume from existingVolumes.`,
        ),
      }),
    },
    findings: keptOf(observed, state),
  };
}

/** The parts of an update, in their order. */
function stepsOf(
  found: Instance,
  observed: ObservedInstance,
  moves: readonly Move[],
  state: InstanceState,
  inputs: InstanceInputs,
): InstanceStep[] {
  const { isNew = false, isOpen, volumes, created } = observed;
  return [
    ...tagSteps<InstanceInputs, InstanceOutputs>('instances', found, inputs, state),
    ...expirySteps<InstanceInputs, InstanceOutputs>(
      'instances',
      found,
      expiryOfInstance(found, inputs),
      inputs,
      state,
    ),
    ...(isNew ? [] : osVolumeSteps(found, volumes, inputs.osVolume, state.osVolume)),
    ...(isNew ? [] : entrySteps(created, state, inputs)),
    ...(moves.length > 0 && inputs.powerState === 'offline' ? [offFirst(found)] : []),
    ...moveSteps(found, moves, inputs, state),
    ...(isNew ? [] : policySteps(found, state, inputs)),
    ...powerSteps(found, observed, inputs),
    ...conditionSteps(
      inputs,
      { state, all: isOpen === true || (found.status !== 'running' && inputs.powerState === 'running') },
      {
        noun: 'instance',
        collectionOf: ({ instances }) => instances,
        machine: found,
        hostKey: state.sshHostKey,
      },
    ),
  ];
}

/** The created volumes, without those whose entries the program has removed. */
export function entriesAfter({ ids, entries }: CreatedEntries, inputs: InstanceInputs) {
  const inlineVolumes = entries.filter(isEntryOf(inputs));
  const removed = entries.filter((one) => !inlineVolumes.includes(one)).map(({ id }) => id);
  return { ownVolumeIds: ids.filter((id) => !removed.includes(id)), inlineVolumes };
}

/** The entries of `volumes` change in state only. */
function entrySteps(
  created: CreatedEntries | undefined,
  state: InstanceState,
  inputs: InstanceInputs,
): InstanceStep[] {
  const { volumes } = inputs;
  if (hasUnknown(volumes)) return [];
  const sets = { volumes, ...(created && entriesAfter(created, inputs)) };
  return Object.entries(sets).every(([name, value]) => same(state[name as keyof typeof sets], value))
    ? []
    : [{ sets }];
}

/** If the program declares the machine as offline, it is shut down first and stays off, without `allowShutdown`. */
const offFirst = (found: Instance): InstanceStep => ({
  ...(found.status === 'running' && { says: 'shutting down' }),
  sets: { powerState: 'offline' },
  run: (call) => shutDownForGood(call, found),
});

/** Sets the eviction policy of all volumes; new volumes have the cloud's default. */
function policySteps(found: Instance, state: InstanceState, inputs: InstanceInputs): InstanceStep[] {
  const { osVolume, volumes } = inputs;
  const policy = hasUnknown([osVolume, volumes]) ? undefined : policyToSet(found, inputs, state);
  if (!policy) return [];
  return [
    {
      says: `setting the eviction policy ${policy}`,
      ...(osVolume && { sets: { osVolume } }),
      run: async ({ run, requests }) => {
        await run.client.instances.perform(
          { action: 'configure_spot', id: found.id, on_spot_discontinue: policy },
          requests,
        );
        run.instances.invalidate();
      },
    },
  ];
}

function powerSteps(found: Instance, observed: ObservedInstance, inputs: InstanceInputs): InstanceStep[] {
  const { powerState = observed.isLeftOff ? 'running' : undefined } = inputs;
  if (powerState === undefined || hasUnknown(powerState)) return [];
  return [
    {
      ...(powerState !== found.status && { says: powerState === 'running' ? 'starting' : 'shutting down' }),
      ...(inputs.powerState !== undefined && { sets: { powerState } }),
      run: async (call) => {
        // Without a declared state, the steps before may have started it.
        if (inputs.powerState === undefined && !isLeftOff(call, found)) return;
        await applyPowerState(call, found.id, powerState, found.status);
      },
    },
  ];
}

/** The moves that the change makes: an unfinished create attaches its volumes without naming them. */
const ownMoves = (
  { accepted }: ObservedInstance,
  moves: readonly Move[],
  { existingVolumes = [] }: InstanceState,
) =>
  accepted ? moves.filter(({ id, action }) => action === 'detach' || !existingVolumes.includes(id)) : moves;

/** The effects of a change in place on the volumes of a machine, and whether it is shut down for that. */
function effectsOf(
  found: Instance,
  observed: ObservedInstance,
  moves: readonly Move[],
  state: InstanceState,
  inputs: InstanceInputs,
): string[] {
  const own = ownMoves(observed, moves, state);
  const detachedByOthers = own.filter(
    ({ id, action }) => action === 'attach' && state.existingVolumes?.includes(id),
  );
  const isStopped = own.length > 0 && found.status === 'running' && inputs.powerState !== 'offline';
  return [
    ...(observed.isBeingAttached
      ? [
          `The create of ${nameAndId(found)} was interrupted. This update shuts it down, attaches its shared volumes, and starts it again.`,
        ]
      : []),
    ...detachedByOthers.map(
      ({ id }) => `The volume ${id} is not attached any more: it will be attached again.`,
    ),
    ...powerSentence(found, observed, state, inputs),
    ...(isStopped && inputs.allowShutdown
      ? ['The machine will be shut down for that and started again.']
      : []),
    ...policyOfAll(found, observed, state, inputs),
  ];
}

/** What an update does because somebody has started or stopped the machine. */
function powerSentence(
  found: Instance,
  observed: ObservedInstance,
  { powerState: before }: InstanceState,
  { powerState }: InstanceInputs,
): string[] {
  if (powerState !== before) return [];
  if (powerState === 'offline' && found.status === 'running')
    return [`It runs, and powerState is "offline": it will be shut down.`];
  if (powerState === 'running' && found.status === 'offline' && !observed.isLeftOff)
    return ['It is off, and powerState is "running": it will be started.'];
  return [];
}

/** On an existing machine, an eviction policy applies to all volumes, not to one of them. */
function policyOfAll(
  found: Instance,
  { spotVolumes = [] }: ObservedInstance,
  state: InstanceState,
  { osVolume, volumes }: InstanceInputs,
): string[] {
  if (spotVolumes.length === 0) return [];
  const policy = policyToSet(found, { osVolume, volumes }, state);
  const others = spotVolumes.filter((one) => {
    const entry = entryOf(one, { ...state, ...(volumes && { volumes }) });
    return !entry || policyOf(entry) !== policy;
  });
  if (others.length === 0 || policy === undefined) return [];
  return [
    `onSpotDiscontinue applies to all volumes of an existing machine: ${policy} will also apply to ` +
      `${namesAndSizes(others)}.`,
  ];
}

/** Why a change is impossible. An update asks the machine itself whether it may be shut down. */
function refusalOf(
  found: Instance,
  observed: ObservedInstance,
  moves: readonly Move[],
  state: InstanceState,
  inputs: InstanceInputs,
  { of, isDeclared }: PlanRequest,
): Error | undefined {
  if (of === 'update') return missingVolume(moves, observed.volumes);
  if (!isDeclared) return undefined;
  const refused = refusedVolumes(observed.removed ?? [], state, inputs);
  if (refused.length > 0) return new UserFacingError(refused.join('\n'));
  const isRunning = found.status === 'running' && inputs.powerState !== 'offline';
  const isToMove = ownMoves(observed, moves, state).length > 0 && of === 'change';
  // Volumes are attached and detached while the machine is off.
  if (!isToMove || !isRunning || inputs.allowShutdown) return undefined;
  return new InstanceError(
    `Attaching or detaching volumes needs the instance ${nameAndId(found)} to be shut down, and it is running. ` +
      'Set allowShutdown: true to stop the machine for the change and start it again, or set powerState: "offline".',
  );
}

/** An update grows the operating-system volume, and leaves inline volumes to others. */
function priceOf(
  { group }: ObservedInstance,
  state: InstanceState,
  inputs: InstanceInputs,
  { of }: PlanRequest,
) {
  if (of !== 'change' || !storageDiffers(state, inputs)) return {};
  const [before, after] = [state, inputs].map((one) =>
    createdVolumes(new PlannedInputs<InstanceInputs>(one, undefined), group),
  );
  return { price: { before: before ?? [], after: after ?? [] } };
}

// The price of the volumes that are created with a machine.

/** The volumes that are created with the machine. */
export function createdVolumes(
  plan: PlannedInputs<InstanceInputs>,
  defaults: GroupDefaults | undefined,
): PlannedVolume[] {
  const isOpen = plan.inputs.volumes !== undefined && plan.at('volumes') === undefined;
  const volumes = isOpen ? [{ type: '' }] : plan.items('volumes').map((volume) => volume as PlannedVolume);
  return [...osVolume(plan, defaults), ...volumes];
}

/** The operating-system volume; none if the machine boots from a volume that exists. */
function osVolume(plan: PlannedInputs<InstanceInputs>, defaults: GroupDefaults | undefined): PlannedVolume[] {
  const size = plan.at('osVolume.size');
  if (typeof size === 'number') return [{ type: 'NVMe', size }];
  if (plan.isUnknown('image') || isId(plan.text('image') ?? '')) return [];
  const isOpen =
    (plan.inputs.osVolume !== undefined && plan.at('osVolume') === undefined) ||
    plan.isUnknown('osVolume.size') ||
    (plan.isUnknown('instanceGroupId') && !defaults);
  if (isOpen) return [{ type: 'NVMe' }];
  return [{ type: 'NVMe', size: defaults?.osVolumeSize ?? DEFAULT_OS_GIGABYTES }];
}
