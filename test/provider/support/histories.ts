// Random programs, one after another, of which most runs are killed or disturbed at a random write.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { attachedTo } from '../../../api/services/volumes';
import { NO_POSTS } from '../../../core/orphans/originals';
import { orphansOf } from '../../../core/orphans/orphans';
import { volumesInState } from '../../../core/orphans/volumesInState';
import { resourceHashOf } from '../../../core/pendingTag';
import { randomCases } from '../../randomCases';
import type { Billed, Values } from './billed';
import { billed } from './billed';
import { ThingsOfOthers } from './thingsOfOthers';
import type { Declared, TestResource } from './inProcessStack';
import { InProcessStack } from './inProcessStack';
import { updateNotesOf } from './killedRuns';
import type { Disturbance, Kill } from './trouble';

const kill: fc.Arbitrary<Kill> = fc.record({
  write: fc.integer({ min: 1, max: 12 }),
  isAnswered: fc.boolean(),
  pluginLives: fc.boolean(),
});

/**
 * The request of a fault of the kind `late` takes effect this many ms after its failure. A later run cannot know of
 * it.
 */
const LATE_MS = 4_000;

/** A fault from a random write on. @param operation the requests that it affects. Default: that write. */
const atWrite = (fault: object, operation?: string) =>
  fc.record({
    write: fc.integer({ min: 1, max: 15 }),
    fault: fc.constant(fault),
    ...(operation !== undefined && { operation: fc.constant(operation) }),
  });

const disturbance: fc.Arbitrary<Disturbance> = fc.oneof(
  ...[
    { kind: 'reset', when: 'after' },
    { kind: 'reset', when: 'before' },
    { kind: 'truncate' },
    { kind: 'late', milliseconds: LATE_MS },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503, when: 'after' },
    { kind: 'status', status: 500, times: 'always' },
    { kind: 'status', status: 403 },
    { kind: 'status', status: 402 },
    { kind: 'status', status: 429, retryAfter: 2 },
  ].map((fault) => atWrite(fault)),
  atWrite({ kind: 'noCapacity', at: 'later' }, 'deployInstance'),
  atWrite({ kind: 'installationFailed' }, 'deployInstance'),
  atWrite({ kind: 'lag', seconds: 8, shows: 'hide', times: 10 }, 'listInstances'),
  atWrite({ kind: 'lag', seconds: 8, shows: 'hide', times: 10 }, 'GET /v1/volumes'),
  atWrite({ kind: 'lag', seconds: 5, times: 10 }, 'listInstances'),
  atWrite({ kind: 'lag', seconds: 5, times: 10 }, 'GET /v1/volumes'),
  atWrite({ kind: 'lag', seconds: 8, shows: 'hide', times: 10 }, 'GET /v1/instances/*'),
  atWrite({ kind: 'lag', seconds: 8, shows: 'hide', times: 10 }, 'GET /v1/volumes/*'),
  atWrite({ kind: 'status', status: 503, times: 3 }, 'GET /v1/volumes/*'),
  atWrite({ kind: 'revokeToken' }),
);

/** Some runs of editions of a program, and the edition of the last run, which is not killed. */
interface History<Edition> {
  readonly runs: readonly {
    readonly edition: Edition;
    readonly verb: 'up' | 'destroy' | 'refresh';
    readonly disturbances: readonly Disturbance[];
    readonly kill?: Kill | undefined;
    /** Chooses what somebody else does before the run. */
    readonly event?: number | undefined;
    readonly pauseMs: number;
  }[];
  readonly isLastEditionNew: boolean;
  readonly last: Edition;
}

const historiesOf = <Edition>(editions: fc.Arbitrary<Edition>): fc.Arbitrary<History<Edition>> =>
  fc.record({
    runs: fc.array(
      fc.record({
        edition: editions,
        verb: fc.constantFrom(...(['up', 'up', 'up', 'destroy', 'refresh'] as const)),
        kill: fc.option(kill, { freq: 4, nil: undefined }),
        disturbances: fc.array(disturbance, { maxLength: 3 }),
        event: fc.option(fc.nat(7), { freq: 2, nil: undefined }),
        pauseMs: fc.constantFrom(0, 3_000, 20_000),
      }),
      { minLength: 2, maxLength: 5 },
    ),
    isLastEditionNew: fc.boolean(),
    last: editions,
  });

/**
 * The ids that the end of a run names, because of a pending tag or of the machine that holds them. Orders of resources
 * that the run has created do not count, except volumes of a cluster whose removal was interrupted.
 */
