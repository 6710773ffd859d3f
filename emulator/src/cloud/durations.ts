import type { MachineType } from './catalogue';

/** How long things take, in seconds of the cloud's clock. */
export interface Durations {
  /** From a deploy's acceptance to `running`. Left out, it depends on the type: 45 s without a GPU, 90 to 240 s with. */
  provisioningSeconds?: number;
  /** From `offline` to `running`. */
  startSeconds: number;
  shutdownSeconds: number;
  forceShutdownSeconds: number;
  /** From `deleting` to `discontinued`. */
  instanceDeleteSeconds: number;
  /** How long a discontinued machine can still be read by its id. */
  discontinuedVisibleSeconds: number;
  volumeCreateSeconds: number;
  attachSeconds: number;
  detachSeconds: number;
  volumeDeleteSeconds: number;
  restoreSeconds: number;
  cloneSecondsPerGigabyte: number;
  /** A clone to another location takes this many times as long. */
  crossLocationFactor: number;
  cancelSeconds: number;
  exportSecondsPerGigabyte: number;
  /** How long deleted volumes can be restored. */
  trashRetentionSeconds: number;
}

export const defaultDurations: Durations = {
  startSeconds: 40,
  shutdownSeconds: 20,
  forceShutdownSeconds: 3,
  instanceDeleteSeconds: 10,
  discontinuedVisibleSeconds: 3600,
  volumeCreateSeconds: 3,
  attachSeconds: 5,
  detachSeconds: 5,
  volumeDeleteSeconds: 5,
  restoreSeconds: 10,
  cloneSecondsPerGigabyte: 0.5,
  crossLocationFactor: 4,
  cancelSeconds: 5,
  exportSecondsPerGigabyte: 0.2,
  trashRetentionSeconds: 96 * 3600,
};

/** Seconds from a deploy's acceptance to `running`: more accelerators take longer to be checked. */
export function provisioningSeconds(durations: Durations, machine: MachineType): number {
  if (durations.provisioningSeconds !== undefined) return durations.provisioningSeconds;
  return machine.gpus === 0 ? 45 : 90 + ((machine.gpus - 1) / 7) * 150;
}
