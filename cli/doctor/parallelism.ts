import os from 'node:os';
import type { Finding } from './finding';
import { ok, wrong } from './finding';

/** The engine's default for each core. */
const PER_CORE = 4;
const VARIABLE = 'PULUMI_PARALLEL';

/** How many resources the engine creates at once; `--parallel` of a run comes before it. */
export function parallelism(environment: Readonly<Record<string, string | undefined>>): Finding {
  const check = 'creates at once';
  const value = environment[VARIABLE];
  if (!value) {
    const cores = os.cpus().length;
    const standard = `${cores * PER_CORE}, the default of ${PER_CORE} for each of ${cores} cores`;
    const advice = `A create that waits for its machine counts. For more machines, set ${VARIABLE}=100 or add --parallel 100.`;
    return ok(check, standard, advice);
  }
  return /^[1-9]\d*$/.test(value)
    ? ok(check, `${value}, from ${VARIABLE}`)
    : wrong(check, `${VARIABLE}=${value}`, `Set ${VARIABLE} to a whole number such as 100, or remove it.`);
}
