import type { Bench, Row } from '../../bench';
import { median, rounded } from '../../bench';
import { isGet, onCloud } from '../../engine/cloud';
import { machines } from '../../engine/programs';
import { onStack } from '../../engine/stack';

const SPEED = 3;
const GOAL = 1.2;
/** How often the single machine is measured: all other counts are divided by its count. */
const TIMES = 3;

// Counts every GET that reaches the cloud, of any kind and from any process (the provider's poll, its search for
// orphans, reads of single machines, the program's search for pending tags), from the first deploy to the end of `up`.
// Compares it with the same count for one machine, the median of three. GETs before the first deploy (the catalogue
// for the checks) do not count on either side: they would make the count for one machine larger and the ratio smaller.
// The documented rate limit is on, so that 300 machines become ready in five batches over several windows. That is
// harder than N machines that become ready at once: any shared poll needs no more requests for these than for one.
export const poll: Bench = {
  name: 'poll',
  about: 'GETs until N instances are ready, over those for one',
  sizes: [10, 100, 300],
  plot: {
    title: 'GETs until N instances are ready',
    unit: 'GETs',
    lines: { gets: 'all GETs', lists: 'GET /v1/instances' },
  },

  async run({ sizes, progress }) {
    const single: Figures[] = [];
    for (let time = 1; time <= TIMES; time += 1) {
      progress(`up of one instance, ${time} of ${TIMES}`);
      single.push(await measure(1));
    }
    const one = median(single.map(({ gets }) => gets));
    const rows: Row[] = [];
    for (const n of sizes) {
      progress(`up of ${n} instances`);
      const figures = await measure(n);
      rows.push({ n, ratio: rounded(figures.gets / one), goal: GOAL, getsForOne: one, ...figures });
    }
    return rows;
  },
};

interface Figures {
  readonly gets: number;
  /** The GETs that list the instances. */
  readonly lists: number;
  readonly seconds: number;
}

function measure(n: number): Promise<Figures> {
  return onCloud(SPEED, (cloud) =>
    onStack({ program: machines(n), cloud }, async (stack) => {
      const { seconds } = await stack.up({ parallel: 300 });
      const requests = await cloud.requests();
      const first = requests.findIndex(({ method, url }) => method === 'POST' && url === '/v1/instances');
      const gets = requests.slice(first).filter(isGet);
      const lists = gets.filter(({ url }) => /^\/v1\/instances(\?|$)/.test(url));
      return { gets: gets.length, lists: lists.length, seconds: rounded(seconds, 1) };
    }),
  );
}
