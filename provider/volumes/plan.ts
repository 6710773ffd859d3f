// What is done to an existing volume, as data.
import type { Instance, Volume, VolumeActionRequest } from '../../api';
import { attachedTo } from '../../api/services/volumes';
import { isGoing } from '../../core/statuses';
import { pick } from '../../core/values/omitUndefined';
import { nameAndId } from '../checks/messages';
import { dataLostByReplacement } from '../lifecycle/consequences';
import { readRecent } from '../lifecycle/waiting/readRecent';
import { replacementReason } from '../machines/create/deploymentFailed';
import { changeVolume } from './createdVolumes';
import type { Call } from '../run/call';
import type { State } from '../schema/define';
import { actionsOfInputs } from '../schema/derived/mapping';
import { same } from '../schema/derived/same';
import type { PlanRequest, Planned, Step } from '../schema/plan';
import { planner } from '../schema/plan';
import { hasUnknown } from '../schema/unknown';
import { hasPendingName } from './order';
import type { VolumeInputs, VolumeOutputs } from './schema';
import { volumeSchema } from './schema';
import { MOST_TAGS } from '../../api/services/tags';
import { ADOPTED } from '../../core/hiddenTags';
import { addTag, tagSteps } from '../lifecycle/tags';
import { attach, detach, bootsFrom } from './attachments';
import { tagRequests } from '../schema/tagMap';
import { warn } from '../run/progress';

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

// The steps of a volume that are no action of its own: the tag of an adoption, tags, attaching and detaching.

export type VolumeStep = Step<VolumeInputs, VolumeOutputs>;

/** Adds the tag by which machines leave the volume, if the declared tags leave a place for it. */
export function adoptionSteps({ id, tags }: Volume, inputs: VolumeInputs): VolumeStep[] {
  const keys = new Set([...tags, ...tagRequests(inputs.tags)].map(({ key }) => key));
  if (inputs.adoptId === undefined || keys.has(ADOPTED)) return [];
  if (keys.size >= MOST_TAGS)
    // At least on this computer, no removal of an orphaned machine removes the volume.
    return [
      {
        run: ({ run }) => {
          run.intentLog.addSaved(id);
          return Promise.resolve();
        },
      },
    ];
  return [
    {
      says: 'marking it as adopted',
      run: async (call) => {
        await addTag(call, 'volumes', id, { key: ADOPTED, value: '' });
        call.run.volumes.invalidate();
      },
    },
  ];
}

export const volumeTagSteps = (found: Volume, inputs: VolumeInputs, before: Partial<VolumeInputs>) =>
  tagSteps<VolumeInputs, VolumeOutputs>('volumes', found, inputs, before);

/** Detaches the volume from machines that the program does not name, then attaches it to the machines that it names. */
export function moveSteps(
  found: Volume,
  { instanceIds: wanted, allowShutdown = false }: VolumeInputs,
): VolumeStep[] {
  if (wanted === undefined || hasUnknown(wanted)) return [];
  const holders = new Set(attachedTo(found));
  const detached = [...holders].filter((holder) => !wanted.includes(holder));
  const attached = wanted.filter((other) => !holders.has(other));
  return [
    ...detached.map((machineId): VolumeStep => {
      holders.delete(machineId);
      return {
        ...{ says: 'detaching', needsOff: machineId, sets: { instanceIds: [...holders] } },
        run: (call) => detach(call, found, machineId, allowShutdown),
      };
    }),
    ...attached.map((machineId): VolumeStep => {
      holders.add(machineId);
      return {
        ...{ says: 'attaching', needsOff: machineId, sets: { instanceIds: [...holders] } },
        run: (call) => attach(call, found, machineId, allowShutdown),
      };
    }),
  ];
}

/**
 * Warns at the end of a preview of machines that hold a volume which is replaced, and that this run does not have: nothing
 * detaches it there before the delete. Only then it is known which machines the run has.
 *
 * @param declared the machines that the volume itself declares.
 */
export function warnOfOtherHolders(
  call: Call,
  found: Volume,
  declared: readonly string[],
  allowShutdown: boolean | undefined,
): void {
  const { run } = call;
  const { phase, things } = run;
  const holders = attachedTo(found).filter((id) => !declared.includes(id));
  if (holders.length === 0 || call.keep) return;
  run.once(`machines that hold ${found.id}`, () =>
    phase.atEnd.push(async () => {
      for (const id of phase.isUp ? [] : holders.filter((holder) => !things.has(holder))) {
        const text = await effectOn(call, found, id, allowShutdown);
        // The process ends when this is done, also while a line is under way.
        if (text !== undefined) await warn(call.urn, text);
      }
    }),
  );
}

/** What the replacement does to a machine that holds the volume; undefined if it stops nothing. */
async function effectOn(
  { run }: Call,
  found: Volume,
  id: string,
  allowShutdown: boolean | undefined,
): Promise<string | undefined> {
  const cluster = await run.clusters.read(id);
  const instance = cluster ? undefined : await run.instances.read(id);
  if (cluster)
    return `It is attached to the cluster ${nameAndId(cluster)}, ${NOT_HERE}. ${FAILS} Delete the cluster first.`;
  if (!instance) return undefined;
  const where = `It is attached to the instance ${nameAndId(instance)}`;
  if (bootsFrom(instance, found)) return `${where}, which boots from it and ${NOT_HERE}. ${FAILS}`;
  if (instance.status !== 'running') return undefined;
  return allowShutdown
    ? `${where}, which is running and ${NOT_HERE}: it is shut down to detach the old volume, and started again.`
    : `${where}, which is running and ${NOT_HERE}. ${FAILS} Detach the volume there first.`;
}

const NOT_HERE = 'which this run does not have';

const FAILS = 'The replacement fails when it deletes the old volume, unless this run deletes that machine.';
