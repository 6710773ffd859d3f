// What is done to an existing volume, as data.
import type { Instance, Volume, VolumeActionRequest } from '../../../api';
import { attachedTo } from '../../../api/services/volumes';
import { isGoing } from '../../../core/statuses';
import { pick } from '../../../core/values/omitUndefined';
import { nameAndId } from '../../checks/messages';
import { dataLostByReplacement } from '../../lifecycle/consequences';
import { readRecent } from '../../lifecycle/waiting/readRecent';
import { replacementReason } from '../../machines/create/deploymentFailed';
import { changeVolume } from '../../machines/volumes/volumeChanges';
import type { Call } from '../../run/call';
import type { State } from '../../schema/define';
import { actionsOfInputs } from '../../schema/derived/mapping';
import { same } from '../../schema/derived/same';
import type { PlanRequest, Planned } from '../../schema/plan';
import { planner } from '../../schema/plan';
import { hasUnknown } from '../../schema/unknown';
import type { VolumeStep } from './applyChanges';
import { adoptionSteps, moveSteps, volumeTagSteps } from './applyChanges';
import { hasPendingName } from './copy';
import { warnOfOtherHolders } from './holders';
import type { VolumeInputs, VolumeOutputs } from './schema';
import { volumeSchema } from './schema';

type VolumeState = State<VolumeInputs, VolumeOutputs>;

export interface ObservedVolume {
  /** The volume; not read for a replacement that the program does not plan. */
  readonly found: Volume | undefined;
  /** The machines from which it is detached, for what the user is told. */
  readonly machines: readonly Instance[];
}

async function observe(
  call: Call,
  state: VolumeState,
  inputs: VolumeInputs,
  request: PlanRequest,
): Promise<ObservedVolume> {
  const { instances, volumes } = call.run;
  const { id, of, isPlanned, isDeclared } = request;
  if (of === 'replacement' && !isPlanned) return { found: undefined, machines: [] };
  // An interrupted run may have deleted the volume without reporting it to the engine.
  const found = of === 'replacement' ? await volumes.read(id) : await readRecent(call, volumes, id);
  const staying = of !== 'replacement' && isThere(found) ? found : undefined;
  const isSaid = staying ? isDeclared && of === 'change' : isPlanned;
  const ids = isSaid && !inputs.allowShutdown ? leftMachines(staying, state, inputs) : [];
  const machines = await Promise.all(ids.map((machineId) => instances.read(machineId)));
  return { found, machines: machines.filter((machine) => machine !== undefined) };
}

/** Pure. */
export function planVolume(
  { found, machines }: ObservedVolume,
  state: VolumeState,
  inputs: VolumeInputs,
  request: PlanRequest,
): Planned<VolumeInputs, VolumeOutputs> {
  const { id, of } = request;
  if (of === 'replacement' || !isThere(found)) {
    const existing = isThere(found) ? [found] : [];
    return {
      plan: {
        ...(of !== 'replacement' && { replace: replacementReason('volume', id, found) }),
        ...{ steps: [], warnings: [...lostData(existing, inputs, request), ...stillRunning(machines)] },
      },
      findings: {
        notes: (call) => {
          for (const volume of existing)
            warnOfOtherHolders(call, volume, state.instanceIds ?? [], inputs.allowShutdown);
        },
      },
    };
  }
  if (of === 'unchanged') return { plan: { steps: [], warnings: [] }, findings: {} };
  const steps = [
    ...adoptionSteps(found, inputs),
    ...actionSteps(found, inputs, state),
    ...volumeTagSteps(found, inputs, state),
    ...moveSteps(found, inputs),
  ];
  return {
    plan: { steps, warnings: stillRunning(machines), ...priceOf(state, inputs) },
    findings: {},
  };
}

export const planOfVolume = planner({ observe, plan: planVolume });

const isThere = (found: Volume | undefined): found is Volume => found !== undefined && !isGoing(found);

/** The machines from which the volume is detached: for a replacement, those in state. */
function leftMachines(
  staying: Volume | undefined,
  { instanceIds: held = [] }: VolumeState,
  { instanceIds: wanted }: VolumeInputs,
): readonly string[] {
  if (hasUnknown(wanted)) return [];
  if (!staying) return held;
  return wanted ? attachedTo(staying).filter((machineId) => !wanted.includes(machineId)) : [];
}

/** A volume is only detached from a machine that is off. The check names the machines to attach to. */
const stillRunning = (machines: readonly Instance[]): string[] =>
  machines
    .filter(({ status }) => status === 'running')
    .map(
      (machine) =>
        `It is attached to the instance ${nameAndId(machine)}, which is running: a volume can only be detached from a machine ` +
        'that is off. Set allowShutdown: true, or shut it down first.',
    );

function lostData(
  volumes: readonly Volume[],
  { deletePermanently, sourceVolumeId }: VolumeInputs,
  { id, keep }: PlanRequest,
): string[] {
  if (keep || sourceVolumeId === id) return [];
  const remedy = `The new volume is empty: to take the data over, make it a copy with sourceVolumeId: "${id}".`;
  return dataLostByReplacement(volumes, deletePermanently, remedy);
}

/** The actions by which the schema says that inputs change. */
const actionSteps = (found: Volume, inputs: VolumeInputs, state: VolumeState): VolumeStep[] =>
  actionsOfInputs(volumeSchema, found, inputs)
    .filter(({ input }) => !hasUnknown(inputs[input]))
    .filter(({ input, change }) => change || !same(inputs[input], state[input]))
    .map(({ input, words = '', change }) => ({
      // Nobody knows the temporary name of a copy.
      ...(change && !hasPendingName(found) && { says: `changing ${words}` }),
      sets: pick(inputs, [input]),
      ...(change && {
        run: (call) => changeVolume(call, { ...change, id: found.id } as VolumeActionRequest),
      }),
    }));

/** The price of a volume grows with its size. */
function priceOf({ size: before }: VolumeState, inputs: VolumeInputs) {
  const { size: after } = inputs;
  if (before === after) return {};
  const type = hasUnknown(inputs.type) ? '' : inputs.type;
  return { price: { before: [{ type, size: before }], after: [{ type, size: after }] } };
}
