// The input of a run of the simulated engine: the program and the state.
export type Properties = Record<string, unknown>;

/** The beginning of all URNs. */
export const STACK = 'urn:pulumi:dev::chaos';

/** The URN of a resource of the program. */
export const urnOf = (name: string): string => `${STACK}::${name}`;

/** A resource of a program. */
export interface Declared {
  readonly name: string;
  readonly kind: keyof typeof COLLECTIONS;
  readonly args: Properties;
  readonly deleteBeforeReplace?: boolean;
}

/** The collection of the API that has the resources of a kind. */
export const COLLECTIONS = { Instance: 'instances', Volume: 'volumes', Cluster: 'clusters' } as const;

/** A resource in state. */
export interface Entry {
  readonly urn: string;
  readonly kind: Declared['kind'] | 'Owner';
  readonly id: string;
  inputs: Properties;
  outputs: Properties;
  /** Whether the resource was replaced and must still be deleted. */
  replaced?: boolean;
}
