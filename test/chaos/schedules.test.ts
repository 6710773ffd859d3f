import fc from 'fast-check';
import { play, schedules } from './support/schedule';

/** How many stories; `CHAOS_SCHEDULES=5000 CHAOS_SEED=42` tells more, or the same again. */
const numRuns = Number(process.env['CHAOS_SCHEDULES'] ?? 300);
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000_000);

describe(`whatever is killed or lost (seed ${seed})`, () => {
  jest.setTimeout(600_000);

  it('nothing billed is lost or doubled, nothing of others is harmed, and destroy leaves nothing', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        expect(await play(schedule)).toEqual({ orphans: [], duplicates: [], lost: [], left: [], harmed: [] });
      }),
      { numRuns, seed, endOnFailure: process.env['CHAOS_SHRINK'] === undefined },
    );
  });
});
