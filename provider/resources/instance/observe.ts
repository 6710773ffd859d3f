// What is read for the plan of an instance: little if nothing changed.
import type { Instance, Volume } from '../../../api';
import { areOff, PlannedResource, PlannedInputs } from '../../checks/plan';
import type { GroupDefaults } from '../../checks/machines/group';
import { groupDefaults } from '../../checks/machines/group';
import { volumesThatExist } from '../../lifecycle/consequences';
import type { ObservedMachine } from '../../machines/machine';
import { isLost, observeMachine } from '../../machines/machine';
import type { ObservedEnd } from '../../machines/expiry/observe';
import { observeEnd } from '../../machines/expiry/observe';
import { isLeftOff } from '../../machines/power';
import { createdVolumeIds } from '../../volumes/createdVolumes';
import { isBeingAttached } from '../../volumes/sharedVolumes';
import type { Call } from '../../run/call';
import type { State } from '../../schema/define';
import type { PlanRequest, Step } from '../../schema/plan';
import { hasUnknown, UNKNOWN } from '../../schema/unknown';
import { expiryOfInstance } from './order';
import { volumesDeletedWith } from './remove';
import type { InstanceInputs, InstanceOutputs } from './schema';
import type { RemovedEntry } from '../../volumes/inlineVolumes';
import { inlineVolumesOf, removedEntries, freeOfEvicted } from '../../volumes/inlineVolumes';
import type { InlineVolumeState } from '../../volumes/declared';
import { policyToSet } from '../../volumes/declared';
import { attachedTo } from '../../../api/services/volumes';
import { attach, detach } from '../../volumes/attachments';

export type InstanceState = State<InstanceInputs, InstanceOutputs>;

/** What was not read is left out. */
export interface ObservedInstance extends ObservedMachine<Instance> {
  /** Whether state does not say yet that it was ready. */
  readonly accepted?: boolean | undefined;
  /** Whether an earlier run has shut it down for a change, and did not start it. */
  readonly isLeftOff?: boolean;
  /** Whether an interrupted create has yet to attach shared volumes. */
  readonly isBeingAttached?: boolean;
  /** The volumes of an evicted machine that nobody has. */
  readonly free?: readonly Volume[];
  /** The entries of `volumes` that the program has removed. */
  readonly removed?: readonly RemovedEntry[];
  /** The data volumes that a new eviction policy reaches. */
  readonly spotVolumes?: readonly Volume[];
  /** When it is compared with its end. */
  readonly end?: ObservedEnd;
  /** What its group fills in. */
  readonly group?: GroupDefaults | undefined;
  /** For a replacement: the volumes that are deleted with it, those that stay, and whether the delete is permanent. */
  readonly deleted?: readonly Volume[];
  readonly stays?: readonly Volume[];
  readonly isPermanent?: boolean | undefined;
  /** The volumes that the next machine needs, if the replaced one is kept. */
  readonly needed?: readonly Volume[];
  /** For an update: whether this run has just ordered it, and the volumes that may change, by id. */
  readonly isNew?: boolean;
  /** Whether its create or its last update did not end. */
  readonly isOpen?: boolean;
  readonly volumes?: ReadonlyMap<string, Volume | undefined>;
  readonly created?: CreatedEntries;
}

/** The volumes that were created with a machine, and those of them that are entries of `volumes`. */
export interface CreatedEntries {
  readonly ids: readonly string[];
  readonly entries: readonly InlineVolumeState[];
}

