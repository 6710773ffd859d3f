// What may happen to a run.
import type { ClientRequest } from 'node:http';

/** When a run is killed. */
export interface Kill {
  /** The number of the write, from 1. A run with fewer writes is not killed. */
  readonly write: number;
  /** Whether the plugin gets the reply to that write. */
  readonly isAnswered: boolean;
  /** Whether the plugin lives on until its calls have ended; otherwise it changes no note any more. */
  readonly pluginLives: boolean;
}

/** A fault that one write of a run meets. */
export interface Disturbance {
  /** The number of the write, from 1. */
  readonly write: number;
  /** The fault, as the emulator knows it, without the operation. */
  readonly fault: object;
  /** Default: that write. */
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
