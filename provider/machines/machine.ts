// The common parts of existing instances and clusters. `create/` holds how they are created.
import type { Cluster, Instance } from '../../api';
import { expiryOf, expiryTime } from '../../core/expiryTag';
import { FAILED_DEPLOYMENT, isFailedDeployment, isGoing, unlessGone } from '../../core/statuses';
import type { Call } from '../run/call';
import { isAutomaticName } from '../schema/resourceSchema';
import type { WaitCondition } from './conditions/schema';
import { replacementReason } from './create/deploymentFailed';
import { nameAndId } from '../checks/messages';
import { info } from '../run/progress';
import { readRecent } from '../lifecycle/waiting/readRecent';
import type { Found } from '../schema/define';
import { omitUndefined } from '../../core/values/omitUndefined';
import { hostnameFrom } from '../checks/machines/hostname';
import { inputsFrom, orderedInputs } from '../schema/derived/mapping';
import type { Inputs, ResourceSchema } from '../schema/resourceSchema';
import type { Collection } from '../polling/collection';
import type { StatusRule } from '../polling/statusRule';
import { hasUnknown } from '../schema/unknown';

/** An instance or a cluster, as the cloud shows it. */
export type Machine = Instance | Cluster;

/** The desired power state of a machine; an offline machine stays billed. */
export type PowerState = 'running' | 'offline';

/** The inputs that instances and clusters share. */
export interface MachineInputs {
  hostname?: string;
  locationCode?: string;
  fallbackLocationCodes?: string[];
  waitForCapacity?: string;
  sshKeyIds?: string[];
  startupScriptId?: string;
  awaitReady?: boolean;
  waitFor?: WaitCondition[];
  maxRunDuration?: string;
  adoptId?: string;
}

/** The statuses of instances and clusters (States and transitions, Instance status values). */
export const machineStatuses = {
  ready: ['running', 'offline'],
  failed: ['error', 'discontinued', 'deleting', 'notfound', ...FAILED_DEPLOYMENT],
  gone: ['discontinued', 'notfound'],
} as const satisfies StatusRule;

const has = (words: readonly string[], { status }: { readonly status: string }): boolean =>
  words.includes(status);

/** Whether it is running or shut down. */
export const isReady = (found: { readonly status: string }): boolean => has(machineStatuses.ready, found);

/** Whether it can never become usable, or is gone. */
export const hasEnded = (found: { readonly status: string }): boolean => has(machineStatuses.failed, found);

/** Whether it can never run, and stays until somebody removes it. */
export const hasFailed = (found: { readonly status: string }): boolean =>
  isFailedDeployment(found) || found.status === 'error';

/** A machine in state, as the cloud shows it. */
export interface ObservedMachine<T extends Machine> {
  /** Undefined: it is gone. */
  readonly found: T | undefined;
  /** Whether nobody waited for it to the end, and it has failed since. */
  readonly isUnusable?: boolean;
  /** When it ended with its time: it is gone since. */
  readonly endedAt?: string;
}

/** Reads a machine in state: an interrupted run may have removed it without reporting it. */
export async function observeMachine<T extends Machine>(
  call: Call,
  collection: Collection<T>,
  id: string,
  state: { readonly expiresAt?: string },
): Promise<ObservedMachine<T>> {
  const found = await readRecent(call, collection, id);
  const { accepted, unfinished } = call.recorded;
  const isOpen = accepted === true || unfinished !== undefined;
  const endedAt = await endedWithItsTime(call, id, found, state);
  if (endedAt !== undefined) return { found, endedAt };
  if (!isOpen || !found || !hasEnded(found)) return { found };
  return { found, isUnusable: !(await wasReady(call, found)) };
}

/** When a machine that is gone ended with its time (`maxRunDuration`); undefined if it did not. */
export async function endedWithItsTime(
  { run, requests }: Call,
  id: string,
  found: Machine | undefined,
  { expiresAt }: { readonly expiresAt?: string },
): Promise<string | undefined> {
  if (found && !isGoing(found)) return undefined;
  const own = found && expiryOf(found);
  const end = own ? own.expiresAt : Date.parse(expiresAt ?? '');
  if (!(end <= run.client.cloudTime())) return undefined;
  // An eviction, or somebody in the console, may have ended it before.
  const [last] = (await unlessGone(run.client.journal.forCompute(id, { pageSize: 1 }, requests))) ?? [];
  return last && Date.parse(last.created_at) < end ? undefined : expiryTime(end);
}

/** @param noun the noun with its name or id. */
export const endedSentence = (noun: string, endedAt: string): string =>
  `The ${noun} ended with its time, at ${endedAt} (maxRunDuration)`;

/** Whether a machine in state must be replaced. */
export const isLost = ({ found, isUnusable = false }: ObservedMachine<Machine>): boolean =>
  !found || isGoing(found) || isUnusable;

