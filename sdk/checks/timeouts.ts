import type * as pulumi from '@pulumi/pulumi';
import { milliseconds } from '../../core/duration';
import { kindOf } from '../../core/validation/shape';
import { ProgramError } from '../pulumi/programError';

const VERBS = ['create', 'update', 'delete'];

/**
 * The `customTimeouts` of a resource. The provider applies them; the engine only parses them.
 *
 * @throws RunError that explains how to write a duration.
 */
export function timeoutsOf(
  name: string,
  { customTimeouts }: pulumi.CustomResourceOptions,
): pulumi.CustomTimeouts | undefined {
  if (customTimeouts !== undefined && (typeof customTimeouts as unknown) !== 'object')
    throw new ProgramError(
      `customTimeouts of ${JSON.stringify(name)} must be an object such as { create: "30m" }, not ${kindOf(customTimeouts)}.`,
    );
  for (const [verb, timeout] of Object.entries(customTimeouts ?? {}) as [string, unknown][]) {
    if (!VERBS.includes(verb))
      throw new ProgramError(
        `customTimeouts.${verb} of ${JSON.stringify(name)} is not a timeout; there are ${VERBS.join(', ')}.`,
      );
    // Nothing is created, changed or deleted within no time.
    if (timeout === undefined || (typeof timeout === 'string' && milliseconds(timeout))) continue;
    throw new ProgramError(
      `customTimeouts.${verb} of ${JSON.stringify(name)} is ${JSON.stringify(timeout)}; it must be a duration such as "30m", "90s" or "1h30m".`,
    );
  }
  return customTimeouts && { ...customTimeouts };
}
