import * as pulumi from '@pulumi/pulumi';
import type { Shapes } from '../../core/validation/shape';
import { kindOf, propertiesOf } from '../../core/validation/shape';

/**
 * Holds what a program gives to something that the provider does not check against its shapes, so that a slip in
 * JavaScript is told and not ignored.
 *
 * @param what begins the sentence, e.g. `getImages`.
 * @throws RunError with everything that is wrong; Pulumi prints its message alone, without the stack.
 */
export function checkArguments<Arguments extends object>(
  what: string,
  args: unknown,
  shapes: Shapes<Arguments>,
): asserts args is Arguments {
  const known = Object.keys(shapes);
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    const form = known.length === 0 ? 'no arguments' : `an object of arguments, { ${known.join(', ')} }`;
    throw new pulumi.RunError(`${what} takes ${form}, not ${kindOf(args)}.`);
  }
  const problems = propertiesOf(args as Record<string, unknown>, shapes);
  if (problems.length === 0) return;
  const sentences = problems.map(({ path, reason }) => `${path} ${reason}`);
  throw new pulumi.RunError(`${what}: ${sentences.join('; ')}`);
}
