import { listOf, instant, nullable, objectOf, oneOf, optional, rowOf, text } from './rows';
import type { Identifiers } from './identifiers';
import type { Retention } from './retention';
import type { Store } from './store';

/** Who sends a request, and from where. */
export interface Caller {
  projectId: string;
  clientId: string;
  userId: string;
  role: Role;
  /** The address that the request came from. */
  ip: string;
  /** The user agent of the request. */
  origin: string;
}

/** Where a request comes from. */
export type Origin = Pick<Caller, 'ip' | 'origin'>;

/** Who a client is when it sends a request. */
export type Identity = Omit<Caller, keyof Origin>;

/** A viewer may only read; only owners and admins may read the audit log. */
export const roles = ['owner', 'admin', 'developer', 'viewer'] as const;

export type Role = (typeof roles)[number];

/** The cause of an event: a caller's request, or a reason of the cloud itself. */
export interface Cause {
  actor: Caller | null;
  reason?: string;
}

export const callerField = objectOf<Caller>({
  projectId: text,
  clientId: text,
  userId: text,
  role: oneOf(roles),
  ip: text,
  origin: text,
});

export const causeField = objectOf<Cause>({ actor: nullable(callerField), reason: optional(text) });

export const requestedBy = (actor: Caller): Cause => ({ actor });
export const internal = (reason: string): Cause => ({ actor: null, reason });

/** One event. The journal and the audit log consist of events. */
export interface CloudEvent {
  /** With the prefix `log_`. */
  id: string;
  /** Milliseconds of the cloud's clock. */
  at: number;
  projectId: string;
  /** An action code of the journal, such as `create` or `shutdown:complete`. */
  action: string;
  /** The object type of the audit log: compute, volume, ssh_key, startup_script, … */
  objectType: string;
  objectId: string;
  cause: Cause;
  /** Fields of the object at that instant. */
  data: Record<string, unknown>;
  /**
   * The machines and clusters concerned: the object itself, or the machines that a volume is attached to or detached
   * from.
   */
  computeIds?: string[];
  /** The volume concerned. */
  volumeId?: string;
}

const eventRow = rowOf<CloudEvent>({
  at: instant,
  projectId: text,
  action: text,
  objectType: text,
  objectId: text,
  cause: causeField,
  data: { type: 'object' },
  computeIds: optional(listOf(text)),
  volumeId: optional(text),
});

export type NewEvent = Omit<CloudEvent, 'id' | 'at'> & { at?: number };

/** How long events are kept. */
export const retentionMilliseconds = 90 * 24 * 3600 * 1000;

/** Everything that happened in the last ninety days, oldest first. */
export class Events {
  private readonly table: Map<string, CloudEvent>;

  constructor(
    store: Store,
    private readonly clock: { now(): number },
    private readonly identifiers: Identifiers,
    retention: Retention,
  ) {
    this.table = store.table<CloudEvent>('events', {
      row: eventRow,
      refers: { projectId: 'projects' },
      isFixed: true,
    });
    retention.limitQueue(this.table, ({ at }, now) => at < now - retentionMilliseconds);
  }

  /** Records an event: every action and every effect of time calls it. */
  record(event: NewEvent): void {
    // Whole milliseconds, like the timestamps in replies.
    const at = Math.floor(event.at ?? this.clock.now());
    const id = this.identifiers.prefixed('log_');
    this.table.set(id, { ...event, id, at });
  }

  /** The events of a project, oldest first. */
  of(projectId: string): CloudEvent[] {
    return [...this.table.values()].filter((event) => event.projectId === projectId);
  }

  /** The latest events of all projects, oldest first. */
  latest(count: number): CloudEvent[] {
    return [...this.table.values()].slice(-count);
  }
}
