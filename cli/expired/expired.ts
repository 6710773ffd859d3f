// `expired`: lists the machines that have an end, and carries out the ends that have passed.
import type { CloudComputeClient } from '../../api/client';
import { printableLines } from '../../api/printable';
import { systemClock } from '../../api/http/time/clock';
import { AuthenticationError, ConfigurationError } from '../../api/errors';
import { formatDuration } from '../../core/values/duration';
import { withClient } from '../client';
import { canAsk } from '../confirm';
import { errorText, isExpected } from '../errorText';
import { UsageError } from '../usageError';
import type { RoundOptions } from './round';
import { round } from './round';

/** The options of the command. */
export interface ExpiredOptions extends RoundOptions {
  /** The time between two rounds, in ms. */
  readonly watch?: number;
}

/** @throws UsageError if something that is due could not be removed, or a machine has no end and `require` is set. */
export async function showExpired(options: ExpiredOptions): Promise<void> {
  const { remove = false, yes = false, json = false, watch } = options;
  if (remove && !yes && (watch !== undefined || !canAsk(json)))
    throw new UsageError(
      'With --remove, the command cannot ask for confirmation without a terminal, with --json or with --watch. Check the list first, then add --yes.',
    );
  await withClient(async (client) => {
    if (watch !== undefined) return watchFor(client, watch, options);
    const problems = await round(client, options);
    if (problems.length > 0) throw new UsageError(problems.join('\n'));
  });
}

/** Repeats until SIGINT or SIGTERM. A second signal ends the process at once. */
async function watchFor(
  client: CloudComputeClient,
  interval: number,
  options: ExpiredOptions,
): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const isEnding = () => signal.aborted;
  const end = () => {
    ending.abort(new Error('the command was stopped'));
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  const sleep = () =>
    systemClock.sleep(interval, signal).catch((error: unknown) => {
      if (!isEnding()) throw error;
    });
  for (let isFirst = true; !isEnding(); isFirst = false) {
    const problems = await round(client, options, signal).catch((error: unknown) => {
      if (isEnding()) return [];
      if (!isExpected(error) || (isFirst && isMistake(error))) throw error;
      return [errorText(error)];
    });
    for (const problem of problems)
      process.stderr.write(
        `error: ${printableLines(problem)} The next attempt is in ${formatDuration(interval)}.\n`,
      );
    await sleep();
  }
  process.off('SIGINT', end).off('SIGTERM', end);
}

/** Whether another attempt would fail in the same way. Later, the same error may be one of the cloud. */
const isMistake = (error: Error): boolean =>
  error instanceof UsageError || error instanceof AuthenticationError || error instanceof ConfigurationError;
