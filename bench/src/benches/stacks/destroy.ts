import type { Bench, Row } from '../../bench';
import { rounded } from '../../bench';
import { isGet, onCloud } from '../../engine/cloud';
import { machinesWithVolumes } from '../../engine/programs';
import { onStack } from '../../engine/stack';

/** Machines are created quickly, because only their removal is measured. */
const SPEED = 60;

// Counts every request other than GET that reaches the cloud while `pulumi destroy` removes N machines with two
// volumes each, the operating-system volume and a data volume; token requests are not counted. The cloud must be empty
// afterwards. The engine starts as many deletes at once as its parallelism allows: all of them with `--parallel 300`,
// and eight on two cores by default.
export const destroy: Bench = {
  name: 'destroy',
  about: 'mutating requests of `destroy` of N instances with their volumes',
  sizes: [10, 100, 300],
  plot: {
    title: 'destroy of N instances with two volumes each',
    unit: 'mutating requests',
    lines: { ratio: 'requests' },
    by: 'parallel',
  },

  async run({ sizes, progress }) {
    const rows: Row[] = [];
    for (const n of sizes) {
      rows.push(await measure(n, 300, 10, progress));
      rows.push(await measure(n, undefined, Math.floor(n / 8 + 5), progress));
    }
    return rows;
  },
};

function measure(
  n: number,
  parallel: number | undefined,
  goal: number,
  progress: (line: string) => void,
): Promise<Row> {
  return onCloud(SPEED, (cloud) =>
    onStack({ program: machinesWithVolumes(n), cloud }, async (stack) => {
      progress(`up of ${n} instances with their volumes`);
      await stack.up({ parallel: 300 });
      await cloud.forget();
      progress(
        `destroy of ${n} instances, ${parallel === undefined ? 'default parallelism' : `--parallel ${parallel}`}`,
      );
      const { seconds } = await stack.destroy(parallel === undefined ? {} : { parallel });
      const requests = await cloud.requests();
      await cloud.mustBeEmpty();
      const gets = requests.filter(isGet).length;
      return {
        n,
        ratio: requests.length - gets,
        goal,
        parallel: parallel ?? 'default',
        gets,
        seconds: rounded(seconds, 1),
      };
    }),
  );
}
