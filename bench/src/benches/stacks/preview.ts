import type { Bench, Row } from '../../bench';
import { median, rounded } from '../../bench';
import type { Cloud } from '../../engine/cloud';
import { onCloud } from '../../engine/cloud';
import { sameShape } from '../../engine/peer';
import { idle, mixed, ofSameShape } from '../../engine/programs';
import type { StackOptions } from '../../engine/stack';
import { onStack } from '../../engine/stack';

const SPEED = 60;
/** How often both sides are measured, in turns, because other processes may use the machine. */
const TIMES = 7;
/** The fewer resources, the larger the share of the start of the engine, which is the same on both sides. */
const previewGoal = (n: number): number => (n >= 300 ? 0.8 : 0.9);
const UP_GOAL = 1.05;

// Measures, first, the wall time of `pulumi preview` of N of our resources of all kinds, deployed before, with nothing
// to change; every check runs and reads the live catalogue. Compares it with the same program with classic dynamic
// resources that have the same properties and values, and a provider with nothing but a create.
// Measures, second, the wall time of `pulumi up --skip-preview` of N creates that do nothing, from an empty state, of
// both kinds: ours are gates that wait for no machine, with their checks.
export const preview: Bench = {
  name: 'preview',
  about:
    'no-change preview, and `up` of creates that do nothing, of N resources over N classic dynamic ones of the same shape',
  sizes: [100, 300],
  plot: {
    title: 'the engine’s time with N resources',
    unit: 'seconds',
    lines: { seconds: 'ours', classic: 'classic' },
    by: 'command',
  },

  async run({ sizes, progress }) {
    const rows: Row[] = [];
    for (const n of sizes) {
      await onCloud(SPEED, async (cloud) => {
        rows.push(await emptyPreviews(n, cloud, progress));
        rows.push(await idleUps(n, cloud, progress));
      });
    }
    return rows;
  },
};

async function emptyPreviews(n: number, cloud: Cloud, progress: (line: string) => void): Promise<Row> {
  const program = mixed(n);
  return onStack({ program, cloud }, async (own) => {
    progress(`up of ${n} mixed and of ${n} classic resources`);
    await own.up({ parallel: 500 });
    const theirs = { program: ofSameShape(program), files: await sameShape(await own.resources()) };
    return onStack(theirs, async (classic) => {
      await classic.up();
      return compare(n, 'preview', previewGoal(n), async (time) => {
        progress(`preview of both, ${time} of ${TIMES}`);
        return [(await own.emptyPreview()).seconds, (await classic.emptyPreview()).seconds];
      });
    });
  });
}

async function idleUps(n: number, cloud: Cloud, progress: (line: string) => void): Promise<Row> {
  const ours = { program: idle(n), cloud };
  const up = (options: StackOptions) => onStack(options, async (stack) => (await stack.up()).seconds);
  const sample = await onStack({ program: idle(1), cloud }, async (stack) => {
    await stack.up();
    return stack.resources();
  });
  const theirs = { program: ofSameShape(ours.program), files: await sameShape(sample) };
  return compare(n, 'up', UP_GOAL, async (time) => {
    progress(`up of ${n} idle resources of both, ${time} of ${TIMES}`);
    return [await up(ours), await up(theirs)];
  });
}

/** Measures both sides in turns. The ratio is the median of the ratios: a busy minute slows both sides of a turn. */
async function compare(
  n: number,
  command: string,
  goal: number,
  measure: (time: number) => Promise<[ours: number, classic: number]>,
): Promise<Row> {
  const turns: [ours: number, classic: number][] = [];
  for (let time = 1; time <= TIMES; time += 1) turns.push(await measure(time));
  return {
    n,
    ratio: rounded(median(turns.map(([ours, classic]) => ours / classic))),
    goal,
    command,
    seconds: rounded(median(turns.map(([ours]) => ours)), 2),
    classic: rounded(median(turns.map(([, classic]) => classic)), 2),
  };
}
