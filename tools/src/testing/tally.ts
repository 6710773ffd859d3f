/** The numbers of passed, failed and skipped checks. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const onePassed: Tally = { passed: 1, failed: 0, skipped: 0 };
export const oneFailed: Tally = { passed: 0, failed: 1, skipped: 0 };

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** The last line of a run: `12 passed, 0 failed`, and `, 3 skipped` if any were. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
