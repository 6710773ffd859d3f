import type { CallOptions } from '../../api';
import type { Session } from './session';

/** What state holds of a resource beside its inputs and outputs; empty before it is created. */
export interface Recorded {
  /** The hash of the account that it was created in: see `account.ts`. */
  readonly account?: string | undefined;
  /** Proves that this state owns the resource: see `claims.ts`. */
  readonly claim?: string | undefined;
  /** When its create returned, in ms by the clock of the computer that ran it. */
  readonly createdAt?: number | undefined;
  /** The id of its pending tag, when its create last saw it; only written, never read here. */
  readonly pendingTagId?: string | undefined;
  /** Why it is not finished yet; the next `up` continues with it. */
  readonly unfinished?: string | undefined;
  /** It was accepted and not yet seen ready; the live cloud shows whether it is ready by now. */
  readonly accepted?: boolean | undefined;
  /** It is gone, but something that belongs to it is still billed; the next `up` replaces it and removes that. */
  readonly vanished?: string | undefined;
}

/** The context that an engine's protocol gives to a call, beside inputs and outputs. */
export interface CallContext {
  /** The URN of the resource; empty if the engine does not pass it. */
  readonly urn: string;
  /** The owner of the stack's state; empty for a resource of `get`. */
  readonly owner: string;
  /** The hash of the account in the owner's state, if the program knows it. */
  readonly accountOfOwner?: string | undefined;
  /** Whether the program wants to keep the resource at a delete (`retainOnDelete`, `protect`). */
  readonly keep: boolean;
  /** How long the call may take, in ms, if the program sets it (`customTimeouts`). */
  readonly timeout?: number | undefined;
  /** Paths of inputs whose change replaces the resource, or "*" (`replaceOnChanges`). */
  readonly replaceOn: readonly string[];
  /** Whether a check is for a preview. */
  readonly isPreview: boolean;
  /** Whether a read is for a program that only looks up the resource. */
  readonly isGet: boolean;
  readonly recorded: Recorded;
}

/** The context of a call, and the tools of a verb. */
export interface Call extends CallContext {
  readonly session: Session;
  /** The name of the resource in the program. */
  readonly name: string;
  /** When this call must be over, in ms on the session's clock. */
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

/** A generated name, as Pulumi makes it: the name in the program and seven random digits. */
export const automaticName = (name: string, random: string): string => `${name}-${random.slice(0, 7)}`;

/** Whether a value is a generated name. */
export const isAutomaticName = (name: string, value: string): boolean =>
  value.startsWith(`${name}-`) && /^[0-9a-f]{7}$/.test(value.slice(name.length + 1));

/** The name at the end of a URN. */
export const nameIn = (urn: string): string => urn.slice(urn.lastIndexOf('::') + 2);

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a duration in Go's form, as Pulumi uses it, e.g. "1h30m". Undefined if it is not a duration. */
export function milliseconds(duration: string): number | undefined {
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== duration) return undefined;
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0), 0);
}

/** A duration for people: "8 s", "3 min 20 s", "2 h 5 min". */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60)
    return seconds % 60 ? `${String(minutes)} min ${String(seconds % 60)} s` : `${String(minutes)} min`;
  return minutes % 60
    ? `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`
    : `${String(minutes / 60)} h`;
}
