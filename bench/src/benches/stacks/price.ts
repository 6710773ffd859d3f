import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Bench, Row } from '../../bench';
import { median, rounded } from '../../bench';
import type { Cloud } from '../../engine/cloud';
import { onCloud } from '../../engine/cloud';
import { volumes } from '../../engine/programs';
import type { BenchStack, Operation } from '../../engine/stack';
import { onStack } from '../../engine/stack';

const SPEED = 60;
const TIMES = 7;
const GOAL = 1.05;
const LINE = 'Price of the stack';
const TIMED = path.resolve(__dirname, '..', '..', '..', 'peer', 'timedPriceLine.js');

type Command = 'preview' | 'up';
const COMMANDS: Readonly<Record<Command, (stack: BenchStack) => Promise<Operation>>> = {
  preview: (stack) => stack.preview(),
  up: (stack) => stack.up(),
};

// Measures the wall time of `pulumi preview`, and of `pulumi up --skip-preview`, of N new volumes, and within the same
// run how long the plugin takes to show the price of the stack before it exits. The ratio is the time of the command
// over its time without that.
export const price: Bench = {
  name: 'price',
  about: 'preview and `up` of N new volumes, over the same without the price of the stack at the end',
  sizes: [10, 100],

  async run({ sizes, progress }) {
    const rows: Row[] = [];
    for (const n of sizes)
      for (const command of Object.keys(COMMANDS) as Command[])
        await onCloud(SPEED, async (cloud) => {
          rows.push(await measure(n, command, cloud, progress));
        });
    return rows;
  },
};

async function measure(
  n: number,
  command: Command,
  cloud: Cloud,
  progress: (line: string) => void,
): Promise<Row> {
  const runs: Timed[] = [];
  for (let time = 1; time <= TIMES; time += 1) {
    progress(`${command} of ${n} volumes, ${time} of ${TIMES}`);
    runs.push(await timed(n, command, cloud));
  }
  return {
    n,
    ratio: rounded(median(runs.map(({ seconds, ms }) => seconds / (seconds - ms / 1000)))),
    goal: GOAL,
    command,
    seconds: rounded(median(runs.map(({ seconds }) => seconds)), 2),
    ms: rounded(median(runs.map(({ ms }) => ms)), 0),
  };
}

/** The wall time of a command, and how much of it the price took. */
interface Timed {
  readonly seconds: number;
  readonly ms: number;
}

async function timed(n: number, command: Command, cloud: Cloud): Promise<Timed> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-price-'));
  const file = path.join(folder, 'ms');
  const environment = { NODE_OPTIONS: `--require ${TIMED}`, PRICE_LINE_TIME: file };
  try {
    return await onStack({ program: volumes(n), cloud, environment }, async (stack) => {
      const { seconds, output } = await COMMANDS[command](stack);
      if (!output.includes(LINE)) throw new Error(`${command} shows no price of the stack:\n${output}`);
      return { seconds, ms: Number(await readFile(file, 'utf8')) };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
