import type { Bench, Row } from '../../bench';
import { rounded } from '../../bench';
import { onCloud } from '../../engine/cloud';
import { mixed, mixture } from '../../engine/programs';
import { onStack } from '../../engine/stack';

/** The resources are created quickly, because only the refresh is measured. */
const SPEED = 60;

// Counts every request that reaches the cloud during `pulumi refresh` of N resources of all kinds (instances, volumes,
// keys, scripts, groups, clusters and tags), without token requests. The refresh must find no change. Runs once at the
// engine's default parallelism, which is eight reads at a time on two cores, and once with `--parallel 500`, on the
// same stack.
export const refresh: Bench = {
  name: 'refresh',
  about: 'requests of `refresh` of N mixed resources',
  sizes: [50, 150, 500],
  plot: {
    title: 'refresh of N resources of all kinds',
    unit: 'requests',
    lines: { ratio: 'requests' },
    by: 'parallel',
  },

  async run({ sizes, progress }) {
    const rows: Row[] = [];
    for (const n of sizes) {
      await onCloud(SPEED, (cloud) =>
        onStack({ program: mixed(n), cloud }, async (stack) => {
          progress(`up of ${n} mixed resources: ${JSON.stringify(mixture(n))}`);
          await stack.up({ parallel: 500 });
          for (const parallel of [undefined, 500]) {
            await cloud.forget();
            progress(`refresh, ${parallel === undefined ? 'default parallelism' : `--parallel ${parallel}`}`);
            const { seconds } = await stack.refresh(parallel === undefined ? {} : { parallel });
            const requests = await cloud.requests();
            rows.push({
              n,
              ratio: requests.length,
              goal: parallel === undefined ? 10 : 6,
              parallel: parallel ?? 'default',
              seconds: rounded(seconds, 1),
            });
          }
        }),
      );
    }
    return rows;
  },
};
