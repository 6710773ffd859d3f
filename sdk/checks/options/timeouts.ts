import type * as pulumi from '@pulumi/pulumi';
import { LONGEST_TIMEOUT, timeoutMilliseconds } from '../../../core/values/duration';
import { kindOf } from '../../../core/validation/shape';
import { ProgramError } from '../../pulumi/programError';
import { isLater } from './checkOptions';

const LONGEST = timeoutMilliseconds(LONGEST_TIMEOUT) ?? 0;
const VERBS = ['create', 'update', 'delete'];

/**
 * The `customTimeouts` of a resource. The provider applies them; the engine only parses them.
 *
 * @throws RunError with all problems, which explains how to write a duration.
 */
export function timeoutsOf(
  name: string,
  { customTimeouts }: pulumi.CustomResourceOptions,
): pulumi.CustomTimeouts | undefined {
  if (customTimeouts !== undefined && (typeof customTimeouts as unknown) !== 'object')
    throw new ProgramError(
      `customTimeouts of ${JSON.stringify(name)} must be an object such as { create: "30m" }, not ${kindOf(customTimeouts)}.`,
    );
  const problems = Object.entries(customTimeouts ?? {}).flatMap(([verb, timeout]: [string, unknown]) => {
    const which = `customTimeouts.${verb} of ${JSON.stringify(name)}`;
    if (!VERBS.includes(verb)) return [`${which} is not a timeout; there are ${VERBS.join(', ')}.`];
    if (isLater(timeout))
      return [`${which} must be text such as "30m", not an output or a promise: the program must know it.`];
    // A timeout of zero would always fail.
    const length = typeof timeout === 'string' ? timeoutMilliseconds(timeout) : undefined;
    if (length !== undefined && length > LONGEST)
      return [`${which} is ${JSON.stringify(timeout)}; the engine accepts at most ${LONGEST_TIMEOUT}.`];
    if (timeout === undefined || length) return [];
    return [`${which} is ${JSON.stringify(timeout)}; it must be a duration such as "30m", "90s" or "1h30m".`];
  });
  if (problems.length > 0) throw new ProgramError(problems.join('\n'));
  return customTimeouts && { ...customTimeouts };
}