/** Why a machine in state must be replaced, if it must. */
export const lostReason = (
  noun: string,
  id: string,
  observed: ObservedMachine<Machine>,
): string | undefined => {
  const { found, endedAt } = observed;
  if (endedAt !== undefined)
    return `${endedSentence(`${noun} ${nameAndId({ ...found, id })}`, endedAt)}: another takes its place.`;
  return isLost(observed)
    ? replacementReason(noun, id, found && { ...found, name: found.hostname })
    : undefined;
};

/** Whether a machine with the status `error` ran before. If so, it was used, and only the program may replace it. */
async function wasReady(call: Call, { id, status }: Machine): Promise<boolean> {
  if (status !== 'error') return false;
  const { client } = call.run;
  const entries = await client.journal.forCompute(id, { actionCode: 'running', pageSize: 1 }, call.requests);
  return entries.length > 0;
}

/** Whether state must still say that the machine was accepted and not yet seen ready. */
export const stillAccepted = ({ recorded }: Call, found: Machine): { accepted?: true } =>
  recorded.accepted && !isReady(found) ? { accepted: true } : {};

/** Whether the next machine needs a volume that this machine holds: a volume cannot be attached to both. */
export const sharesVolumes = (
  { existingVolumes: held = [] }: { readonly existingVolumes?: readonly string[] },
  { existingVolumes: wanted = [] }: { readonly existingVolumes?: readonly string[] },
): boolean => held.length > 0 && (hasUnknown(wanted) || wanted.some((id) => held.includes(id)));

/** No change: the machine is in the declared location already, or both names are generated. */
export const isSatisfied = (
  call: Call,
  property: string,
  state: MachineInputs & { readonly location?: string },
  inputs: MachineInputs,
): boolean =>
  (property === 'locationCode' && inputs.locationCode === state.location) ||
  (property === 'hostname' && areAutomatic(call, state.hostname, inputs.hostname));

/** Whether all names were generated from the resource's name and random digits. */
export const areAutomatic = ({ name }: Call, ...hostnames: (string | undefined)[]): boolean =>
  hostnames.every((hostname) => hostname !== undefined && isAutomaticName(hostnameFrom(name), hostname));

/** The volumes that were created with a machine, exist and are not being deleted. */
export async function remainingCreatedVolumes(
  call: Call,
  ownVolumeIds: readonly string[],
): Promise<string[]> {
  if (ownVolumeIds.length === 0) return [];
  // Volumes in the trash are not listed. To read each of them would cost a request for every volume of a stack.
  const volumes = await call.run.volumes.list();
  return volumes.filter((volume) => ownVolumeIds.includes(volume.id) && !isGoing(volume)).map(({ id }) => id);
}

/**
 * The result of `read` for a machine that is gone: nothing, unless volumes created with it are still billed.
 */
export async function readGone<I, O>(
  call: Call,
  noun: string,
  ownVolumeIds: readonly string[],
  { inputs, outputs }: Found<I, O>,
  endedAt: string | undefined,
): Promise<Found<I, O> | undefined> {
  const left = await remainingCreatedVolumes(call, ownVolumeIds);
  const what = endedAt === undefined ? `The ${noun} is gone` : endedSentence(noun, endedAt);
  if (left.length === 0) {
    if (endedAt !== undefined && hasOwner(call))
      await info(call.urn, `${what}. The next \`pulumi up\` makes a new one.`);
    return undefined;
  }
  const are = left.length === 1 ? 'is' : 'are';
  const vanished = `${what}, but it left ${left.join(', ')} behind, which ${are} still billed.`;
  return { inputs, outputs, vanished };
}

/** The declared inputs in state. */
export const declaredIn = <I extends object>(inputs: object, state: Partial<I>): Partial<I> =>
  Object.fromEntries(Object.entries(state).filter(([key]) => key in inputs)) as Partial<I>;

/** Whether it belongs to the owner of a stack; a resource of `get` does not, because the program does not declare it. */
export const hasOwner = ({ owner }: Call): boolean => owner !== '';

/** The inputs of a machine for `read`. Inputs that only an order sets cannot have changed, so they stay as declared. */
export const inputsOfMachine = <S extends ResourceSchema>(
  call: Call,
  schema: S,
  found: Machine,
  state: Partial<Inputs<S>>,
): Partial<Inputs<S>> =>
  hasOwner(call)
    ? (omitUndefined({
        ...inputsFrom(schema, found, state),
        ...orderedInputs(schema, state),
      }) as Partial<Inputs<S>>)
    : inputsFrom(schema, found, {});

/** The inputs that an existing machine must match. */
export const comparableInputs = <I extends MachineInputs>({ location }: Machine, inputs: I): I => ({
  ...inputs,
  // A machine of an interrupted order may have another generated name.
  hostname: inputs.adoptId === undefined ? undefined : inputs.hostname,
  locationCode: inputs.fallbackLocationCodes?.includes(location) ? undefined : inputs.locationCode,
});
