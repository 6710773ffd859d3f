import type { Stage } from './stages';
import { oneFailed, sum } from './tally';
import type { Tally } from './tally';

/** The stages to run if none is named: the stages of `npm test`, the further stages of `npm run test:all`, or both. */
export type Tier = 'default' | 'rest' | 'all';

/**
 * Picks the named stages and the stages that they need, in the order of `all`; without names, every stage of the tier.
 * With `ci`, coverage is counted by the tests of `npm test`, not by a second run.
 *
 * @throws Error that lists the stages if a name is unknown.
 */
export function pickStages(
  all: readonly Stage[],
  only: readonly string[],
  tier: Tier = 'default',
  ci = false,
): readonly Stage[] {
  const picked = new Set<string>();
  const pick = (name: string): void => {
    const stage = all.find((candidate) => candidate.name === name);
    if (!stage) {
      const names = all.map((candidate) => candidate.name).join(', ');
      throw new Error(`There is no stage ${JSON.stringify(name)}: choose from ${names}.`);
    }
    picked.add(name);
    stage.needs.forEach(pick);
  };
  const tierOf = ({ tier, covers }: Stage): Tier => (ci && covers ? 'default' : (tier ?? 'default'));
  const ofTier = all.filter((stage) => tier === 'all' || tierOf(stage) === tier);
  const covered = new Set(ofTier.flatMap(({ covers = [] }) => covers));
  const wanted = ofTier.map(({ name }) => name).filter((name) => !covered.has(name));
  (only.length > 0 ? only : wanted).forEach(pick);
  return all.filter(({ name }) => picked.has(name));
}

interface Result {
  readonly tally: Tally;
  /** Undefined for a stage that was not run. */
  readonly seconds?: number;
}

/**
 * Runs the stages, also after a failure, and returns the results of all. Stages of one core run two at a time; the
 * others run alone. A stage that needs a failed stage is not run, and counts as failed.
 */
export async function runStages(
  stages: readonly Stage[],
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<Tally> {
  const results = new Map<string, Result>();
  const ends = new Map<string, Promise<void>>();
  const busy = new Set<Promise<Result>>();
  const runInTurn = async (stage: Stage): Promise<void> => {
    for (const need of stage.needs) await ends.get(need);
    while (busy.size >= 2) await Promise.race(busy);
    const result = runStage(stage, results, env, say);
    busy.add(result);
    results.set(stage.name, await result);
    busy.delete(result);
  };
  for (const stage of stages) {
    if (!stage.oneCore) await Promise.all(ends.values());
    ends.set(stage.name, runInTurn(stage));
    if (!stage.oneCore) await ends.get(stage.name);
  }
  await Promise.all(ends.values());
  const all = stages.map(({ name }) => ({ name, ...(results.get(name) ?? { tally: oneFailed }) }));
  say(`\n${timesOf(all)}`);
  const failed = all.filter(({ tally }) => tally.failed > 0).map(({ name }) => name);
  say(failed.length === 0 ? '\nEvery stage passed.' : `\nFailed: ${failed.join(', ')}.`);
  return sum(all.map(({ tally }) => tally));
}

async function runStage(
  stage: Stage,
  results: ReadonlyMap<string, Result>,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<Result> {
  const { name, needs, oneCore } = stage;
  const title = `\n── ${name} ──`;
  const missing = needs.filter((need) => (results.get(need)?.tally.failed ?? 1) > 0);
  if (missing.length > 0) {
    say(title);
    say(`${name} was not run, because ${missing.join(' and ')} failed.`);
    return { tally: oneFailed };
  }
  const start = performance.now();
  const said: string[] = [];
  if (!oneCore) say(title);
  const tally = await stage.run(env, oneCore ? (text) => said.push(text) : say);
  if (oneCore) say([title, ...said].join('\n'));
  return { tally, seconds: (performance.now() - start) / 1000 };
}

/** A table with the seconds of each stage. */
function timesOf(stages: readonly { name: string; seconds?: number }[]): string {
  const rows = [
    ['stage', 'seconds'] as const,
    ...stages.map(({ name, seconds }) => [name, seconds?.toFixed(0) ?? 'not run'] as const),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, seconds]) => `${name.padEnd(width)}  ${seconds.padStart(7)}`).join('\n');
}
