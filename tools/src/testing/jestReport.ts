import type { Tally } from './tally';

const counts = [
  'numPassedTests',
  'numFailedTests',
  'numPendingTests',
  'numTodoTests',
  'numRuntimeErrorTestSuites',
] as const;

export interface Judgement {
  tally: Tally;
  /** Why the run counts as failed although no test failed; undefined if there is nothing to explain. */
  complaint?: string;
}

/**
 * Judges one run of jest by its `--json` report and by the exit code. The report is written before coverage thresholds
 * are checked, and not at all if jest crashes or finds nothing to run, so neither of the two is enough.
 */
export function judgeJest(report: string | undefined, exitCode: number | null): Judgement {
  const numbers = report === undefined ? undefined : readCounts(report);
  if (numbers === undefined) {
    return failedBy(`jest left no readable report (exit code ${exitCode ?? 'none'})`, 0, 0);
  }
  const passed = numbers.numPassedTests;
  const skipped = numbers.numPendingTests + numbers.numTodoTests;
  const failed = numbers.numFailedTests + numbers.numRuntimeErrorTestSuites;
  if (failed > 0) return { tally: { passed, failed, skipped } };
  if (passed === 0) return failedBy('no test was run', passed, skipped);
  if (exitCode !== 0) {
    return failedBy(
      `every test passed, but jest ended with exit code ${exitCode ?? 'none'}`,
      passed,
      skipped,
    );
  }
  return { tally: { passed, failed, skipped } };
}

function failedBy(complaint: string, passed: number, skipped: number): Judgement {
  return { tally: { passed, failed: 1, skipped }, complaint };
}

function readCounts(report: string): Record<(typeof counts)[number], number> | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(report);
  } catch {
    // A crash cut the report short. The caller reports it.
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const fields = parsed as Record<string, unknown>;
  const numbers = counts.map((name) => [name, fields[name]] as const);
  if (!numbers.every((entry): entry is [(typeof counts)[number], number] => typeof entry[1] === 'number')) {
    return undefined;
  }
  return Object.fromEntries(numbers) as Record<(typeof counts)[number], number>;
}