async function namedIds({ cloud, urnOf, created, restored }: InProcessStack): Promise<Set<string>> {
  const kinds = new Map(created.map(({ kind, name }) => [resourceHashOf(urnOf(kind, name)), kind]));
  const named = (await orphansOf(cloud, NO_POSTS, () => false)).filter(({ collection, tag }) => {
    const kind = kinds.get(tag.resource);
    return kind === undefined || (kind === 'cluster' && collection === 'volumes');
  });
  return new Set([...named.flatMap(({ object, volumeIds }) => [object.id, ...volumeIds]), ...restored]);
}

/** Parts of the refusals after which a person has to do what the message says. */
const REFUSALS = [
  // `destroy` has forgotten an interrupted restore, because somebody else may have restored the volume.
  'not in the trash: adopt it with adoptId',
  // A machine leaves the program, and another one needs its volume: that takes two runs.
  'If that machine is no longer in the program',
  // A cluster cannot give a volume back: the command that the message names removes it.
  'which an interrupted run left and no state has. Remove it first',
  // What the program adopts is gone, or the program changes it so that it would be replaced.
  'to adopt (adoptId)',
  'which is in the trash: restore it',
  'Remove adoptId from the program',
];

/** False if the run was refused. */
async function unlessRefused(run: Promise<unknown>, mayFail = false): Promise<boolean> {
  try {
    await run;
    return true;
  } catch (error) {
    const { message } = error as Error;
    if (!mayFail && !REFUSALS.some((refusal) => message.includes(refusal))) throw error;
    return false;
  }
}

/** A random program, and how to compare the cloud with it. */
interface Game<Edition> {
  /** Each program is asked for once, in the order of the runs. @param deleted the ids that deletes have deleted. */
  readonly programOf: (edition: Edition, deleted: ReadonlySet<string>) => readonly Declared[];
  /** In which points the cloud is not as the program says. */
  readonly differences: (compared: Compared) => Promise<unknown[]> | unknown[];
  /** Whether the user was told that a thing stays. Default: nothing stays. */
  readonly isNamed?: (id: string) => boolean;
  /** What happens before the first run. */
  readonly before?: (stack: InProcessStack) => Promise<void>;
  /** What is wrong after `destroy`, besides what is left. */
  readonly after?: (stack: InProcessStack, deleted: ReadonlySet<string>) => Promise<unknown[]>;
  /**
   * Whether a diff shows the event without a refresh: then a refresh follows only if the random number is odd.
   * Default: a refresh always follows.
   */
  readonly isSeenByDiff?: boolean;
  /** What somebody else does between two runs, by a random number from 0 to 7. */
  readonly event?: (cloud: InProcessStack, idOf: (name: string) => string, choice: number) => Promise<void>;
}

/** The end of a history, before `destroy`. */
export interface Compared {
  readonly stack: InProcessStack;
  readonly resources: ReadonlyMap<string, TestResource>;
  readonly program: readonly Declared[];
  readonly idOf: (name: string) => string;
  readonly argsOf: ReadonlyMap<string, Values>;
  readonly things: readonly Billed[];
  /** The hashes of the URNs of orders whose notes a run has removed. */
  readonly forgotten: ReadonlySet<string>;
}

/**
 * Plays a history. Returns in which points the cloud is not as the program says after the last run, and what is billed
 * after `destroy`.
 */
