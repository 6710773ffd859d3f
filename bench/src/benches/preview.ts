import type { Bench, Row } from '../bench';
import { median, rounded } from '../bench';
import type { Cloud } from '../engine/cloud';
import { onCloud } from '../engine/cloud';
import { peerFile } from '../engine/peer';
import { classicIdle, idle, mixed } from '../engine/programs';
import type { StackOptions } from '../engine/stack';
import { onStack } from '../engine/stack';

const SPEED = 60;
/** Both sides are measured this often, by turns: the machine may be busy otherwise. */
const TIMES = 7;

// Measured, first: the wall time of `pulumi preview` of N of our resources of all kinds, deployed before, with
// nothing to change; every check runs and asks the live catalogue. Against it: the same for N empty resources made
// the classic way, whose provider has a create that does nothing, and no inputs.
// Measured, second: the wall time of `pulumi up --skip-preview` of N creates that do nothing, from an empty state:
// ours are gates that wait for nobody, with their checks, the owner of the stack and its handshake with the cloud.
export const preview: Bench = {
  name: 'preview',
  about: 'no-change preview, and `up` of creates that do nothing, of N resources over N classic dynamic ones',
  sizes: [100, 500],
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
  const ours = { program: mixed(n), cloud };
  const theirs = { program: classicIdle(n), files: await peerFile('empty.js') };
  return onStack(ours, (own) =>
    onStack(theirs, async (classic) => {
      progress(`up of ${n} mixed and of ${n} classic resources`);
      await own.up({ parallel: 500 });
      await classic.up();
      return compare(n, 'preview', 1, async (time) => {
        progress(`preview of both, ${time} of ${TIMES}`);
        return [(await own.emptyPreview()).seconds, (await classic.emptyPreview()).seconds];
      });
    }),
  );
}

async function idleUps(n: number, cloud: Cloud, progress: (line: string) => void): Promise<Row> {
  const ours = { program: idle(n), cloud };
  const theirs = { program: classicIdle(n), files: await peerFile('empty.js') };
  const up = (options: StackOptions) => onStack(options, async (stack) => (await stack.up()).seconds);
  return compare(n, 'up', 0.75, async (time) => {
    progress(`up of ${n} idle resources of both, ${time} of ${TIMES}`);
    return [await up(ours), await up(theirs)];
  });
}

/** Measures both by turns. The ratio is the median of those of the turns: a busy minute slows both sides of a turn. */
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
