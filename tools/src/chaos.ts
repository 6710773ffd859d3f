// Kills, lost replies and lagging lists under the real engine: nothing billed may be lost or doubled. Every run
// follows from its seed, so that one that went wrong can be had again: `npm run chaos -- --runs 1 --seed <seed>`.
import { parseArgs } from 'node:util';
import { planOf } from './chaos/plan';
import type { Outcome } from './chaos/story';
import { play } from './chaos/story';
import { messageOf } from './pulumiCli/run';

function wholeNumber(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!/^\d+$/.test(value))
    throw new Error(`--${name} has to be a whole number, not ${JSON.stringify(value)}.`);
  return Number(value);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { runs: { type: 'string' }, seed: { type: 'string' }, parallel: { type: 'string' } },
  });
  const runs = wholeNumber('runs', values.runs, 20);
  const seed = wholeNumber('seed', values.seed, Date.now() % 1_000_000_000);
  const parallel = wholeNumber('parallel', values.parallel, 1);
  const outcomes: Outcome[] = [];
  let next = 0;
  const work = async () => {
    while (next < runs) {
      const plan = planOf(seed + next);
      next += 1;
      const outcome = await play(plan);
      outcomes.push(outcome);
      tell(outcome);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + count(one), 0);
  const tally = {
    runs: outcomes.length,
    kills: sum(({ killed }) => Number(killed)),
    faults: sum(({ faults }) => faults),
    failures: sum(({ failure }) => Number(failure !== undefined)),
    orphans: sum(({ orphans }) => orphans.length),
    duplicates: sum(({ duplicates }) => duplicates.length),
    leftAfterDestroy: sum(({ leftAfterDestroy }) => leftAfterDestroy.length),
  };
  console.log(JSON.stringify(tally));
  const { failures, orphans, duplicates, leftAfterDestroy } = tally;
  process.exitCode = failures + orphans + duplicates + leftAfterDestroy === 0 ? 0 : 1;
}

function tell({
  plan,
  killed,
  faults,
  orphans,
  duplicates,
  leftAfterDestroy,
  failure,
  timeline,
}: Outcome): void {
  const trouble = `${killed ? plan.blow : 'no kill'}, ${String(faults)} faults, then ${plan.goingOn}`;
  const wrong = [
    ...orphans.map((one) => `orphan: ${one}`),
    ...duplicates.map((one) => `duplicate: ${one}`),
    ...leftAfterDestroy.map((one) => `left after destroy: ${one}`),
    ...(failure === undefined ? [] : [failure]),
  ];
  console.log(
    `seed ${String(plan.seed)}: ${trouble}: ${wrong.length === 0 ? 'nothing lost or doubled' : 'FAILED'}`,
  );
  if (wrong.length > 0) console.log([...wrong, timeline].join('\n'));
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
