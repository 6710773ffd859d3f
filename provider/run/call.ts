import type { CallOptions } from '../../api';
import type { Run } from './run';

/** The record of a resource in state, in addition to its inputs and outputs; empty before it is created. */
export interface Recorded {
  /** The hash of the account that it was created in: see `account.ts`. */
  readonly account?: string | undefined;
  /** Proves that this state owns the resource: see `run/known.ts`. */
  readonly claim?: string | undefined;
  /** When its create returned, in ms by the clock of the computer that ran it. */
  readonly createdAt?: number | undefined;
  /** The id of its pending tag, when its create last saw it; only written, never read here. */
  readonly pendingTagId?: string | undefined;
  /**
   * The text of the pending tag of its order. It identifies the POST that made it, and the volumes that were created with
   * it, when the tag is gone.
   */
  readonly orderTag?: string | undefined;
  /** The mark in the note of an interrupted update whose effect a refresh has read: see `interruptedUpdates.ts`. */
  readonly refreshed?: string | undefined;
  /** Why it is not finished yet; the next `up` continues with it. */
  readonly unfinished?: string | undefined;
  /**
   * It was accepted, but the end of its create was not seen; the live cloud shows whether it is ready by now.
   */
  readonly accepted?: boolean | undefined;
  /** It is gone, but something that belongs to it is still billed; the next `up` replaces it and removes that. */
  readonly vanished?: string | undefined;
}

/** The context that an engine's protocol gives to a call, in addition to inputs and outputs. */
export interface CallContext {
  /** The URN of the resource; empty if the engine does not pass it. */
  readonly urn: string;
  /** The owner of the stack's state; empty for a resource of `get`. */
  readonly owner: string;
  /** The hash of the account in the owner's state, if the program passes it. */
  readonly accountOfOwner?: string | undefined;
  /** Whether the program keeps the resource at a delete (`retainOnDelete`, `protect`). */
  readonly keep: boolean;
  /** Whether the program has the old resource deleted before its replacement is created (`deleteBeforeReplace`). */
  readonly deletesFirst?: boolean;
  /** How long the call may take, in ms, if the program sets it (`customTimeouts`). */
  readonly timeout?: number | undefined;
  /** Paths of inputs whose change replaces the resource, or "*" (`replaceOnChanges`). */
  readonly replaceOn: readonly string[];
  /** Paths of inputs whose changes the program ignores, or "*"; absent if the protocol does not pass them to a check. */
  readonly ignoreChanges?: readonly string[];
  /** Whether a check is for a preview; undefined if the protocol does not pass that to a check. */
  readonly isPreview: boolean | undefined;
  /** Random text for a generated name; without it, the name is random. */
  readonly nameSeed?: string;
  /** How many resources the engine creates at once, in a preview; undefined if it is not known. */
  readonly parallel?: number | undefined;
  /** Whether a read is for a program that only looks up the resource. */
  readonly isGet: boolean;
  readonly recorded: Recorded;
}

/** Whether the option `ignoreChanges` with these paths keeps a whole input as it is in state. */
export const isIgnored = (input: string, paths: readonly string[] = []): boolean =>
  paths.includes(input) || paths.includes('*');

/** How the user extends the deadline of a call. */
export const DEADLINE_ADVICE = 'Give it more time (customTimeouts)';

/** The context of a call, and the tools of a verb. */
export interface Call extends CallContext {
  readonly run: Run;
  /** The name of the resource in the program. */
  readonly name: string;
  /** The name of its note in the intent log: its id, or its URN before it has one. */
  readonly noteKey: string;
  /** When this call must be over, in ms on the run's clock. */
  readonly deadline: number;
  /** Aborts when the engine has exited. */
  readonly signal: AbortSignal;
  /** The options of its requests: the signal, and progress messages while the rate limit holds a request. */
  readonly requests: CallOptions;
  /** Replaces the resource's progress line. */
  status(message: string): void;
  /** Shows a warning that stays on the screen. */
  warn(message: string): void;
}
