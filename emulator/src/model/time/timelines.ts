import { causeField } from '../events';
import { Queue } from './queue';
import { listOf, objectOf, oneOf, optional, planned, text } from '../rows';
import { troubleField } from '../trouble';
import type { Clock } from './clock';
import type { Cause } from '../events';
import type { Field } from '../rows';
import type { Trouble } from '../trouble';
import type { Entity } from '../store';

/** A status of a resource, and when it begins. */
export interface Phase<Status extends string = string> {
  status: Status;
  /** Milliseconds of the cloud's clock. */
  at: number;
  cause: Cause;
  /** The action code to record when the phase begins; without it, nothing is recorded. */
  event?: string;
  /** Ids of the machines that the event concerns, when they are not those of the resource at that instant. */
  concerns?: string[];
  /** What a fault does to the machine that begins to run. */
  trouble?: Trouble;
}

/** A resource whose status follows from its history and the clock. */
export interface Living<Status extends string = string> extends Entity {
  /** Past, present and planned phases, in order of time. */
  phases: Phase<Status>[];
  /** How many of them have been entered, their effects included. */
  entered: number;
}

/** The fields of a row that changes with time between these statuses. */
export const livingFields = (statuses: Iterable<string>): { phases: Field; entered: Field } => ({
  phases: {
    minItems: 1,
    ...listOf(
      objectOf<Phase>({
        status: oneOf(statuses),
        at: planned,
        cause: causeField,
        event: optional(text),
        concerns: optional(listOf(text)),
        trouble: optional(troubleField),
      }),
    ),
  },
  entered: { type: 'integer', minimum: 1 },
});

export interface Step<Status extends string> {
  status: Status;
  /** Seconds of the cloud's clock after the step before; the first one counts from the start of the plan. */
  after?: number;
  event?: string;
  /** Ids of the machines that the event concerns, when they are not those of the resource at that instant. */
  concerns?: string[];
  /** Set when the step has another cause than the plan. */
  cause?: Cause;
  /** What a fault does to the machine that begins to run. */
  trouble?: Trouble;
}

export type AnyStep = Step<string>;

/** Changes the planned steps of a resource: with it, faults make machines hang, fail or disappear. */
export type FaultPlan = (steps: AnyStep[], resource: Living) => AnyStep[];

/** The next phase of a resource. It is out of date when the resource has been planned anew or removed. */
interface Next {
  at: number;
  kind: Kind;
  /** Of phases at one instant in one table, the lower place comes first. */
  place: number;
  resource: Living;
  phase: Phase;
}

interface Kind {
  rank: number;
  table: Map<string, Living>;
  enter: Entering;
  /** The places of its resources, in the order of the table. */
  places: WeakMap<Living, number>;
}

/**
 * A queue is made anew, without phases that are out of date, when it has more phases than this and more than
 * `mostPerResource` for each resource.
 */
const leastToRemake = 1000;
const mostPerResource = 2;

const isBefore = (left: Next, right: Next): boolean =>
  left.at !== right.at
    ? left.at < right.at
    : left.kind !== right.kind
      ? left.kind.rank < right.kind.rank
      : left.place < right.place;

type Entering = (resource: Living, phase: Phase) => void;

/** The status now. A resource without a history has the status of its first phase. */
export function statusOf<Status extends string>(resource: Living<Status>): Status {
  const phase = resource.phases[Math.max(0, resource.entered - 1)];
  if (phase === undefined) throw new Error(`${resource.id} has no history.`);
  return phase.status;
}

/** Whether the resource has had its present status for so many seconds. */
export const hasRested = ({ phases, entered }: Living, seconds: number, now: number): boolean =>
  now - (phases[entered - 1]?.at ?? now) > seconds * 1000;

/** The final status of the resource, unless something else happens to it. */
export function finalStatus<Status extends string>(resource: Living<Status>): Status {
  return resource.phases.at(-1)?.status ?? statusOf(resource);
}

/**
 * Applies the effects of time in the order of their instants.
 * There are no timers: `catchUp` is called before every request and does nothing until a phase is due. A queue holds the
 * next phases, so that a jump of the clock costs little more for each of many resources.
 */
export class Timelines {
  private readonly kinds: Kind[] = [];
  /** Undefined until the tables are searched for the next phases. */
  private queue: Queue<Next> | undefined;
  private places = 0;
  /** The number of phases that have begun. Caches that depend on a status compare it. */
  changes = 0;
  private faultPlan: FaultPlan | undefined;
  private instant: number | undefined;

  /** `entering` gets every resource that enters a phase, the instant, and the work to do then. */
  constructor(
    private readonly clock: Clock,
    private readonly entering: (resource: Living, at: number, enter: () => void) => void,
  ) {}

