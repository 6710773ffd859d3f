// Which volumes an update attaches and detaches because of `existingVolumes`.
import type { Volume } from '../../../../api';
import { attachedTo } from '../../../../api/services/volumes';
import { attach, detach } from '../../../machines/volumes/attachments';
import type { Step } from '../../../schema/plan';
import { UNKNOWN, hasUnknown } from '../../../schema/unknown';
import type { InstanceInputs, InstanceOutputs } from '../schema';

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
