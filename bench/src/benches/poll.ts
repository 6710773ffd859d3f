import type { Bench, Row } from '../bench';
import { median, rounded } from '../bench';
import { isGet, onCloud } from '../engine/cloud';
import { machines } from '../engine/programs';
import { onStack } from '../engine/stack';

const SPEED = 3;
const GOAL = 1.2;
/** How often the one machine is watched: its count is what all others are divided by. */
const TIMES = 3;

// Measured: every GET that reaches the cloud, of whatever kind and from whichever process (the provider's poll, its
// looks for leftovers, reads of single machines, the program's looks for marks), from the first deploy until `up`
// has ended.
// Against it: the same for one machine, the median of three. What is asked before the first deploy (the checks'
// catalogue) is left out of both, for it would make the figure for one larger and the ratio smaller.
// The documented rate limit is on, so that 300 machines settle in five batches over several windows: harder than N
// that settle at once, which any shared poll serves for the price of one.
export const poll: Bench = {
  name: 'poll',
  about: 'GETs while N instances settle, over those for one',
  sizes: [10, 100, 300],
  plot: {
    title: 'GETs while N instances settle',
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
  /** Those of them that list the instances. */
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