  /** The time: inside the effects of an instant, that instant. */
  now(): number {
    return this.instant ?? this.clock.now();
  }

  /** Adds a table to the timelines; `enter` applies the effects of a phase that has begun. */
  follow<T extends Living>(
    table: Map<string, T>,
    enter: (resource: T, phase: T['phases'][number]) => void,
  ): void {
    this.kinds.push({
      rank: this.kinds.length,
      table,
      enter: enter as Entering,
      places: new WeakMap(),
    });
  }

  /** Replaces the plan of the resource by these steps. The first step begins at once unless it has `after`. */
  plan<Status extends string>(
    resource: Living<Status>,
    cause: Cause,
    steps: Step<Status>[],
    from: number = this.now(),
  ): void {
    // Only the present phase is kept: the events have the earlier ones.
    resource.phases = resource.phases.slice(Math.max(0, resource.entered - 1), resource.entered);
    resource.entered = resource.phases.length;
    this.add(resource, cause, steps, from);
    // While the effects of an instant run, `catchUp` is not called here: it is running, and continues after them.
    if (this.instant === undefined) this.catchUp(from);
  }

  /** Adds these steps to the plan of the resource. The first one counts from the end of that plan. */
  continue<Status extends string>(resource: Living<Status>, cause: Cause, steps: Step<Status>[]): void {
    this.add(resource, cause, steps, resource.phases.at(-1)?.at ?? this.now());
  }

  private add<Status extends string>(
    resource: Living<Status>,
    cause: Cause,
    steps: Step<Status>[],
    from: number,
  ): void {
    let at = from;
    const planned =
      this.faultPlan === undefined ? steps : (this.faultPlan(steps, resource) as Step<Status>[]);
    for (const { status, after = 0, event, concerns, cause: own, trouble } of planned) {
      at += after * 1000;
      resource.phases.push({
        status,
        at,
        cause: own ?? cause,
        ...(event !== undefined && { event }),
        ...(concerns !== undefined && { concerns }),
        ...(trouble !== undefined && { trouble }),
      });
    }
    this.enqueue(resource);
  }

  /** Applies a fault plan to every plan that is created inside `work`. */
  withFaultPlan<T>(faultPlan: FaultPlan | undefined, work: () => T): T {
    this.faultPlan = faultPlan;
    try {
      return work();
    } finally {
      this.faultPlan = undefined;
    }
  }

  /** Searches again for the next phase, after the tables were replaced. */
  reload(): void {
    this.queue = undefined;
  }

  catchUp(now: number = this.now()): void {
    for (;;) {
      const next = this.next();
      if (next === undefined || next.phase.at > now) return;
      const { kind, resource, phase } = next;
      this.entering(resource, phase.at, () => {
        resource.entered += 1;
        this.changes += 1;
        this.enqueue(resource);
        this.at(phase.at, () => {
          kind.enter(resource, phase);
        });
      });
    }
  }

  /** Runs effects of time at their instant. The faults of the request that triggers them do not change their plans. */
  private at(instant: number, effects: () => void): void {
    const { instant: outerInstant, faultPlan: outerFaultPlan } = this;
    this.instant = instant;
    this.faultPlan = undefined;
    try {
      effects();
    } finally {
      this.instant = outerInstant;
      this.faultPlan = outerFaultPlan;
    }
  }

  /** The next phase of all. */
  private next(): Next | undefined {
    this.queue ??= this.search();
    for (;;) {
      const { first } = this.queue;
      if (first === undefined || isCurrent(first)) return first;
      this.queue.take();
    }
  }

  private search(): Queue<Next> {
    const queue = new Queue(isBefore);
    for (const kind of this.kinds) {
      kind.places = new WeakMap();
      for (const resource of kind.table.values()) this.put(queue, kind, resource);
    }
    return queue;
  }

  /** Puts the next phase of the resource into the queue. */
  private enqueue(resource: Living): void {
    if (this.queue === undefined) return;
    const rows = this.kinds.reduce((sum, { table }) => sum + table.size, 0);
    if (this.queue.size > leastToRemake + mostPerResource * rows) {
      this.queue = undefined;
      return;
    }
    const kind = this.kinds.find(({ table }) => table.get(resource.id) === resource);
    if (kind !== undefined) this.put(this.queue, kind, resource);
  }

  private put(queue: Queue<Next>, kind: Kind, resource: Living): void {
    const place = kind.places.get(resource) ?? this.places++;
    kind.places.set(resource, place);
    const phase = resource.phases[resource.entered];
    if (phase !== undefined) queue.add({ at: phase.at, kind, place, resource, phase });
  }
}

const isCurrent = ({ kind: { table }, resource, phase }: Next): boolean =>
  resource.phases[resource.entered] === phase && table.get(resource.id) === resource;