async function play<Edition>(
  { runs, isLastEditionNew, last }: History<Edition>,
  {
    programOf,
    differences,
    isNamed = () => false,
    before,
    after,
    event,
    isSeenByDiff = false,
  }: Game<Edition>,
): Promise<{ differences: readonly unknown[]; left: readonly Billed[] }> {
  const stack = await InProcessStack.start({ balance: 100_000_000 });
  try {
    await stack.useHome();
    const others = await ThingsOfOthers.in(stack);
    await before?.(stack);
    const mayStay = (id: string) => stack.restored.has(id) || stack.retained.has(id) || isNamed(id);
    let program: readonly Declared[] = [];
    for (const { edition, verb, event: choice, pauseMs, ...trouble } of runs) {
      if (choice !== undefined && event) {
        await event(stack, (name) => stack.resources.get(name)?.id ?? '', choice);
        await stack.clock.sleep(30_000);
        if (!isSeenByDiff || choice % 2 === 1) await stack.refresh();
      }
      if (verb === 'refresh') await unlessRefused(stack.refresh(trouble), trouble.disturbances.length > 0);
      else {
        program = programOf(edition, stack.deleted);
        const run = verb === 'up' ? stack.upProgram(program, trouble) : stack.destroy(trouble);
        await unlessRefused(run, trouble.disturbances.length > 0);
      }
      await others.copyPendingTag();
      await stack.clock.sleep(Math.max(pauseMs, trouble.disturbances.length > 0 ? LATE_MS : 0));
    }
    if (isLastEditionNew) program = programOf(last, stack.deleted);
    let isDone = await unlessRefused(stack.upProgram(program));
    const comparedNow = () =>
      compare(stack, program, differences, (id) => mayStay(id) || others.ids.includes(id));
    const found: unknown[] = [];
    if (isDone && isAnyInterrupted(stack)) {
      // After a kill and an edit of the program, only a refresh shows all differences. Before it, nothing may be
      // billed and unknown either.
      found.push(
        ...(await comparedNow()).filter((one) => typeof one === 'object' && 'left' in (one as object)),
      );
      await stack.refresh();
      isDone = await unlessRefused(stack.upProgram(program));
      if (isAnyInterrupted(stack)) found.push('an update is still noted after a refresh');
    }
    if (isDone) found.push(...(await comparedNow()));
    await stack.destroy();
    const left = others.without(await billed(stack));
    found.push(...((await after?.(stack, stack.deleted)) ?? []));
    const present = left.map(({ id }) => id);
    for (const id of stack.retained) if (!present.includes(id)) found.push({ lost: id });
    const held = await heldVolumes(stack, mayStay);
    return { differences: found, left: left.filter(({ id }) => !mayStay(id) && !held.includes(id)) };
  } finally {
    await stack.stop();
  }
}

/** Whether a killed or failed update is noted that the last program has not repeated. */
const isAnyInterrupted = (stack: InProcessStack): boolean =>
  updateNotesOf(stack).some((content) => content.includes('"update":'));

/**
 * Volumes that no message has to name: the volumes of machines that may stay, and the operating-system volumes of
 * clusters, which are deleted a moment after their cluster.
 */
async function heldVolumes({ cloud }: InProcessStack, mayStay: (id: string) => boolean): Promise<string[]> {
  const volumes = (await cloud.volumes.list()).filter((one) => attachedTo(one).length > 0);
  return volumes.filter((one) => one.is_os_volume || attachedTo(one).every(mayStay)).map(({ id }) => id);
}

/**
 * The differences of the game, the resources that another run would change, and what is billed without being in state
 * or named.
 */
async function compare(
  stack: InProcessStack,
  program: readonly Declared[],
  differences: Game<never>['differences'],
  mayStay: (id: string) => boolean,
): Promise<unknown[]> {
  const { resources, forgotten } = stack;
  const idOf = (name: string) => resources.get(name)?.id ?? '';
  const argsOf = new Map(program.map(({ name, args }) => [name, args(idOf)]));
  const things = await billed(stack);
  const known = await namedIds(stack);
  const found: unknown[] = [];
  if (!isDeepStrictEqual(new Set(resources.keys()), new Set(argsOf.keys())))
    found.push({ inState: [...resources.keys()], inProgram: [...argsOf.keys()] });
  stack.newProcess();
  for (const [name, args] of argsOf) {
    const resource = resources.get(name);
    const diff = await resource?.copy().diff(args);
    if (diff?.changes !== false) found.push({ name, diff });
    for (const id of [idOf(name), ...(resource ? volumesInState(resource.outputs) : [])]) known.add(id);
  }
  const shown = await differences({ stack, resources, program, idOf, argsOf, things, forgotten });
  for (const id of await heldVolumes(stack, mayStay)) known.add(id);
  const left = things.filter(({ id }) => !known.has(id) && !mayStay(id));
  return [...found, ...shown, ...left.map((thing) => ({ left: thing }))];
}

/**
 * Plays random histories. After each, one `up` makes the cloud as the program says; if the program was edited after a
 * killed update, that takes an `up`, a refresh and another `up`. Then `destroy` leaves nothing.
 */
export const playRandomly = <Edition>(
  editions: fc.Arbitrary<Edition>,
  numRuns: number,
  gameOf: () => Game<Edition>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(historiesOf(editions), async (history) => {
      expect(await play(history, gameOf())).toEqual({ differences: [], left: [] });
    }),
    { ...randomCases(numRuns), endOnFailure: process.env['FUZZ_SHRINK'] === undefined },
  );
