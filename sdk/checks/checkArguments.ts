import * as pulumi from '@pulumi/pulumi';
import { isHidden } from '../../core/hiddenProperties';
import { takesId, takesIds } from '../../core/inputsWithIds';
import type { Shapes } from '../../core/validation/shape';
import { isConverted, kindOf, propertiesOf, sentenceOf } from '../../core/validation/shape';
import { ProgramError } from '../pulumi/programError';
import type { Ids } from './ids';
import { classOfId, isPlain, wrongIds } from './ids';
import { OPTIONS } from './options/optionNames';

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
  throw new ProgramError(`${what}: ${problems.map(sentenceOf).join('; ')}`);
}

interface CheckedKind {
  readonly name: string;
  readonly ids?: Ids;
}

/**
 * Refuses arguments of a constructor that the TypeScript compiler would refuse.
 *
 * @throws RunError that contains the correct form; Pulumi prints only its message, without the stack.
 */
export function checkConstructor(
  { name: className, ids = {} }: CheckedKind,
  name: unknown,
  args: unknown,
  opts: unknown,
): void {
  if (typeof name !== 'string' || name === '') {
    const given = name === '' ? 'an empty string' : kindOf(name);
    throw new ProgramError(
      `new ${className} takes a name first: new ${className}("my-name", { … }), not ${given}.`,
    );
  }
  if (isConverted(name))
    throw new ProgramError(
      `new ${className}: the name contains an output, a promise or an object that was converted to a string. ` +
        'Pulumi needs the name before it knows any output: write plain text.',
    );
  const call = `new ${className}(${JSON.stringify(name)}, { … }`;
  if (pulumi.Resource.isInstance(args))
    throw new ProgramError(
      `${call}) takes an object of arguments, not a resource or a copy of one: write the arguments that are meant.`,
    );
  const wrongArgs = kindUnlessObject(args);
  if (wrongArgs) throw new ProgramError(`${call}) takes an object of arguments, not ${wrongArgs}.`);
  if (pulumi.Resource.isInstance(opts))
    throw new ProgramError(
      `${call}, { … }) takes an object of options, not a resource: write { dependsOn: … } or { parent: … }.`,
    );
  const wrongOpts = kindUnlessObject(opts);
  if (wrongOpts) throw new ProgramError(`${call}, { … }) takes an object of options, not ${wrongOpts}.`);
  const wrongOptions = emptyProblem(opts, 'the object of options');
  if (wrongOptions) throw new ProgramError(`${call}, { … }): ${wrongOptions}`);
  const problem =
    nameProblem(className, args as object) ?? resourceProblem(args as object) ?? valueProblem(args, '', []);
  const problems = problem === undefined ? wrongIds(args as Record<string, unknown>, ids) : [problem];
  if (problems.length > 0) throw new ProgramError(`${call}): ${problems.join(' ')}`);
}

/** Names that Pulumi or this package would read as something else. */
function nameProblem(className: string, args: object): string | undefined {
  const name = Object.keys(args).find((given) => OPTIONS.includes(given) || isHidden(given));
  if (name === undefined) return undefined;
  if (name === 'id')
    return `id is not an argument: adoptId adopts an existing object, and ${className}.get looks it up.`;
  if (name === 'urn' || isHidden(name)) return `${name} is not an argument.`;
  return `${name} is an option of Pulumi and not an argument: write it after the arguments, { ${name}: … }.`;
}

/**
 * A resource is sent as its id. In a preview, the id of a new resource is unknown, and an unknown value is accepted by
 * every input, also by a list.
 */
function resourceProblem(args: object): string | undefined {
  for (const [name, value] of Object.entries(args)) {
    const kind = pulumi.CustomResource.isInstance(value) ? classOfId(value) : undefined;
    if (name.endsWith('Id') || kind === undefined) continue;
    const id = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}.id`;
    const form = takesIds(name) ? `[${id}]` : takesId(name) ? id : 'the value that is meant';
    return `${name} is a resource (${kind}), whose id would be sent: write ${form}.`;
  }
  return undefined;
}

/** Values that Pulumi would leave out in silence, or that it cannot send. */
function valueProblem(value: unknown, path: string, around: readonly unknown[]): string | undefined {
  if (typeof value === 'function')
    return `${path} is a function, which would be left out: call it and pass its result.`;
  if (typeof value === 'symbol') return `${path} is a symbol, which would be left out.`;
  if (typeof value === 'bigint') return `${path} is a bigint: write a number.`;
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null)
    return `${path} is an object without a prototype, which Pulumi cannot send: copy it with { ...value }.`;
  const empty = emptyProblem(value, path === '' ? 'the object of arguments' : path);
  if (empty !== undefined) return empty;
  if (!isContainer(value)) return undefined;
  if (around.includes(value)) return `${path} contains itself.`;
  for (const [key, inner] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const problem = valueProblem(inner, at, [...around, value]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** An object whose values are in no properties of its own: Pulumi would send an empty object. */
function emptyProblem(value: unknown, what: string): string | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) return undefined;
  if (Array.isArray(value) || 'then' in value) return undefined;
  // A plain object, also of another realm, as in Jest.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return undefined;
  if (value instanceof Map)
    return `${what} is a Map, whose entries would be left out: pass Object.fromEntries(…) of it.`;
  if (value instanceof Set) return `${what} is a Set, whose entries would be left out: pass […] of it.`;
  if (value instanceof Date) return `${what} is a Date, which would be left out: pass its text.`;
  return `${what} is an object whose values would be left out, because no property is its own: pass a plain object, { … }.`;
}

/** A list or a plain object; outputs, promises, resources and assets are sent as a whole. */
const isContainer = (value: unknown): value is object => Array.isArray(value) || isPlain(value);

/** The kind of a value; undefined for a plain object. */
export function kindUnlessObject(value: unknown): string | undefined {
  if (pulumi.Output.isInstance(value)) return 'an output: each argument may be an output';
  if (value instanceof Promise) return 'a promise: wait for it with await';
  return typeof value === 'object' && !Array.isArray(value) ? undefined : kindOf(value);
}
