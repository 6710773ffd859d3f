/** The inputs of a machine that its gate needs. */
export interface GateInputs {
  readonly existingVolumes?: readonly string[];
  readonly allowShutdown?: boolean;
  readonly adoptId?: string;
}

/** What gates still have to do for their machines, by id. Written by creates and diffs of machines; read and removed by gates. */
export type Gates = Map<string, GateInputs>;
