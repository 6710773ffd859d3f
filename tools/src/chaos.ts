// Kills, lost replies and lagging lists under the real engine: no billed resource may be lost or duplicated. Every run
// follows from its seed, so a failed run can be repeated: `npm run chaos -- --runs 1 --seed <seed>`.
import { Command, InvalidArgumentError } from 'commander';
import { planOf } from './chaos/plan';
import type { Outcome } from './chaos/story';
import { play } from './chaos/play';
import { messageOf } from './pulumiCli/run';

const from = (least: number) => (value: string) => {
  if (!/^\d+$/.test(value) || Number(value) < least)
    throw new InvalidArgumentError(`It has to be a whole number from ${String(least)} on.`);
  return Number(value);
};

interface Options {
  readonly runs: number;
  readonly seed: number;
  readonly parallel: number;
}

async function main({ runs, seed, parallel }: Options): Promise<void> {
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
    bystandersHarmed: sum(({ bystandersHarmed }) => bystandersHarmed.length),
    named: sum(({ named }) => named.length),
  };
  console.log(JSON.stringify(tally));
  const { failures, orphans, duplicates, leftAfterDestroy, bystandersHarmed } = tally;
  process.exitCode = failures + orphans + duplicates + leftAfterDestroy + bystandersHarmed === 0 ? 0 : 1;
}

function tell({
  plan,
  killed,
  faults,
  orphans,
  duplicates,
  leftAfterDestroy,
  bystandersHarmed,
  named,
  failure,
  timeline,
}: Outcome): void {
  const trouble = `${plan.command}${plan.isInline ? ' (inline)' : ''}, ${killed ? plan.blow : 'no kill'}, ${String(faults)} faults, then ${plan.goingOn}${plan.credentials === 'none' ? '' : `, ${plan.credentials}`}`;
  const wrong = [
    ...orphans.map((one) => `orphan: ${one}`),
    ...duplicates.map((one) => `duplicate: ${one}`),
    ...leftAfterDestroy.map((one) => `left after destroy: ${one}`),
    ...bystandersHarmed,
    ...(failure === undefined ? [] : [failure]),
  ];
  console.log(
    `seed ${String(plan.seed)}: ${trouble}: ${wrong.length === 0 ? 'nothing lost or doubled' : 'FAILED'}` +
      (named.length > 0 ? `; named: ${named.join(', ')}` : ''),
  );
  if (wrong.length > 0) console.log([...wrong, timeline].join('\n'));
}

new Command()
  .name('npm run chaos --')
  .description(
    'Kills the real Pulumi engine and lies to it, goes on as people do, and counts what is lost or doubled. ' +
      'The last line is JSON; the exit code is 0 only if nothing was.',
  )
  .option('--runs <number>', 'how many stories to play', from(1), 20)
  .option('--seed <number>', 'the seed of the first; the others count on from it', from(0))
  .option('--parallel <number>', 'how many to play at once', from(1), 1)
  .action((options: Omit<Options, 'seed'> & Partial<Options>) =>
    main({ seed: Date.now() % 1_000_000_000, ...options }),
  )
  .parseAsync()
  .catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  });
