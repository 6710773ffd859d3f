/** A machine that stays off while resources need it off. */
export interface OffWindow {
  holders: number;
  /** What needs the machine off. */
  readonly reasons: Set<string>;
  /** The latest deadline of the calls that need it off, in ms on the run's clock. */
  deadline: number;
  /** Set when this run shuts it down. */
  isStopped?: boolean;
  /** Whether it is to be started again; resolves when it is off. */
  wasRunning: Promise<boolean>;
  /** Set when the last resource is done, until the machine runs again. */
  closing?: Promise<void>;
}

/** Which machines this run turns off and on, by id. Written and read by `machines/power.ts` alone. */
export class Power {
  readonly offWindows = new Map<string, OffWindow>();
  /** The machines that were in such a window: a status that was read before may be another one now. */
  readonly wereOff = new Set<string>();
  /** The changes to the power states that the program declares, while they are under way. */
  readonly changes = new Map<string, Promise<unknown>>();
}
