import type { CallOptions } from '../../api';
import type { Session } from './session';

/** What state holds of a resource beside its inputs and outputs; nothing of one that is not created yet. */
export interface Recorded {
  /** The hash of the account that it was made in: see `account.ts`. */
  readonly account?: string | undefined;
  /** Proves that the thing is this state's own: see `claims.ts`. */
  readonly claim?: string | undefined;
  /** When its create returned, in ms of the clock of the machine that ran it. */
  readonly createdAt?: number | undefined;
  /** The id of its pending tag when its create saw it last; written only. */
  readonly pendingTagId?: string | undefined;
  /** Why it is not finished yet; the next `up` goes on with it. */
  readonly unfinished?: string | undefined;
  /** It was accepted and not seen ready yet; whether it became so is asked of the live cloud. */
  readonly accepted?: boolean | undefined;
  /** It vanished, but what it leaves behind is still billed; the next `up` replaces it and removes that. */
  readonly vanished?: string | undefined;
}

/** What an engine's protocol says of the resource of a call, beside its inputs and outputs. */
export interface CallContext {
  /** The URN of the resource, empty where the engine does not tell it. */
  readonly urn: string;
  /** The owner of the stack's state; empty for a resource that was only read. */
  readonly owner: string;
  /** The hash of the account in the owner's state, where the program knows it. */
  readonly accountOfOwner?: string | undefined;
  /** Whether the program would not have the resource deleted (`retainOnDelete`, `protect`). */
  readonly keep: boolean;
  /** How long the call may take, in ms, where the program says so (`customTimeouts`). */
  readonly timeout?: number | undefined;
  /** Paths of inputs whose change is to replace the resource, or "*" (`replaceOnChanges`). */
  readonly replaceOn: readonly string[];
  /** Whether a check is for a preview. */
  readonly isPreview: boolean;
  /** Whether a read is for a program that only looks the resource up. */
  readonly isGet: boolean;
  readonly recorded: Recorded;
}

/** The context of a call, with what a verb works with. */
export interface Call extends CallContext {
  readonly session: Session;
  /** The name of the resource in the program. */
  readonly name: string;
  /** When this call has to be over, in ms on the session's clock. */
  readonly deadline: number;
  /** Aborts when the engine is gone. */
  readonly signal: AbortSignal;
  /** What its requests are sent with: the signal, and that the line of progress tells when the rate limit holds one. */
  readonly requests: CallOptions;
  /** Rewrites the resource's line of progress. */
  status(message: string): void;
  /** A warning that stays on the screen. */
  warn(message: string): void;
}

/** Pulumi's way to name what the program does not name: its name in the program and seven random digits. */
export const automaticName = (name: string, random: string): string => `${name}-${random.slice(0, 7)}`;

/** Whether a value is such a name. */
export const isAutomaticName = (name: string, value: string): boolean =>
  value.startsWith(`${name}-`) && /^[0-9a-f]{7}$/.test(value.slice(name.length + 1));

/** The name at the end of a URN. */
export const nameIn = (urn: string): string => urn.slice(urn.lastIndexOf('::') + 2);

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a duration in Pulumi's (Go's) form, e.g. "1h30m". Undefined when it is none. */
export function milliseconds(duration: string): number | undefined {
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== duration) return undefined;
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0), 0);
}

/** A span of time as people say it: "8 s", "3 min 20 s", "2 h 5 min". */
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
