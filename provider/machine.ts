// What instances and clusters have in common once they exist. How they come to be is in `deploy.ts`.
import type { Call } from './call';
import { isAutomaticName, milliseconds, nameIn } from './call';
import type { Carrier } from './createOnce';
import { ownVolumesLeft } from './ownVolumes';
import { lookFor } from './presence';
import type { Bookkeeping, Found } from './resource';
import { hostnameFrom } from './resources/common';
import type { Collection } from './settle/collection';
import type { SettleRule } from './settle/rule';

/** An instance or a cluster, as the cloud shows it. */
export interface Machine extends Carrier {
  readonly hostname: string;
  readonly status: string;
  readonly location: string;
  readonly ssh_key_ids: readonly string[];
  readonly startup_script_id?: string | null;
}

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
export const machineSettle = {
  ready: ['running', 'offline'],
  failed: ['error', 'discontinued', 'deleting', 'notfound', 'no_capacity', 'installation_failed'],
  gone: ['discontinued', 'notfound'],
} as const satisfies SettleRule;

const has = (words: readonly string[], { status }: { readonly status: string }): boolean =>
  words.includes(status);

/** Whether it runs or is shut down. */
export const isReady = (found: { readonly status: string }): boolean => has(machineSettle.ready, found);

/** Whether it will never be usable, or is no more. */
export const hasEnded = (found: { readonly status: string }): boolean => has(machineSettle.failed, found);

/** Whether it is no more. */
export const isNoMore = (found: { readonly status: string }): boolean => has(machineSettle.gone, found);

/** Whether it is no more, or on its way out. */
export const isGoing = (found: { readonly status: string }): boolean =>
  found.status === 'deleting' || isNoMore(found);

/** Whether it will never run and stays until somebody removes it. */
export const isCarcass = (found: { readonly status: string }): boolean =>
  has(['no_capacity', 'installation_failed', 'error'], found);

/**
 * An interrupted run may have removed it without living to say so. And where nobody waited for it, or not long
 * enough, it may have failed since.
 */
export async function staleMachine<T extends Machine>(
  call: Call,
  collection: Collection<T>,
  id: string,
  state: Bookkeeping,
): Promise<'replace' | undefined> {
  const found = await lookFor(call, collection, id, state);
  if (!found || isGoing(found)) return 'replace';
  const isOpen = state.__accepted === true || state.__unfinished !== undefined;
  return isOpen && hasEnded(found) ? 'replace' : undefined;
}

/** Where it landed counts, and what it was named by the run that it was taken over from. */
export const isSatisfied = (
  property: string,
  state: MachineInputs & { readonly location?: string },
  inputs: MachineInputs & Bookkeeping,
): boolean =>
  (property === 'locationCode' && inputs.locationCode === state.location) ||
  (property === 'hostname' && areAutomatic(inputs, state.hostname, inputs.hostname));

/** Whether these names are both made of the resource's name in the program and random digits. */
export const areAutomatic = ({ __urn = '' }: Bookkeeping, ...hostnames: (string | undefined)[]): boolean =>
  hostnames.every(
    (hostname) => hostname !== undefined && isAutomaticName(hostnameFrom(nameIn(__urn)), hostname),
  );

/** Time that waiting for room asks for beyond the timeout of a create, in ms. */
export const timeForRoom = ({ waitForCapacity }: MachineInputs): number =>
  waitForCapacity === undefined ? 0 : (milliseconds(waitForCapacity) ?? 0);

/** What `read` says of a machine that is gone: nothing, unless volumes of its own are still there, and billed. */
export async function readGone<I, O>(
  call: Call,
  noun: string,
  ownVolumeIds: readonly string[],
  { inputs, outputs }: Found<I, O>,
): Promise<Found<I, O> | undefined> {
  const left = await ownVolumesLeft(call, { ownVolumeIds });
  if (left.length === 0) return undefined;
  const are = left.length === 1 ? 'is' : 'are';
  const vanished = `The ${noun} is gone, but it left ${left.join(', ')} behind, which ${are} still billed.`;
  return { inputs, outputs, vanished };
}

/** The declared inputs among what state holds. */
export const declaredIn = <I extends object>(rules: object, state: Partial<I>): Partial<I> =>
  Object.fromEntries(Object.entries(state).filter(([key]) => key in rules)) as Partial<I>;
