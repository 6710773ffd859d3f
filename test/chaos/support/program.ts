// The input of a run of the simulated engine: the program, the state and the faults.
import type { LinkFaults } from './link';

export type Properties = Record<string, unknown>;

/** The beginning of all URNs. */
export const STACK = 'urn:pulumi:dev::chaos';

/** The URN of a resource of the program. */
export const urnOf = (name: string): string => `${STACK}::${name}`;

/** A resource of a program. */
export interface Declared {
  readonly name: string;
  readonly kind: 'Instance' | 'Volume' | 'Cluster';
  readonly args: Properties;
  readonly deleteBeforeReplace?: boolean;
}

/** A resource in state. */
export interface Entry {
  readonly urn: string;
  readonly kind: Declared['kind'] | 'Owner';
  readonly id: string;
  inputs: Properties;
  outputs: Properties;
  /** Whether it was replaced and must still be deleted. */
  replaced?: boolean;
}

/** A kill during a run. */
export interface Kill {
  readonly target: 'engine' | 'plugin' | 'both';
  /** Before or after the effect of the request of this number, or this long after the start, in ms. */
  readonly at: { readonly request: number; readonly point: 'before' | 'after' } | { readonly ms: number };
}

/** The faults of a run. */
export interface Faults extends Omit<LinkFaults, 'onRequest'> {
  readonly kill?: Kill | undefined;
  /** Whether the program stays alive, removes pending tags and names orphans. */
  readonly programLives: boolean;
}

export const NO_FAULTS: Faults = { faults: [], lateMs: 0, lagMs: 0, programLives: true };
