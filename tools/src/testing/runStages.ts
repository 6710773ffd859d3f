import type { Stage } from './stages';
import { oneFailed, sum } from './tally';
import type { Tally } from './tally';

/** The stages to run if none is named: the stages of `npm test`, the further stages of `npm run test:all`, or both. */
export type Tier = 'default' | 'rest' | 'all';

/**
 * Picks the named stages and the stages that they need, in the order of `all`; without names, every stage of the tier.
 *
 * @throws Error that lists the stages if a name is unknown.
 */
export function pickStages(
  all: readonly Stage[],
  only: readonly string[],
  tier: Tier = 'default',
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
  const ofTier = all.filter((stage) => tier === 'all' || (stage.tier ?? 'default') === tier);
  (only.length > 0 ? only : ofTier.map(({ name }) => name)).forEach(pick);
  return all.filter(({ name }) => picked.has(name));
}

/**
 * Runs the stages one after the other, also after a failure, and returns the results of all. A stage that needs a
 * failed stage is not run, and counts as failed.
 */
export async function runStages(
  stages: readonly Stage[],
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<Tally> {
  const results = new Map<string, Tally>();
  for (const stage of stages) {
    const { name, needs } = stage;
    say(`\n── ${name} ──`);
    const missing = needs.filter((need) => (results.get(need)?.failed ?? 1) > 0);
    if (missing.length > 0) {
      say(`${name} was not run, because ${missing.join(' and ')} failed.`);
      results.set(name, oneFailed);
    } else {
      results.set(name, await stage.run(env));
    }
  }
  const failed = [...results].filter(([, tally]) => tally.failed > 0).map(([name]) => name);
  say(failed.length === 0 ? '\nEvery stage passed.' : `\nFailed: ${failed.join(', ')}.`);
  return sum([...results.values()]);
}