export async function observeInstance(
  call: Call,
  state: InstanceState,
  inputs: InstanceInputs,
  request: PlanRequest,
): Promise<ObservedInstance> {
  const { id, of, isPlanned } = request;
  if (of === 'replacement')
    return isPlanned ? observeReplacement(call, state, inputs, request) : { found: undefined };
  const machine = await observeMachine(call, call.run.instances, id, state);
  const { found } = machine;
  if (!found || isLost(machine))
    return isPlanned ? { ...(await observeReplacement(call, state, inputs, request)), ...machine } : machine;
  const observed = await observeEnd(
    call,
    call.run.instances,
    found,
    inputs,
    (one) => expiryOfInstance(one, inputs),
    request,
  );
  const unchanged = {
    ...(await observeUnchanged(call, observed.found, state, inputs, request)),
    ...observed,
  };
  if (of === 'unchanged' || !request.isDeclared) return unchanged;
  return { ...unchanged, ...(await observeChange(call, found, state, inputs)) };
}

async function observeUnchanged(
  call: Call,
  found: Instance,
  state: InstanceState,
  inputs: InstanceInputs,
  { of, isDeclared }: PlanRequest,
): Promise<ObservedInstance> {
  const isRead = isDeclared || of === 'unchanged';
  return {
    found,
    accepted: call.recorded.accepted,
    isLeftOff: isLeftOff(call, found),
    ...(isDeclared && { free: await freeOfEvicted(call, found, state) }),
    ...(isRead && { isBeingAttached: await isBeingAttached(call, found, inputs) }),
    ...(isDeclared && { removed: await removedEntries(call, state, inputs) }),
  };
}

async function observeChange(
  call: Call,
  found: Instance,
  state: InstanceState,
  inputs: InstanceInputs,
): Promise<Pick<ObservedInstance, 'spotVolumes' | 'group'>> {
  const { osVolume, volumes } = inputs;
  const isNewPolicy =
    !hasUnknown([osVolume, volumes]) && policyToSet(found, { osVolume, volumes }, state) !== undefined;
  const dataIds = found.volume_ids.filter((volumeId) => volumeId !== found.os_volume_id);
  const isPriced = storageDiffers(state, inputs) && !areOff(call.run);
  return {
    ...(isNewPolicy && { spotVolumes: await volumesThatExist(call, dataIds) }),
    ...(isPriced && { group: await groupDefaults(new PlannedResource(call, inputs, state)) }),
  };
}

async function observeReplacement(
  call: Call,
  recordedState: InstanceState,
  { existingVolumes: wanted }: InstanceInputs,
  { id, keep }: PlanRequest,
): Promise<ObservedInstance> {
  const { run } = call;
  const found = await run.instances.read(id);
  const free = await freeOfEvicted(call, found, recordedState);
  if (keep) {
    const known = Array.isArray(wanted) ? wanted.filter((volumeId) => !hasUnknown(volumeId)) : [];
    return { found, free, needed: await volumesThatExist(call, known) };
  }
  const state = { ...recordedState, ...(run.things.settingsOf(id) as Partial<InstanceInputs>) };
  const isFree = (volumeId: string) => free.some((volume) => volume.id === volumeId);
  const deleted = (await volumesDeletedWith(call, id, state)).filter((one) => !isFree(one));
  const own = await createdVolumeIds(call, found, state);
  const stays = own.filter(
    (one) => !isFree(one) && !deleted.includes(one) && !run.program.isUsed('volume', one),
  );
  return {
    ...{ found, free, isPermanent: state.deletePermanently },
    deleted: await volumesThatExist(call, deleted),
    stays: await volumesThatExist(call, stays),
  };
}

/** @param isNew whether this run has just ordered it: then it has its volumes already, except shared ones. */
export async function observeUpdate(
  call: Call,
  found: Instance,
  state: InstanceState,
  inputs: InstanceInputs,
  isNew: boolean,
): Promise<ObservedInstance> {
  const { existingVolumes: wanted = [], osVolume } = inputs;
  const { accepted, unfinished } = call.recorded;
  const isOpen = accepted === true || unfinished !== undefined;
  const machine = { found, isNew, isOpen, isLeftOff: isLeftOff(call, found) };
  if (isNew && wanted.every((id) => found.volume_ids.includes(id))) return machine;
  const osIds = !isNew && osVolume && found.os_volume_id ? [found.os_volume_id] : [];
  const volumes = new Map(
    await Promise.all(
      [...osIds, ...noLongerAttached(inputs, state), ...wanted].map(
        async (id) => [id, await call.run.volumes.read(id)] as const,
      ),
    ),
  );
  if (isNew) return { ...machine, volumes };
  const ids = await createdVolumeIds(call, found, { ...inputs, ...state });
  const entries = await inlineVolumesOf(call, ids, { ...inputs, ...state });
  return { ...machine, volumes, created: { ids, entries } };
}

