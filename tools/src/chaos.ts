// Kills, lost replies and lagging lists under the real engine: no billed resource may be lost or duplicated. Every run
// follows from its seed, so a failed run can be repeated: `npm run chaos -- --runs 1 --seed <seed>`.
import { Command, InvalidArgumentError, Option } from 'commander';
import { planOf } from './chaos/plan';
import type { Outcome } from './chaos/chaosRun';
import { runPlan } from './chaos/runPlan';
import type { Door, DoorName } from './chaos/stack/door';
import { DOORS, openDoor } from './chaos/stack/door';
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
  readonly door: DoorName;
}

async function main({ runs, seed, parallel, door: name }: Options): Promise<void> {
  const door = await openDoor(name);
  const outcomes: Outcome[] = [];
  let next = 0;
  let isEnding = false;
  // No new run begins; the runs under way end their own processes.
  process.once('SIGTERM', () => {
    isEnding = true;
  });
  const work = async () => {
    while (next < runs && !isEnding) {
      const plan = planOf(seed + next);
      next += 1;
      const outcome = await runPlan(plan, door);
      outcomes.push(outcome);
      print(door, outcome);
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, work));
  } finally {
    await door.dispose();
  }
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + count(one), 0);
  const tally = {
    door: name,
    runs: outcomes.length,
    kills: sum(({ killed }) => Number(killed)),
    faults: sum(({ faults }) => faults),
    failures: sum(({ failure }) => Number(failure !== undefined)),
    orphans: sum(({ orphans }) => orphans.length),
    duplicates: sum(({ duplicates }) => duplicates.length),
    leftAfterDestroy: sum(({ leftAfterDestroy }) => leftAfterDestroy.length),
    bystandersHarmed: sum(({ foreignChanges }) => foreignChanges.length),
    named: sum(({ named }) => named.length),
  };
  console.log(JSON.stringify(tally));
  const { failures, orphans, duplicates, leftAfterDestroy, bystandersHarmed } = tally;
  process.exitCode = failures + orphans + duplicates + leftAfterDestroy + bystandersHarmed === 0 ? 0 : 1;
}

function print(door: Door, outcome: Outcome): void {
  const { plan, killed, faults, orphans, duplicates, leftAfterDestroy, foreignChanges, named } = outcome;
  const { failure, timeline } = outcome;
  const removal = door.orphanRemoval !== '' && plan.declaresOrphanRemoval ? ' with OrphanRemoval' : '';
  const summary = `${door.name}${removal}: ${plan.command}${plan.isInline ? ' (inline)' : ''}, ${killed ? plan.how : 'no kill'}, ${String(faults)} faults, then ${plan.continuation}${plan.credentials === 'none' ? '' : `, ${plan.credentials}`}`;
  const wrong = [
    ...orphans.map((one) => `orphan: ${one}`),
    ...duplicates.map((one) => `duplicate: ${one}`),
    ...leftAfterDestroy.map((one) => `left after destroy: ${one}`),
    ...foreignChanges,
    ...(failure === undefined ? [] : [failure]),
  ];
  console.log(
    `seed ${String(plan.seed)}: ${summary}: ${wrong.length === 0 ? 'nothing lost or duplicated' : 'FAILED'}` +
      (named.length > 0 ? `; named: ${named.join(', ')}` : ''),
  );
  if (wrong.length > 0) console.log([...wrong, timeline].join('\n'));
}

new Command()
  .name('npm run chaos --')
  .description(
    'Kills the real Pulumi engine at random moments under faults of the cloud, continues as a user would, and counts what is lost or duplicated. ' +
      'The last line is JSON; the exit code is 0 only if nothing is.',
  )
  .option('--runs <number>', 'the number of runs', from(1), 20)
  .option('--seed <number>', 'the seed of the first; the others count on from it', from(0))
  .addOption(
    new Option('--door <name>', 'how the program uses the provider').choices(DOORS).default('dynamic'),
  )
  .option('--parallel <number>', 'the number of runs at once', from(1), 1)
  .action((options: Omit<Options, 'seed'> & Partial<Options>) =>
    main({ seed: Date.now() % 1_000_000_000, ...options }),
  )
  .parseAsync()
  .catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  });
