// What is done to an existing resource, as data. The change rules of the schema decide whether it changes; the plan says what
// is done. The diff verb prints a plan; an update makes a plan again, from what it reads then, and runs its steps.
import type { Call } from '../run/call';

/** Inputs and outputs that an update has applied. */
export type Part<I, O> = { readonly [K in keyof (I & O)]?: (I & O)[K] | undefined };

/** Called by an update with the inputs and outputs that it has applied; after a failure, only these go into state. */
export type Reached<I, O> = (part: Part<I, O>) => void;

/**
 * One part of an update. A step that destroys data must read the object again when it runs, and do nothing if another
 * resource has it by then: the plan is older. No step destroys data today; only a delete does.
 */
export interface Step<I, O> {
  /** The progress line. */
  readonly says?: string;
  /** The id of the machine that must be off meanwhile. */
  readonly needsOff?: string;
  /** What state holds after it. */
  readonly sets?: Part<I, O>;
  /** Sends it; left out if only state changes. `reached` gets what is applied before its end. */
  readonly run?: (call: Call, reached: Reached<I, O>) => Promise<unknown>;
}

/** A price per hour. */
export interface Price {
  /** Undefined when it is not known. */
  readonly hourly: number | undefined;
  readonly currency: string;
}

/** A volume whose price a change adds or removes. */
export interface PlannedVolume {
  readonly type: string;
  readonly size?: unknown;
}

/** What is done, for the user and for the update. */
export interface Plan<I, O> {
  /** In this order. None for a replacement, which the engine does by a create and a delete. */
  readonly steps: readonly Step<I, O>[];
  /** Why the resource must be replaced although no input replaces it, in a sentence. */
  readonly replace?: string;
  /** Why it is impossible. */
  readonly refuse?: Error;
  /** Effects that a diff does not show, above all on data, in sentences. */
  readonly warnings: readonly string[];
  /** The volumes whose price changes, before and after. */
  readonly price?: { readonly before: readonly PlannedVolume[]; readonly after: readonly PlannedVolume[] };
}

/** A volume that is billed although its machine is gone. */
export interface KeptVolume {
  readonly id: string;
  /** Why it stays, for each preview and `up`. */
  readonly sentence: string;
}

/** What the diff verb does with what was read; an update does not look at it. */
export interface Findings {
  /** Whether an update is needed although no input changed: to finish what an interrupted run has begun. */
  readonly unfinished?: boolean;
  /** The volumes of a resource that is gone, which its replacement keeps. */
  readonly keeps?: readonly KeptVolume[];
  /** Leaves something for later calls of the run, if the program of this run makes the change. */
  readonly notes?: (call: Call) => void;
}

/** What a plan is for. */
export interface PlanRequest {
  readonly id: string;
  /**
   * By the change rules: no input changed, a change in place, or a replacement; `update` if the plan is run. With
   * `unchanged`, little is read: a preview without `--refresh` shows no drift.
   */
  readonly of: 'unchanged' | 'change' | 'replacement' | 'update';
  /** Whether the program of this run declares the resource. Otherwise nothing is said of a change in place. */
  readonly isDeclared: boolean;
  /** Whether the program of this run replaces it: also before it declares it. Otherwise nothing is said of a replacement. */
  readonly isPlanned: boolean;
  /** Whether the program keeps the resource at a delete (`retainOnDelete`, `protect`). */
  readonly keep: boolean;
}

export interface Planned<I, O> {
  readonly plan: Plan<I, O>;
  readonly findings: Findings;
}

type State<I, O> = Partial<I> & Partial<O>;

/** The two halves of a plan. */
export interface Planner<I, O, Observed> {
  /** Reads what the plan needs, and no more. */
  readonly observe: (call: Call, state: State<I, O>, inputs: I, request: PlanRequest) => Promise<Observed>;
  /** Pure. In a preview, inputs may be unknown. */
  readonly plan: (observed: Observed, state: State<I, O>, inputs: I, request: PlanRequest) => Planned<I, O>;
}

/** The hook of a resource: reads, then plans. */
export type PlanHook<I, O> = (
  call: Call,
  state: State<I, O>,
  inputs: I,
  request: PlanRequest,
) => Promise<Planned<I, O>>;

export const planner =
  <I, O, Observed>({ observe, plan }: Planner<I, O, Observed>): PlanHook<I, O> =>
  async (call, state, inputs, request) =>
    plan(await observe(call, state, inputs, request), state, inputs, request);

/** The request for a plan that is run at once. */
export const updateOf = (id: string): PlanRequest => ({
  ...{ id, of: 'update', isDeclared: true, isPlanned: true, keep: false },
});

/**
 * Runs the steps of a plan in their order.
 *
 * @param whileOff runs steps that need the same machine off, one after the other, in one time in which it is off; without
 * it, each step does that itself.
 */
export async function performSteps<I, O>(
  call: Call,
  steps: readonly Step<I, O>[],
  reached: Reached<I, O> = () => undefined,
  whileOff: (machineId: string, work: () => Promise<void>) => Promise<void> = (_, work) => work(),
): Promise<void> {
  const perform = async (some: readonly Step<I, O>[]) => {
    for (const { says, sets, run } of some) {
      if (run && says !== undefined) call.status(says);
      await run?.(call, reached);
      if (sets) reached(sets);
    }
  };
  let done = 0;
  while (done < steps.length) {
    const id = steps[done]?.needsOff;
    const next = steps.findIndex((step, index) => index > done && step.needsOff !== id);
    const group = steps.slice(done, next === -1 ? undefined : next);
    await (id === undefined ? perform(group) : whileOff(id, () => perform(group)));
    done += group.length;
  }
}
