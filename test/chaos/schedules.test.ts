import fc from 'fast-check';
import { seed as fixedSeed } from '../randomCases';
import { runOfPlugin } from './support/plugin';
import { runSchedule, schedules } from './support/schedule';

// Several plugins are simulated in this process: each has a run of its own.
jest.mock('../../provider/run/run', () => ({
  ...jest.requireActual<object>('../../provider/run/run'),
  currentRun: () => runOfPlugin(),
}));

/** The number of schedules. `CHAOS_SCHEDULES=5000 CHAOS_SEED=42` runs more, or repeats a run. */
const numRuns = Number(process.env['CHAOS_SCHEDULES'] ?? 300);
const seed = Number(process.env['CHAOS_SEED'] ?? fixedSeed);

describe(`a stack under random kills and lost requests (seed ${seed})`, () => {
  jest.setTimeout(600_000);

  it('loses and duplicates no billed resource, changes no foreign resource, and leaves nothing after destroy', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        expect(await runSchedule(schedule)).toEqual({
          orphans: [],
          duplicates: [],
          lost: [],
          left: [],
          foreignChanges: [],
        });
      }),
      { numRuns, seed, endOnFailure: process.env['CHAOS_SHRINK'] === undefined },
    );
  });
});
