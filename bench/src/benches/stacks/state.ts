import type { Bench, Row } from '../../bench';
import { rounded } from '../../bench';
import { onCloud } from '../../engine/cloud';
import { peerFile } from '../../engine/peer';
import { classicIdle, idle, machines, naiveMachines } from '../../engine/programs';
import type { StackOptions, StateResource } from '../../engine/stack';
import { onStack } from '../../engine/stack';

const SPEED = 60;
const GOAL = 100;

// Measures the bytes of the longest `__provider` among N resources in state, and the bytes of state for each resource,
// from `pulumi stack export`, as compact JSON. Compares them with the same resources as classic dynamic resources.
// Does so twice: for resources with only the necessary properties, and for machines, where our outputs hold the cloud's
// values under our names, and the naive provider's hold the cloud's reply unchanged. The hidden owner is divided among
// our resources.
export const state: Bench = {
  name: 'state',
  about: 'bytes of `__provider` in state, and of state per resource, against the classic way',
  sizes: [10, 100],
  plot: {
    title: 'state of each of N resources',
    unit: 'bytes',
    lines: { perResource: 'ours', classicPerResource: 'classic' },
    by: 'resource',
  },

  async run({ sizes, progress }) {
    const rows: Row[] = [];
    for (const n of sizes) {
      await onCloud(SPEED, async (cloud) => {
        progress(`up of ${n} idle resources of both`);
        const empty = [
          await measure(n, { program: idle(n), cloud }),
          await measure(n, { program: classicIdle(n), files: await peerFile('empty.js') }),
        ] as const;
        rows.push(compare(n, 'empty', ...empty));
        // The naive provider fails if more creates run at once than the limits allow.
        const few = Math.min(n, 30);
        progress(`up of ${few} instances of both`);
        const instances = [
          await measure(few, { program: machines(few), cloud }),
          await measure(few, {
            program: naiveMachines(few),
            files: await peerFile('naiveInstance.js'),
            cloud,
            environment: { PEER_POLL_MS: '1000' },
          }),
        ] as const;
        rows.push(compare(few, 'instance', ...instances));
      });
    }
    return rows;
  },
};

interface Figures {
  readonly provider: number;
  readonly each: number;
}

const measure = (n: number, options: StackOptions): Promise<Figures> =>
  onStack(options, async (stack) => {
    await stack.up();
    const resources = await stack.resources();
    const bytes = resources.map((resource) => Buffer.byteLength(JSON.stringify(resource)));
    return {
      provider: Math.max(...resources.map(providerBytes)),
      each: bytes.reduce((sum, more) => sum + more, 0) / n,
    };
  });

const providerBytes = ({ inputs }: StateResource): number =>
  Buffer.byteLength(plainText(inputs?.['__provider']));

/** A classic resource keeps it as a secret; the bench measures its text. */
const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const compare = (n: number, resource: string, ours: Figures, classic: Figures): Row => ({
  n,
  ratio: ours.provider,
  goal: GOAL,
  resource,
  classicProvider: classic.provider,
  perResource: rounded(ours.each, 0),
  classicPerResource: rounded(classic.each, 0),
});
