import type { Bench } from '../../bench';
import { rounded } from '../../bench';
import { onCloud } from '../../engine/cloud';
import { peerFile } from '../../engine/peer';
import { classicIdle, machines } from '../../engine/programs';
import { onStack } from '../../engine/stack';

/** POST /v1/instances per window, by the API's documentation. */
const DEPLOYS_PER_WINDOW = 60;
const SPEED = 1;
const PARALLEL = { parallel: 300 };
const GOAL = 1.03;
/** The least number of machines with a goal: for fewer, the start of the engine is most of the time. */
const GOAL_FROM = 150;

// Measures the wall time of the whole command `pulumi up --parallel 300` for N machines, from its start to its end,
// including the start of the engine.
// Compares it with the least time that any client needs. The API accepts 60 deploys in a window, so the last of N is
// accepted after ⌈N/60⌉ − 1 windows; then it must be provisioned, for as long as the journal of a machine shows. The
// engine needs its own seconds: those of the same command for N classic dynamic resources without properties, whose
// create does nothing.
// The cloud runs at its documented speed: a faster cloud would shrink the windows and the provisioning, but not the
// engine's own seconds, and the ratio would mostly show the engine. Machines without a GPU are provisioned fastest,
// which makes the bound small.
export const deploy: Bench = {
  name: 'deploy',
  about:
    'wall time of `up` of N instances, over the bound of the rate limit, one provisioning time and the engine',
  sizes: [10, 150, 300],
  plot: {
    title: 'up of N instances: wall time compared with the bound',
    unit: 'seconds',
    lines: { seconds: 'pulumi up', bound: 'bound' },
  },

  async run({ sizes, progress }) {
    const rows = [];
    for (const n of sizes) {
      progress(`up of ${n} classic resources`);
      const engine = await onStack(
        { program: classicIdle(n), files: await peerFile('empty.js') },
        async (stack) => (await stack.up(PARALLEL)).seconds,
      );
      rows.push(
        await onCloud(SPEED, (cloud) =>
          onStack({ program: machines(n), cloud }, async (stack) => {
            progress(`up of ${n} instances`);
            const { seconds } = await stack.up(PARALLEL);
            const windows = (Math.ceil(n / DEPLOYS_PER_WINDOW) - 1) * cloud.windowSeconds;
            const provisioning = await cloud.provisioningSeconds();
            const bound = windows + provisioning + engine;
            const requests = await cloud.requests();
            return {
              n,
              ratio: rounded(seconds / bound),
              goal: n >= GOAL_FROM ? GOAL : null,
              seconds: rounded(seconds, 1),
              bound: rounded(bound, 1),
              windows: rounded(windows, 1),
              provisioning: rounded(provisioning, 1),
              engine: rounded(engine, 1),
              requests: requests.length,
            };
          }),
        ),
      );
    }
    return rows;
  },
};
