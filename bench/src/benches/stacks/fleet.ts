import type { Bench, Row } from '../../bench';
import { rounded } from '../../bench';
import { onCloud } from '../../engine/cloud';
import { fleet as fleetProgram } from '../../engine/programs';
import { onStack } from '../../engine/stack';

const SPEED = 3;
const GOAL = 1.1;

// Measures the wall time of `pulumi up` until all of N machines run, at the engine's default parallelism, which is
// eight on two cores. Compares it with the same program on another cloud with `--parallel 300`. The machines are those
// of one `Fleet`; the program exports their addresses, so the run ends only after the last machine is ready. The
// documented rate limits are on.
export const fleet: Bench = {
  name: 'fleet',
  about: 'wall time of `up` of a fleet of N at the default parallelism, over that with --parallel 300',
  sizes: [10, 50, 100],
  plot: {
    title: 'up of a fleet of N',
    unit: 'seconds',
    lines: { default: 'default parallelism', parallel300: '--parallel 300' },
  },

  async run({ sizes, progress }) {
    const rows: Row[] = [];
    for (const n of sizes) {
      const measure = (parallel?: number) =>
        onCloud(SPEED, (cloud) =>
          onStack({ program: fleetProgram(n), cloud }, async (stack) => {
            progress(
              `up of a fleet of ${n}, ${parallel === undefined ? 'default parallelism' : `--parallel ${parallel}`}`,
            );
            return (await stack.up(parallel === undefined ? {} : { parallel })).seconds;
          }),
        );
      const wide = await measure(300);
      const narrow = await measure();
      rows.push({
        n,
        ratio: rounded(narrow / wide),
        goal: GOAL,
        default: rounded(narrow, 1),
        parallel300: rounded(wide, 1),
      });
    }
    return rows;
  },
};
