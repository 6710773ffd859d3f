import { shownSetting } from '../../core/configuration';
import type { Problem } from '../../core/validation/shape';
import { UNKNOWN } from '../../core/validation/shape';
import { milliseconds } from '../../core/values/duration';
import type { Run } from './run';

const SHORTEST = milliseconds('10m') ?? 0;
const LONGEST = milliseconds('520w') ?? 0;

/** Whether a text is a duration that a machine can have. */
export const isRunDuration = (value: string): boolean => {
  const ms = milliseconds(value) ?? 0;
  return ms >= SHORTEST && ms <= LONGEST;
};

export const RUN_DURATION = 'must be a duration from 10 minutes to 520 weeks, such as "90m", "8h" or "2d"';

/** The duration of all machines that name none, by the stack's config, or why it is invalid. */
export function defaultEnd(run: Pick<Run, 'setting'>): {
  readonly maxRunDuration?: string;
  readonly problems: readonly Problem[];
} {
  const value = run.setting('maxRunDuration')?.trim();
  if (value === undefined || value === '' || value === UNKNOWN) return { problems: [] };
  if (isRunDuration(value)) return { maxRunDuration: value, problems: [] };
  const reason = `is ${JSON.stringify(value)}; it ${RUN_DURATION}`;
  return { problems: [{ path: shownSetting('maxRunDuration'), reason }] };
}
