// What instances and clusters have in common once they exist. How they are created is in `create.ts`.
import type { Cluster, Instance } from '../../api';
import { isFailedDeployment, isGoing } from '../../core/statuses';
import type { Call } from '../session/call';
import { isAutomaticName } from '../session/call';
import { replacementReason } from './create/deploymentFailed';
import { ownVolumesLeft } from './volumes/createdVolumes';
import { readRecent } from '../lifecycle/waiting/readRecent';
import type { Found } from '../schema/define';
import { omitUndefined } from '../../core/omitUndefined';
import { hostnameFrom } from '../checks/machines/hostname';
import { inputsFrom, orderedInputs } from '../schema/derived/mapping';
import type { Inputs, ResourceSchema } from '../schema/resourceSchema';
import type { Collection } from '../polling/collection';
import type { StatusRule } from '../polling/statusRule';
import { hasUnknown } from '../schema/unknown';

/** An instance or a cluster, as the cloud shows it. */
export type Machine = Instance | Cluster;

/** Whether a machine is to run or to be shut down; an offline machine stays billed. */
export type PowerState = 'running' | 'offline';

/** What a program says of either. */
export interface MachineInputs {
  hostname?: string;
  locationCode?: string;
  fallbackLocationCodes?: string[];
  waitForCapacity?: string;
  sshKeyIds?: string[];
  startupScriptId?: string;
  awaitReady?: boolean;
  adoptId?: string;
}

/** The status words of instances and clusters (States and transitions, Instance status values). */
export const machineStatuses = {
  ready: ['running', 'offline'],
  failed: ['error', 'discontinued', 'deleting', 'notfound', 'no_capacity', 'installation_failed'],
  gone: ['discontinued', 'notfound'],
} as const satisfies StatusRule;

const has = (words: readonly string[], { status }: { readonly status: string }): boolean =>
  words.includes(status);

/** Whether it runs or is shut down. */
export const isReady = (found: { readonly status: string }): boolean => has(machineStatuses.ready, found);

/** Whether it will never be usable, or is no more. */
export const hasEnded = (found: { readonly status: string }): boolean => has(machineStatuses.failed, found);

/** Whether it will never run and stays until somebody removes it. */
export const hasFailed = (found: { readonly status: string }): boolean =>
  isFailedDeployment(found) || found.status === 'error';

/**
 * An interrupted run may have removed it without living to say so. And where nobody waited for it, or not long
 * enough, it may have failed since.
 */
export async function staleMachine<T extends Machine>(
  call: Call,
  noun: string,
  collection: Collection<T>,
  id: string,
): Promise<string | undefined> {
  const found = await readRecent(call, collection, id);
  const { accepted, unfinished } = call.recorded;
  const isOpen = accepted === true || unfinished !== undefined;
  const isUnusable = isOpen && found && hasEnded(found) && !(await wasReady(call, found));
  return found && !isGoing(found) && !isUnusable
    ? undefined
    : replacementReason(noun, id, found && { ...found, name: found.hostname });
}

/** Whether one that shows an error ran before: then it has been used, and only the program may have it replaced. */
async function wasReady(call: Call, { id, status }: Machine): Promise<boolean> {
  if (status !== 'error') return false;
  const { client } = call.session;
  const entries = await client.journal.forCompute(id, { actionCode: 'running', pageSize: 1 }, call.requests);
  return entries.length > 0;
}

/** Whether state is still to say that it is accepted and not seen ready. */
export const stillAccepted = ({ recorded }: Call, found: Machine): { accepted?: true } =>
  recorded.accepted && !isReady(found) ? { accepted: true } : {};

/** Whether the next machine is given a volume that this one holds, as far as is known: a volume cannot be in two places. */
export const sharesVolumes = (
  { existingVolumes: held = [] }: { readonly existingVolumes?: readonly string[] },
  { existingVolumes: wanted = [] }: { readonly existingVolumes?: readonly string[] },
): boolean => held.length > 0 && (hasUnknown(wanted) || wanted.some((id) => held.includes(id)));

/** Where it landed counts, and what it was named by the run that it was taken over from. */
export const isSatisfied = (
  call: Call,
  property: string,
  state: MachineInputs & { readonly location?: string },
  inputs: MachineInputs,
): boolean =>
  (property === 'locationCode' && inputs.locationCode === state.location) ||
  (property === 'hostname' && areAutomatic(call, state.hostname, inputs.hostname));

/** Whether these names are both made of the resource's name in the program and random digits. */
export const areAutomatic = ({ name }: Call, ...hostnames: (string | undefined)[]): boolean =>
  hostnames.every((hostname) => hostname !== undefined && isAutomaticName(hostnameFrom(name), hostname));

/** What `read` says of a machine that is gone: nothing, unless volumes of its own are still there, and billed. */
export async function readGone<I, O>(
  call: Call,
  noun: string,
  ownVolumeIds: readonly string[],
  { inputs, outputs }: Found<I, O>,
): Promise<Found<I, O> | undefined> {
  const left = await ownVolumesLeft(call, ownVolumeIds);
  if (left.length === 0) return undefined;
  const are = left.length === 1 ? 'is' : 'are';
  const vanished = `The ${noun} is gone, but it left ${left.join(', ')} behind, which ${are} still billed.`;
  return { inputs, outputs, vanished };
}

/** The declared inputs among what state holds. */
export const declaredIn = <I extends object>(inputs: object, state: Partial<I>): Partial<I> =>
  Object.fromEntries(Object.entries(state).filter(([key]) => key in inputs)) as Partial<I>;

/** Whether a program says what it is to be; one that was only read declares nothing. */
export const isDeclared = ({ owner }: Call): boolean => owner !== '';

/** The inputs of a machine for `read`. What only an order can set cannot have changed, so it stays as declared. */
export const inputsOfMachine = <S extends ResourceSchema>(
  call: Call,
  schema: S,
  found: Machine,
  state: Partial<Inputs<S>>,
): Partial<Inputs<S>> =>
  isDeclared(call)
    ? (omitUndefined({
        ...inputsFrom(schema, found, state),
        ...orderedInputs(schema, state),
      }) as Partial<Inputs<S>>)
    : inputsFrom(schema, found, {});

/** The inputs that a machine that exists has to have. */
export const comparableInputs = <I extends MachineInputs>({ location }: Machine, inputs: I): I => ({
  ...inputs,
  // What an interrupted run ordered may have another automatic name.
  hostname: inputs.adoptId === undefined ? undefined : inputs.hostname,
  locationCode: inputs.fallbackLocationCodes?.includes(location) ? undefined : inputs.locationCode,
});
