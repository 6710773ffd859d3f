import type { Clock } from './clock';
import type { Cause } from '../events';
import type { Entity } from '../store';

/** A stretch of a resource's life: the status it has from an instant on. */
export interface Phase<Status extends string = string> {
  status: Status;
  /** Milliseconds of the cloud's clock. */
  at: number;
  cause: Cause;
  /** The action code to record when the phase is entered; phases without one pass in silence. */
  event?: string;
  /** Ids of the machines that the event concerns, when they are not those of the resource at that instant. */
  concerns?: string[];
}

/** A resource whose status follows from its history and the clock. */
export interface Living<Status extends string = string> extends Entity {
  /** Past, present and planned phases, in order of time. */
  phases: Phase<Status>[];
  /** How many of them have been entered, their effects included. */
  entered: number;
}

export interface Step<Status extends string> {
  status: Status;
  /** Seconds of the cloud's clock after the step before; the first one counts from the start of the plan. */
  after?: number;
  event?: string;
  /** Ids of the machines that the event concerns, when they are not those of the resource at that instant. */
  concerns?: string[];
  /** When the step has another cause than the plan. */
  cause?: Cause;
}

export type AnyStep = Step<string>;

/** Changes what the near future holds for a resource: how faults make machines hang, fail or vanish. */
export type Fate = (steps: AnyStep[], resource: Living) => AnyStep[];

type Entering = (resource: Living, phase: Phase) => void;

/** The status now. A resource without a past yet has the status of its first phase. */
export function statusOf<Status extends string>(resource: Living<Status>): Status {
  const phase = resource.phases[Math.max(0, resource.entered - 1)];
  if (phase === undefined) throw new Error(`${resource.id} has no history.`);
  return phase.status;
}

/** Is something planned that has not happened yet? */
export const isChanging = (resource: Living): boolean => resource.entered < resource.phases.length;

/** The status that the resource ends in, when nothing else happens to it. */
export function finalStatus<Status extends string>(resource: Living<Status>): Status {
  return resource.phases.at(-1)?.status ?? statusOf(resource);
}

/**
 * Lets time have its effects, in the order of their instants and at their instants, whenever somebody looks.
 * There are no timers: `catchUp` is called before every request and does nothing until a phase is due.
 */
export class Timelines {
  private readonly kinds: { table: Map<string, Living>; enter: Entering }[] = [];
  private due = Infinity;
  /** Counts the phases that were entered: what is derived from the statuses is stale when it has moved on. */
  changes = 0;
  private fate: Fate | undefined;
  private instant: number | undefined;

  /** `beforeEntering` is told the instant of every phase just before its effects. */
  constructor(
    private readonly clock: Clock,
    private readonly beforeEntering: (at: number) => void,
  ) {}

  /** The time: while the effects of an instant are had, that instant. */
  now(): number {
    return this.instant ?? this.clock.now();
  }

  /** Puts a table under the clock; `enter` has the effects of a phase that has come. */
  follow<T extends Living>(
    table: Map<string, T>,
    enter: (resource: T, phase: T['phases'][number]) => void,
  ): void {
    this.kinds.push({ table, enter: enter as Entering });
  }

  /** Replaces whatever was planned for the resource by these steps, the first of them at once unless it says otherwise. */
  plan<Status extends string>(
    resource: Living<Status>,
    cause: Cause,
    steps: Step<Status>[],
    from: number = this.now(),
  ): void {
    resource.phases.length = resource.entered;
    let at = from;
    const bent = this.fate === undefined ? steps : (this.fate(steps, resource) as Step<Status>[]);
    for (const { status, after = 0, event, concerns, cause: own } of bent) {
      at += after * 1000;
      resource.phases.push({
        status,
        at,
        cause: own ?? cause,
        ...(event !== undefined && { event }),
        ...(concerns !== undefined && { concerns }),
      });
      this.due = Math.min(this.due, at);
    }
    this.catchUp(from);
  }

  /** Every plan made inside `work` meets this fate. */
  underFate<T>(fate: Fate | undefined, work: () => T): T {
    this.fate = fate;
    try {
      return work();
    } finally {
      this.fate = undefined;
    }
  }

  /** Looks for what is due all over again: the tables were replaced. */
  reload(): void {
    this.due = 0;
  }

  catchUp(now: number = this.now()): void {
    while (this.due <= now) {
      const next = this.earliest();
      if (next === undefined || next.phase.at > now) {
        this.due = next?.phase.at ?? Infinity;
        return;
      }
      this.beforeEntering(next.phase.at);
      next.resource.entered += 1;
      this.changes += 1;
      this.at(next.phase.at, () => {
        next.enter(next.resource, next.phase);
      });
    }
  }

  /** Effects of time are had at their instant, whatever fate the request meets that brought them to light. */
  private at(instant: number, effects: () => void): void {
    const outer = { instant: this.instant, fate: this.fate };
    Object.assign(this, { instant, fate: undefined });
    effects();
    Object.assign(this, outer);
  }

  private earliest(): { resource: Living; phase: Phase; enter: Entering } | undefined {
    let found: { resource: Living; phase: Phase; enter: Entering } | undefined;
    for (const { table, enter } of this.kinds) {
      for (const resource of table.values()) {
        const phase = resource.phases[resource.entered];
        if (phase !== undefined && (found === undefined || phase.at < found.phase.at)) {
          found = { resource, phase, enter };
        }
      }
    }
    return found;
  }
}
