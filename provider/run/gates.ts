/** The inputs of a machine that its gate needs. */
export interface GateInputs {
  readonly existingVolumes?: readonly string[];
  readonly allowShutdown?: boolean;
  readonly adoptId?: string;
  /** The conditions for which it waits; `machines/conditions` has their type. */
  readonly waitFor?: readonly object[];
  /** Whether its update starts it: then a gate that is ready waits again. */
  readonly isStarted?: boolean;
}

/** What gates still have to do for their machines, by id. Written by creates and diffs of machines; read and removed by gates. */
export type Gates = Map<string, GateInputs>;
