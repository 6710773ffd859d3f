// Random programs, one after another, of which most runs are killed at a random write.
import fc from 'fast-check';
import { orphansOf } from '../../../core/orphans/orphans';
import { resourceHashOf } from '../../../core/pendingTag';
import { isBilled, isGoing } from '../../../core/statuses';
import { InProcessStack } from './inProcessStack';
import type { Declared, Kill } from './killedStack';
import { KilledStack } from './killedStack';

const kill: fc.Arbitrary<Kill> = fc.record({
  write: fc.integer({ min: 1, max: 12 }),
  isAnswered: fc.boolean(),
  pluginLives: fc.boolean(),
});

/** Runs of editions of a program, and the edition of the last run, which nobody kills. */
interface History<Edition> {
  readonly runs: readonly {
    readonly edition: Edition;
    readonly verb: 'up' | 'destroy';
    readonly kill?: Kill | undefined;
    readonly pauseMs: number;
  }[];
  readonly isLastEditionNew: boolean;
  readonly last: Edition;
}

export const historiesOf = <Edition>(editions: fc.Arbitrary<Edition>): fc.Arbitrary<History<Edition>> =>
  fc.record({
    runs: fc.array(
      fc.record({
        edition: editions,
        verb: fc.constantFrom('up' as const, 'up' as const, 'up' as const, 'destroy' as const),
        kill: fc.option(kill, { freq: 4, nil: undefined }),
        pauseMs: fc.constantFrom(0, 3_000, 20_000),
      }),
      { minLength: 2, maxLength: 5 },
    ),
    isLastEditionNew: fc.boolean(),
    last: editions,
  });

export type Values = Readonly<Record<string, unknown>>;

/** A machine or a volume. */
export interface Billed {
  readonly id: string;
  readonly name: string;
  readonly tags: Values;
  readonly status?: string;
  readonly size?: number;
  readonly volumeIds?: readonly (string | null)[];
}

/** The machines and volumes that cost money, without the trash. */
export async function billed({ cloud }: InProcessStack): Promise<Billed[]> {
  const things = [...(await cloud.instances.list()), ...(await cloud.volumes.list())];
  return things
    .filter((thing) => isBilled(thing) && !isGoing(thing))
    .map((thing) => ({
      id: thing.id,
      tags: Object.fromEntries(thing.tags.map(({ key, value }) => [key, value])),
      ...('hostname' in thing
        ? { name: thing.hostname, status: thing.status, volumeIds: [thing.os_volume_id, ...thing.volume_ids] }
        : { name: thing.name, size: thing.size }),
    }));
}

/** The ids that the end of a run names: by a pending tag, or by their machine. A create leaves no order of its own. */
export async function namedIds(
  { cloud, urnOf }: InProcessStack,
  created: readonly Declared[],
): Promise<Set<string>> {
  const hashes = created.map(({ kind, name }) => resourceHashOf(urnOf(kind, name)));
  const named = (await orphansOf(cloud, () => false)).filter(({ tag }) => !hashes.includes(tag.resource));
  return new Set(named.flatMap(({ object, volumeIds }) => [object.id, ...volumeIds]));
}

/** Refusals after which a person has to do something; both say what. */
const REFUSALS = [
  // A machine leaves the program, and another one needs its volume: that takes two runs.
  'If that machine is no longer in the program',
  // A cluster cannot give a volume back: the command that the message names removes it.
  'which an interrupted run left and no state has. Remove it first',
];

/** False if the run was refused. */
async function unlessRefused(run: Promise<unknown>): Promise<boolean> {
  try {
    await run;
    return true;
  } catch (error) {
    const { message } = error as Error;
    if (!REFUSALS.some((refusal) => message.includes(refusal))) throw error;
    return false;
  }
}

/**
 * Plays a history. Returns in which points the cloud is not as the program says after the last run, and what is billed
 * after `destroy`.
 *
 * @param programOf the program of an edition; each is asked for once, in the order of the runs.
 */
export async function play<Edition>(
  { runs, isLastEditionNew, last }: History<Edition>,
  programOf: (edition: Edition) => readonly Declared[],
  differences: (
    stack: InProcessStack,
    engine: KilledStack,
    program: readonly Declared[],
  ) => Promise<unknown[]>,
): Promise<{ differences: readonly unknown[]; left: readonly Billed[] }> {
  const stack = await InProcessStack.start({ balance: 100_000_000 });
  try {
    await stack.useHome();
    const engine = new KilledStack(stack);
    let program: readonly Declared[] = [];
    for (const { edition, verb, kill: killed, pauseMs } of runs) {
      program = programOf(edition);
      if (verb === 'destroy') await engine.destroy(killed);
      else await unlessRefused(engine.up(program, killed));
      await stack.clock.sleep(pauseMs);
    }
    if (isLastEditionNew) program = programOf(last);
    const isDone = await unlessRefused(engine.up(program));
    const found = isDone ? await differences(stack, engine, program) : [];
    await engine.destroy();
    return { differences: found, left: await billed(stack) };
  } finally {
    await stack.stop();
  }
}
