// A shared volume serves several machines. An order can only attach a volume that is detached, and an attach needs a
// machine that is off. So the first machine of a program is deployed with the volume. As a part of their create, the
// others are shut down once they run, attached, and started again.
import { printable } from '../../api/printable';
import type { Instance, JournalEntry, Volume } from '../../api/index';
import { attachedTo, isShared } from '../../api/services/volumes';
import type { Call } from '../run/call';
import type { GateInputs } from '../run/gates';
import { isReady } from '../machines/machine';
import { whileOff } from '../machines/power';
import { attach } from './attachments';
import { nameAndId } from '../checks/messages';

/** The volumes that an order attaches: a shared one only with the first machine of the program that uses it. */
export async function volumesOfOrder(call: Call, ids: readonly string[]): Promise<string[]> {
  const { volumes } = call.run;
  const isOrdered = await Promise.all(
    ids.map(async (id) => {
      const known = await volumes.read(id);
      if (known === undefined || !isShared(known)) return true;
      if (call.run.program.earlierUser(call.urn, 'volume', id)) return false;
      const now = await volumes.get(id);
      return now?.status === 'detached';
    }),
  );
  return ids.filter((_, index) => isOrdered[index]);
}

/**
 * Whether a create may shut the machine down to attach shared volumes. Without the permission of the program, it
 * neither cuts off a startup script nor stops a machine that existed before.
 */
export const mayBeShutDown = (machine: Instance, { allowShutdown = false, adoptId }: GateInputs): boolean =>
  allowShutdown || (adoptId === undefined && !machine.startup_script_id);

/** Whether an interrupted create has yet to attach shared volumes to a machine, or to start the machine after that. */
export async function isBeingAttached(
  call: Call,
  machine: Instance,
  { existingVolumes = [] }: GateInputs,
): Promise<boolean> {
  if (call.recorded.accepted !== true || !isReady(machine)) return false;
  const shared = await sharedAmong(call, existingVolumes);
  const missing = missingAmong(shared, machine);
  if (missing.length === 0 && (machine.status !== 'offline' || shared.length === 0)) return false;
  const [attaches = [], shutdowns = [], starts = []] = await Promise.all(
    (['attach', 'shutdown', 'start'] as const).map((actionCode) =>
      call.run.client.journal.forCompute(machine.id, { actionCode, pageSize: 100 }, call.requests),
    ),
  );
  // If a missing volume was attached before, somebody has detached it on purpose.
  if (missing.length > 0) return missing.some(({ id }) => attaches.every((one) => one.volume_id !== id));
  // Only a create attaches to a machine that was shut down and never started again.
  const isAfterShutdown = ({ created_at: at, volume_id: id }: JournalEntry) =>
    shared.some((volume) => volume.id === id) && shutdowns.some((one) => one.created_at <= at);
  return starts.length === 0 && attaches.some(isAfterShutdown);
}

const sharedAmong = async (call: Call, ids: readonly string[]): Promise<Volume[]> => {
  const volumes = await Promise.all(ids.map((id) => call.run.volumes.read(id)));
  return volumes.filter((volume) => volume !== undefined).filter(isShared);
};

const missingAmong = (volumes: readonly Volume[], { id }: Instance): Volume[] =>
  volumes.filter((volume) => !attachedTo(volume).includes(id));

/**
 * Leaves it to the gate of a machine to attach shared volumes, and to wait for conditions: a machine that stays off meets
 * none.
 */
export function leaveToGate(
  { run }: Call,
  id: string,
  { powerState, waitFor, ...inputs }: GateInputs & { readonly powerState?: string | undefined },
): void {
  const conditions = powerState === 'offline' ? [] : (waitFor ?? []);
  if (inputs.existingVolumes?.length || conditions.length > 0)
    run.gates.set(id, { ...inputs, waitFor: conditions });
  else run.gates.delete(id);
}

/**
 * Attaches the shared volumes that the create of a machine left to its gate. Returns the machine as it is
 * then.
 */
export async function attachForGate(call: Call, machine: Instance): Promise<Instance> {
  const { run } = call;
  const declared = run.gates.get(machine.id);
  if (!declared) return machine;
  const shared = await sharedAmong(call, declared.existingVolumes ?? []);
  const left = missingAmong(shared, machine);
  if (left.length > 0) {
    const allowed = mayBeShutDown(machine, declared);
    await whileOff(call, machine.id, allowed, 'Attaching its shared volumes', async () => {
      for (const volume of left) await attach(call, volume, machine.id, true);
    });
  }
  run.gates.delete(machine.id);
  return (await run.instances.read(machine.id)) ?? machine;
}

/**
 * Warns of machines of a gate that lack a shared volume of the others, and that this run does not include
 * (`--target`): only the inputs of these machines show whether they declare the volume.
 */
export async function warnOfLeftOut(call: Call, machines: readonly Instance[]): Promise<void> {
  const leftOut = machines.filter(({ id }) => !call.run.known.has(id));
  if (leftOut.length === 0) return;
  const held = new Set(machines.flatMap(({ volume_ids: ids }) => ids));
  for (const volume of await sharedAmong(call, [...held])) {
    const without = leftOut.filter(({ id }) => !attachedTo(volume).includes(id));
    if (without.length === 0) continue;
    const names = without.map(({ hostname }) => printable(hostname)).join(', ');
    call.warn(
      `The shared volume ${nameAndId(volume)} is not attached to ${names}, which this run leaves out (--target). ` +
        'If existingVolumes there names it, run `pulumi up` without --target.',
    );
  }
}
