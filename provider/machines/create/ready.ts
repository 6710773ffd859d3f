import type { WaitDecision } from '../../polling/collection';
import { usualDeployMs } from '../../checks/machines/parallelism';
import { waitFor } from '../../lifecycle/waiting/waitFor';
import type { Call } from '../../run/call';
import { DeploymentFailed, awaitReady } from './deploymentFailed';
import type { AnyKind } from './kind';
import type { Machine, MachineInputs } from '../machine';

/** Returns a machine when it is ready; returns at once if it is ready already. */
export async function readyMachine<T extends Machine, I extends MachineInputs>(
  call: Call,
  kind: AnyKind<T, I>,
  inputs: I,
  id: string,
): Promise<T> {
  const now = kind.readiness(id)(await kind.collection(call.run).read(id));
  if (now.state === 'done' && now.value) return now.value;
  return wait(call, kind, inputs, id, 'deploying', kind.readiness(id));
}

/** Waits on the shared poll until `decide` returns a result; an error contains the journal of the machine. */
export const wait = <T extends Machine, I extends MachineInputs>(
  call: Call,
  kind: AnyKind<T, I>,
  inputs: I,
  id: string,
  doing: 'accepting' | 'deploying',
  decide: (found: T | undefined) => WaitDecision<T>,
): Promise<T> => {
  const { instanceType: what } = kind.placement(inputs);
  const usualMs = doing === 'deploying' && what !== undefined ? usualDeployMs(what) : undefined;
  return awaitReady(call, id, () =>
    waitFor(call, kind.collection(call.run), id, doing, decide, { what, usualMs }),
  );
};

/** Ends a wait as soon as a list shows the machine: one list serves all machines accepted at about that time. */
export const isListed =
  <T extends Machine, I extends MachineInputs>({ noun }: AnyKind<T, I>, id: string) =>
  (found: T | undefined): WaitDecision<T> =>
    found
      ? { state: 'done', value: found }
      : { state: 'failed', error: new DeploymentFailed(noun, id, undefined) };
