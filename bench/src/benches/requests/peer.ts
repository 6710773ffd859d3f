import type { Bench, Row } from '../../bench';
import { rounded } from '../../bench';
import { isRefused, onCloud } from '../../engine/cloud';
import { peerFile } from '../../engine/peer';
import { machines, naiveMachines } from '../../engine/programs';
import { onStack } from '../../engine/stack';
import type { StackOptions } from '../../engine/stack';

const SPEED = 3;
/** How often `up` is run until the bench gives up. */
const UPS = 5;

// Measures the same work by this package and by a naive provider: N machines up with `--parallel 300` on a cloud of
// their own with the documented limits. If `up` fails, it is run again, as a user would do, five times at most. The
// table shows for both: the wall time of all these runs, their number, how many of the N machines are in state at the
// end, how many billed machines are in no state, and the number of requests; a request that the rate limit refused
// counts too. The naive provider polls each machine every five documented seconds. The ratio is our time divided by its
// time; it means little if the naive provider never finishes.
export const peer: Bench = {
  name: 'peer',
  about: 'N instances by this package and by a naive provider',
  sizes: [10, 50, 100],
  plot: {
    title: 'N instances by this package and by a naive provider',
    unit: 'requests',
    lines: { requests: 'requests', refused: 'of them refused' },
    by: 'provider',
  },

  async run({ sizes, progress }) {
    const rows: Row[] = [];
    for (const n of sizes) {
      progress(`${n} instances by this package`);
      const own = await measure({ program: machines(n) });
      progress(`${n} instances by the naive provider`);
      const naive = await measure({
        program: naiveMachines(n),
        files: await peerFile('naiveInstance.js'),
        environment: { PEER_POLL_MS: String(Math.round(5000 / SPEED)) },
      });
      const ratio = rounded(own.seconds / naive.seconds);
      rows.push({ n, ratio, goal: null, provider: 'ours', ...own });
      rows.push({ n, ratio, goal: null, provider: 'naive', ...naive });
    }
    return rows;
  },
};

const measure = (options: Omit<StackOptions, 'cloud'>) =>
  onCloud(SPEED, (cloud) =>
    onStack({ ...options, cloud }, async (stack) => {
      let seconds = 0;
      let ups = 0;
      for (let succeeded = false; !succeeded && ups < UPS; ups += 1) {
        const run = await stack.up({ parallel: 300, mayFail: true });
        ({ succeeded } = run);
        seconds += run.seconds;
      }
      const inState = (await stack.resources()).filter(({ id }) => id !== undefined && id !== '').length;
      const requests = await cloud.requests();
      return {
        seconds: rounded(seconds, 1),
        ups,
        inState,
        lostAndBilled: (await cloud.machines()) - inState,
        requests: requests.length,
        refused: requests.filter(isRefused).length,
      };
    }),
  );
