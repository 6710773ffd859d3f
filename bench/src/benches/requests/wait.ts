import type { Bench, Row } from '../../bench';
import { rounded } from '../../bench';
import type { Cloud } from '../../engine/cloud';
import { isGet, onCloud } from '../../engine/cloud';
import { machines } from '../../engine/programs';
import { onStack } from '../../engine/stack';

const SPEED = 3;
const GOAL = 1.05;
const PORT = 2222;
/** How long a machine boots before its port answers, in seconds of the cloud. */
const BOOT_SECONDS = 120;
const ANSWERING = [
  ...['--machines-answer', '--machine-ports', `ssh=${PORT},http=8000`],
  ...['--boot-time', `${BOOT_SECONDS}s`],
];

// Counts every GET from the first deploy until the last machine runs, of a stack in which each machine has a condition
// (its port must answer), and compares it with the same count without conditions. Other requests are not compared: the
// removal of a tag follows the end of a wait, so that it would only be counted later. Machines answer two minutes after
// they run, so the waits of the first machines begin while the last machines still deploy. `lists` are the lists of
// instances after the last machine runs; `mostLists` is one at once and one for each ten seconds of the cloud.
export const wait: Bench = {
  name: 'wait',
  about: 'GETs until N instances run that also have to answer, over those without a condition',
  sizes: [100],

  async run({ sizes, progress }) {
    const rows: Row[] = [];
    for (const n of sizes) {
      progress(`up of ${n} instances`);
      const plain = await measure(n, '');
      progress(`up of ${n} instances that have to answer`);
      const waiting = await measure(n, `waitFor: [{ port: ${PORT} }]`);
      rows.push({
        n,
        ratio: rounded(waiting.untilRunning / plain.untilRunning),
        goal: GOAL,
        gets: waiting.untilRunning,
        getsWithout: plain.untilRunning,
        lists: waiting.listsAfter,
        mostLists: Math.floor((waiting.secondsAfter * SPEED) / 10) + 1,
      });
    }
    return rows;
  },
};

interface Figures {
  readonly untilRunning: number;
  /** Lists of instances after the last machine runs, and the real seconds until the end. */
  readonly listsAfter: number;
  readonly secondsAfter: number;
}

function measure(n: number, more: string): Promise<Figures> {
  return onCloud(
    SPEED,
    (cloud) =>
      onStack({ program: machines(n, more), cloud }, async (stack) => {
        await stack.up({ parallel: 300 });
        const ended = Date.now();
        const lastRunning = await lastStart(cloud);
        const requests = await cloud.requests();
        const first = requests.findIndex(({ method, url }) => method === 'POST' && url === '/v1/instances');
        const isAfter = ({ at }: { readonly at: string }) => Date.parse(at) > lastRunning;
        const after = requests.filter(isAfter).filter(isGet);
        return {
          untilRunning: requests.slice(first).filter((request) => isGet(request) && !isAfter(request)).length,
          listsAfter: after.filter(({ url }) => /^\/v1\/instances(\?|$)/.test(url)).length,
          secondsAfter: (ended - lastRunning) / 1000,
        };
      }),
    ANSWERING,
  );
}

/** When the last machine began to run, in ms of this computer's clock. */
async function lastStart(cloud: Cloud): Promise<number> {
  const booted = await cloud.bootTimes();
  return Math.max(...booted) - (BOOT_SECONDS * 1000) / cloud.speed;
}
