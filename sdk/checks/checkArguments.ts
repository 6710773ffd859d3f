import * as pulumi from '@pulumi/pulumi';
import type { Shapes } from '../../core/validation/shape';
import { kindOf, propertiesOf } from '../../core/validation/shape';
import { ProgramError } from '../pulumi/programError';

/**
 * Checks arguments that no schema describes, so that mistakes in JavaScript programs are reported.
 *
 * @param what the subject of the error sentence, e.g. `getImages`.
 * @throws RunError with all problems; Pulumi prints only its message, without the stack.
 */
export function checkArguments<Arguments extends object>(
  what: string,
  args: unknown,
  shapes: Shapes<Arguments>,
): asserts args is Arguments {
  const known = Object.keys(shapes);
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    const form = known.length === 0 ? 'no arguments' : `an object of arguments, { ${known.join(', ')} }`;
    throw new ProgramError(`${what} takes ${form}, not ${kindOf(args)}.`);
  }
  const problems = propertiesOf(args as Record<string, unknown>, shapes);
  if (problems.length === 0) return;
  const sentences = problems.map(({ path, reason }) => `${path} ${reason}`);
  throw new ProgramError(`${what}: ${sentences.join('; ')}`);
}

/**
 * Refuses arguments of a constructor that the TypeScript compiler would refuse.
 *
 * @throws RunError that contains the correct form; Pulumi prints only its message, without the stack.
 */
export function checkConstructor(className: string, name: unknown, args: unknown, opts: unknown): void {
  if (typeof name !== 'string' || name === '') {
    const given = name === '' ? 'an empty string' : kindOf(name);
    throw new ProgramError(
      `new ${className} takes a name first: new ${className}("my-name", { … }), not ${given}.`,
    );
  }
  const call = `new ${className}(${JSON.stringify(name)}, { … }`;
  const wrongArgs = kindUnlessObject(args);
  if (wrongArgs) throw new ProgramError(`${call}) takes an object of arguments, not ${wrongArgs}.`);
  const wrongOpts = kindUnlessObject(opts);
  if (wrongOpts) throw new ProgramError(`${call}, { … }) takes an object of options, not ${wrongOpts}.`);
}

/** The kind of a value; undefined for a plain object. */
function kindUnlessObject(value: unknown): string | undefined {
  if (pulumi.Output.isInstance(value)) return 'an output: each argument may be an output';
  if (value instanceof Promise) return 'a promise: wait for it with await';
  return typeof value === 'object' && !Array.isArray(value) ? undefined : kindOf(value);
}
