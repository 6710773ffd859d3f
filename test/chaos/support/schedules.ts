import fc from 'fast-check';

/** The commands of people after the interrupted runs. */
const CONTINUATIONS = [
  'up',
  'destroy',
  'remove a resource, then up',
  'edit the program, then up',
  'up --replace',
  'refresh, then up',
] as const;

/** A machine, a machine that is not awaited, a volume, a copy of a volume, and a cluster. */
const RESOURCES = ['machine', 'accepted', 'disk', 'copy', 'cluster'] as const;
export type ResourceName = (typeof RESOURCES)[number];

type Generated<Kind> = Kind extends fc.Arbitrary<infer Value> ? Value : never;

/** A kill during a run. */
const kill = fc.record({
  target: fc.constantFrom('engine', 'plugin', 'both'),
  /** Before or after the effect of the request of this number, or this long after the start, in ms. */
  at: fc.oneof(
    fc.record({
      request: fc.integer({ min: 1, max: 60 }),
      point: fc.constantFrom(...(['before', 'after'] as const)),
    }),
    fc.record({ ms: fc.integer({ min: 0, max: 45_000 }) }),
  ),
});

/** The faults of a run. */
const faults = fc.record({
  /** The faults of the first requests that create something, in order; later requests have none. */
  faults: fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constant('none' as const) },
      fc.constantFrom(...(['lost reply', 'lost request', 'late', 'server error'] as const)),
    ),
    { maxLength: 8 },
  ),
  /** A late request takes effect this many ms after it was sent. */
  lateMs: fc.integer({ min: 50, max: 25_000 }),
  /** The lag of lists and of single objects, in ms. */
  lagMs: fc.constantFrom<number[]>(0, 0, 500, 3_000),
  kill: fc.option(kill, { nil: undefined, freq: 4 }),
  /** Whether the program runs to its end, where it removes pending tags and names orphans. */
  programLives: fc.boolean(),
});

export type Kill = Generated<typeof kill>;
export type Faults = Generated<typeof faults>;
export const NO_FAULTS: Faults = { faults: [], lateMs: 0, lagMs: 0, kill: undefined, programLives: true };

/** The deployed resources, the interrupted runs with their faults, and the later commands of people. */
export const schedules = fc.record({
  resources: fc.subarray([...RESOURCES], { minLength: 1 }),
  /** Whether the program was deployed before the first interrupted run. */
  wasDeployed: fc.boolean(),
  /** Runs with faults, one after another; each may change the program. */
  interruptedRuns: fc.array(
    fc.record({
      faults,
      verb: fc.constantFrom(...(['up', 'up', 'up', 'destroy'] as const)),
      edit: fc.integer({ min: 0, max: 2 }),
      replaces: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  continuation: fc.constantFrom(...CONTINUATIONS),
  /** Which resource leaves the program, or is replaced. */
  pick: fc.nat({ max: 4 }),
  /** The time between the last interrupted run and the next command, in ms. */
  pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 })),
  /** The lag of lists at the next command, in ms. */
  lagMs: fc.constantFrom(0, 0, 3_000, 9_000),
});

export type Schedule = Generated<typeof schedules>;
