import { Command, InvalidArgumentError } from 'commander';
import type { Bench } from './bench';
import { clock } from './benches/requests/clock';
import { deploy } from './benches/stacks/deploy';
import { destroy } from './benches/stacks/destroy';
import { doors } from './benches/stacks/doors';
import { fleet } from './benches/stacks/fleet';
import { peer } from './benches/requests/peer';
import { poll } from './benches/requests/poll';
import { preview } from './benches/stacks/preview';
import { refresh } from './benches/stacks/refresh';
import { startup } from './benches/stacks/startup';
import { wait } from './benches/requests/wait';
import { record } from './report/record';
import { table } from './report/table';

const benches: readonly Bench[] = [
  deploy,
  poll,
  destroy,
  refresh,
  fleet,
  preview,
  peer,
  startup,
  doors,
  clock,
  wait,
];

interface Options {
  readonly n?: readonly number[];
  readonly plot?: true;
}

function sizes(value: string): number[] {
  const numbers = value.split(',').map(Number);
  if (!numbers.every((number) => Number.isInteger(number) && number > 0)) {
    throw new InvalidArgumentError('It has to be whole numbers above zero, such as 10,100,300.');
  }
  return numbers;
}

function named(name: string): Bench {
  const found = benches.find((bench) => bench.name === name);
  if (!found)
    throw new InvalidArgumentError(`The benches are ${benches.map((bench) => bench.name).join(', ')}.`);
  return found;
}

const width = Math.max(...benches.map(({ name }) => name.length));
const program = new Command()
  .name('npm run bench --')
  .description('Measures this package: the real Pulumi engine on the emulator, each figure within one run.')
  .argument('<name>', 'what to measure', named)
  .option('--n <sizes>', 'the numbers of resources, such as 10,100,300', sizes)
  .option('--plot', 'put the table into docs/performance.md, and the figures and their plot beside it')
  .addHelpText(
    'after',
    `\nBenches:\n${benches.map(({ name, about, sizes: [...own] }) => `  ${name.padEnd(width)}  ${about} (--n ${own.join()})`).join('\n')}`,
  )
  .action(async (bench: Bench, { n, plot }: Options) => {
    const rows = await bench.run({
      sizes: n ?? bench.sizes,
      progress: (line) => {
        console.error(`${bench.name}: ${line}`);
      },
    });
    if (plot) await record(bench, rows);
    console.log(table(rows));
    console.log(JSON.stringify({ bench: bench.name, rows }));
  });

program.parseAsync().catch((error: unknown) => {
  console.error(`The bench failed. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
