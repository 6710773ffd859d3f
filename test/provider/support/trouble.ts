// What may happen to a run.
import type { ClientRequest } from 'node:http';

/** The moment at which a run is killed. */
export interface Kill {
  /** The number of the write, from 1. A run with fewer writes is not killed. */
  readonly write: number;
  /** Whether the plugin gets the reply to that write. */
  readonly isAnswered: boolean;
  /** Whether the plugin runs until its calls have ended. If not, it changes no more notes. */
  readonly pluginLives: boolean;
}

/** A fault of the cloud at one write of a run. */
export interface Disturbance {
  /** The number of the write, from 1. */
  readonly write: number;
  /** The fault, as the emulator knows it, without the operation. */
  readonly fault: object;
  /** The operation that has the fault. Default: that of the write. */
  readonly operation?: string;
}

/** What happens to a run. */
export interface Trouble {
  readonly kill?: Kill | undefined;
  readonly disturbances?: readonly Disturbance[] | undefined;
}

/** The operation of a request, as the emulator's faults name it. */
export const operationOf = ({ method, path }: ClientRequest): string => {
  const parts = path
    .replace(/\?.*/, '')
    .replace(/\/[^/]*\d[^/]*(?=\/|$)/g, (part) => (part === '/v1' ? part : '/*'));
  return `${method} ${parts}`;
};
