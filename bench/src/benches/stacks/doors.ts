import type { Bench, Row } from '../../bench';
import { median, rounded } from '../../bench';
import { onCloud } from '../../engine/cloud';
import type { ForNative } from '../../engine/nativePlugin';
import { withNativePlugin } from '../../engine/nativePlugin';
import { mixed } from '../../engine/programs';
import type { BenchStack } from '../../engine/stack';
import { onStack } from '../../engine/stack';

const SPEED = 60;
const TURNS = 5;
const GOAL = 1.05;

/** What is measured of a stack, in this order. */
const measures: Readonly<Record<string, (stack: BenchStack) => Promise<number>>> = {
  up: async (stack) => (await stack.up()).seconds,
  state: async (stack) => (await stack.stateBytes()) / 1_000,
  preview: async (stack) => (await stack.emptyPreview()).seconds,
  refresh: async (stack) => (await stack.refresh()).seconds,
  destroy: async (stack) => (await stack.destroy()).seconds,
};

/** The same figure of both doors. */
interface Pair {
  readonly dynamic: number;
  readonly native: number;
}

// Measures the wall time of `up`, of a preview and a refresh that find no change, and of `destroy`, and the size of the
// state file after `up`, for N resources of all kinds: with the native plugin and its generated SDK for Node.js, and
// with the dynamic resources of the package. Both have the same program, at the engine's default parallelism, and a
// cloud of their own. In each of five turns, each command runs with both, one directly after the other, so that a busy
// minute slows both; the order changes with each turn. The ratio is the median of the ratios of the turns.
export const doors: Bench = {
  name: 'doors',
  about:
    'the native plugin over dynamic resources: time of each command, and size of the state, of N mixed resources',
  sizes: [200],

  run: ({ sizes, progress }) =>
    withNativePlugin(async (forNative) => {
      const rows: Row[] = [];
      for (const n of sizes) {
        const turns: Readonly<Record<string, Pair>>[] = [];
        for (let number = 1; number <= TURNS; number += 1) {
          turns.push(
            await turn(mixed(n), forNative, number % 2 === 0, (what) => {
              progress(`${what} of ${n} mixed resources, turn ${number} of ${TURNS}`);
            }),
          );
        }
        for (const measure of Object.keys(measures)) {
          const pairs = turns.flatMap((each) => each[measure] ?? []);
          rows.push({
            n,
            ratio: rounded(median(pairs.map(({ native, dynamic }) => native / dynamic))),
            goal: GOAL,
            measure,
            native: rounded(median(pairs.map(({ native }) => native)), 1),
            dynamic: rounded(median(pairs.map(({ dynamic }) => dynamic)), 1),
          });
        }
      }
      return rows;
    }),
};

/** Measures a new stack of each door. */
const turn = (
  program: string,
  forNative: ForNative,
  nativeFirst: boolean,
  progress: (line: string) => void,
): Promise<Readonly<Record<string, Pair>>> =>
  onCloud(SPEED, (one) =>
    onCloud(SPEED, (other) =>
      onStack({ program, cloud: one }, (own) =>
        onStack({ ...forNative(program), cloud: other }, async (plugin) => {
          const pairs: Record<string, Pair> = {};
          for (const [name, measure] of Object.entries(measures)) {
            progress(name);
            const early = nativeFirst ? await measure(plugin) : undefined;
            const dynamic = await measure(own);
            pairs[name] = { dynamic, native: early ?? (await measure(plugin)) };
          }
          await one.mustBeEmpty();
          await other.mustBeEmpty();
          return pairs;
        }),
      ),
    ),
  );