// Which volumes an update attaches and detaches because of `existingVolumes`.

/** An instance cannot be changed to match the program. */
export class InstanceError extends Error {
  override readonly name = 'InstanceError';
}

/** A volume to attach or to detach. */
export interface Move {
  readonly id: string;
  readonly action: 'attach' | 'detach';
  /** As it was read. */
  readonly volume?: Volume | undefined;
}

interface Machine {
  readonly id: string;
  readonly volume_ids: readonly string[];
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

/**
 * The volumes to detach, then those to attach. In a preview, an id may be unknown: that volume is attached.
 *
 * @param volumes the volumes that an update has read; otherwise the machine shows which ones it has.
 */
export function movesOf(
  machine: Machine,
  inputs: InstanceInputs,
  before: Partial<InstanceInputs & InstanceOutputs>,
  volumes: ReadonlyMap<string, Volume | undefined> | undefined,
): Move[] {
  const wanted = Array.isArray(inputs.existingVolumes) ? inputs.existingVolumes : [];
  const isHeld = (id: string): boolean => {
    const volume = volumes?.get(id);
    return volume ? attachedTo(volume).includes(machine.id) : machine.volume_ids.includes(id);
  };
  return [
    ...noLongerAttached(inputs, before)
      // It is gone.
      .filter((id) => !volumes || volumes.get(id))
      .filter(isHeld)
      .map((id) => ({ id, action: 'detach' as const, volume: volumes?.get(id) })),
    ...wanted
      .filter((id) => !isHeld(id))
      .map((id) => ({ id, action: 'attach' as const, volume: volumes?.get(id) })),
  ];
}

/** The steps of the moves. They share one time in which the machine is off. */
export function moveSteps(
  machine: Machine,
  moves: readonly Move[],
  { existingVolumes: wanted = [] }: InstanceInputs,
  { existingVolumes: had = [] }: Partial<InstanceInputs>,
): Step<InstanceInputs, InstanceOutputs>[] {
  if (moves.length === 0) return [];
  const held = new Set([...had, ...wanted.filter((id) => machine.volume_ids.includes(id))]);
  return moves.map(({ id, action, volume }) => {
    if (action === 'attach') held.add(id);
    else held.delete(id);
    const perform = action === 'attach' ? attach : detach;
    return {
      says: `${action}ing ${id === UNKNOWN ? 'a volume that is not known yet' : `the volume ${id}`}`,
      ...{ needsOff: machine.id, sets: { existingVolumes: [...held] } },
      ...(volume && { run: (call) => perform(call, volume, machine.id, true) }),
    };
  });
}

/** Why an update cannot attach volumes: they do not exist. */
export function missingVolume(
  moves: readonly Move[],
  volumes: ReadonlyMap<string, Volume | undefined> | undefined,
): InstanceError | undefined {
  const missing = volumes && moves.find(({ volume }) => !volume);
  return missing && new InstanceError(`existingVolumes: there is no volume ${missing.id} in this project.`);
}

/** Whether a change in place alters the price of the storage. */
export const storageDiffers = (state: Partial<InstanceInputs>, inputs: Partial<InstanceInputs>): boolean => {
  const planned = new PlannedInputs(inputs, state);
  return planned.differs('volumes') || planned.differs('osVolume.size');
};
