// How the generated functions of sdk/data get their results: one request per run and arguments, or the mocks of a
// unit test.
import * as pulumi from '@pulumi/pulumi';
import { CloudComputeError } from '../api/errors';
import { pluginToken } from '../core/urn';
import { UNKNOWN } from '../core/validation/shape';
import { checkArguments } from './checks/checkArguments';
import { checkInvokeOptions, isLater } from './checks/options/checkOptions';
import { classOfId, isPlain } from './checks/ids';
import type { Camelized } from './camelize';
import { camelize } from './camelize';
import { client } from './config';
import type { DataSource } from './dataSources/support/describe';
import { argumentShapes } from './dataSources/support/describe';
import { isMocked, perRun } from './pulumi/run';
import { ProgramError } from './pulumi/programError';
import { allSourcesOf, customResourcesOf } from './pulumi/undeclared';

/** A value without parts. */
type Plain = string | number | boolean | null | undefined;

/** `undefined` for an optional property: the value may then also be `undefined`. */
type WhenOptional<T, Key extends keyof T> = Pick<Partial<T>, Key> extends Pick<T, Key> ? undefined : never;

/** Inputs at any depth. */
type Nested<T> = [T] extends [Plain]
  ? T
  : T extends readonly (infer Item)[]
    ? readonly pulumi.Input<Nested<Item>>[]
    : { [Key in keyof T]: pulumi.Input<Nested<T[Key]> | WhenOptional<T, Key>> | WhenOptional<T, Key> };

/** Arguments that may not be known yet, at any depth. */
export type OutputArgs<Args> = {
  [Key in keyof Args]: pulumi.Input<Nested<Args[Key]> | WhenOptional<Args, Key>> | WhenOptional<Args, Key>;
};

/** Arguments as programs give them: an optional one may also be `undefined`. */
type GivenArgs<Args> = { [Key in keyof Args]: Args[Key] | WhenOptional<Args, Key> };

const answers = perRun(() => new Map<string, Promise<unknown>>());

/** Requests the result once per run and arguments. */
export async function invoke<Args extends object, Answer>(
  name: string,
  source: DataSource<Args, Answer>,
  // Not NoInfer, which needs TypeScript 5.4.
  args: GivenArgs<Args & {}> | undefined,
  opts?: pulumi.InvokeOptions,
): Promise<Camelized<Answer>> {
  checkInvokeOptions(name, opts ?? {}, false);
  mustBePlain(name, args);
  const plain = normalized(args) as Args;
  return isMocked()
    ? askMocks(name, source, plain, opts ?? {})
    : cached(name, source, checked(name, source, plain));
}

/**
 * The same for arguments that may not be known yet. It waits for the resources that they come from. With `dependsOn` it
 * also waits for those, and sends a new request.
 */
export function invokeOutput<Args extends object, Answer>(
  name: string,
  source: DataSource<Args, Answer>,
  args: OutputArgs<Args> | undefined,
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<Camelized<Answer>> {
  const { dependsOn, ...opts } = options ?? {};
  checkInvokeOptions(name, options ?? {}, true);
  mustBeIdOfResult(name, source, args);
  // Reported at the call, and in a preview also if other arguments are unknown.
  if (!isMocked() && !isLater(args))
    checked(name, source, normalized(knownNow(args) as Args | undefined) as Args);
  // A result that depends on a secret argument is secret.
  const values = source.secret === undefined ? pulumi.output(args ?? {}) : pulumi.secret(args ?? {});
  const sources = [existing(dependsOn), existing(allSourcesOf(values))];
  return pulumi.all([values, ...sources]).apply(([known]): Promise<Camelized<Answer>> => {
    const plain = normalized(known) as Args;
    if (isMocked()) return askMocks(name, source, plain, opts);
    return (dependsOn === undefined ? cached : ask)(name, source, checked(name, source, plain));
  });
}

/** @throws ProgramError if an argument is an output or a promise, as in a JavaScript program. */
function mustBePlain(name: string, args: object | undefined): void {
  const late = Object.entries(args ?? {}).find(([, value]) => [value].flat().some(isLater));
  if (late)
    throw new ProgramError(
      `${name}: ${late[0]} is an output or a promise, which has no value yet: call ${name}Output, which accepts them.`,
    );
}

/** @throws ProgramError for the id of a resource of another class: in a preview, the id of a new resource is unknown. */
function mustBeIdOfResult(
  name: string,
  { result }: Pick<DataSource<never, unknown>, 'result'>,
  args: { readonly id?: unknown } | undefined,
): void {
  const given = classOfId(args?.id);
  if (given === undefined || !('object' in result) || given === result.object) return;
  const article = /^[AEIOU]/.test(result.object) ? 'an' : 'a';
  throw new ProgramError(
    `${name}Output: id is the id of another kind of resource (${given}): write the id of ${article} ${result.object}.`,
  );
}

/** Sorts the arguments and removes undefined ones, so that equal arguments get one request. */
function normalized(args: object | null | undefined): object {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args ?? {};
  const entries = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The arguments, which the compiler does not check in JavaScript. */
function checked<Args extends object>(name: string, source: DataSource<Args, unknown>, args: Args): Args {
  checkArguments(name, args, argumentShapes(source));
  return args;
}

/** The arguments with a placeholder in the place of outputs and promises. */
function knownNow(value: unknown): unknown {
  if (isLater(value)) return UNKNOWN;
  if (Array.isArray(value)) return value.map(knownNow);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, knownNow(inner)]));
}

/** Resolves when all resources exist, also the resources of components; unknown while a preview only plans them. */
const existing = (resources: pulumi.InvokeOutputOptions['dependsOn']): pulumi.Output<unknown> =>
  pulumi.output(resources).apply(async (given = []) => {
    const known = [given].flat();
    const custom = await Promise.all(known.map(customResourcesOf));
    return pulumi.all([...known.map(({ urn }) => urn), ...custom.flat().map(({ id }) => id)]);
  });

/** Each caller gets its own promise, so that an unhandled failure is reported. */
async function cached<Args extends object, Answer>(
  name: string,
  source: DataSource<Args, Answer>,
  args: Args,
): Promise<Camelized<Answer>> {
  const known = answers();
  const key = `${name} ${JSON.stringify(args)}`;
  const answer = (known.get(key) as Promise<Camelized<Answer>> | undefined) ?? ask(name, source, args);
  known.set(key, answer);
  try {
    return await answer;
  } catch (error) {
    // A failure is not cached: the next call may succeed.
    known.delete(key);
    throw error;
  }
}

async function ask<Args extends object, Answer>(
  name: string,
  source: DataSource<Args, Answer>,
  args: Args,
): Promise<Camelized<Answer>> {
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    return camelize(await source.ask(client(), args));
  } catch (error) {
    if (!(error instanceof CloudComputeError)) throw error;
    // Pulumi prints only the message of a RunError, without the stack.
    throw new ProgramError(`${name}: ${error.message}`, { cause: error });
  } finally {
    done();
  }
}

/**
 * Gets the result from the mocks of a unit test. Mocks return objects: a list or a plain value is the first property.
 */
async function askMocks<Args extends object, Answer>(
  name: string,
  { result }: DataSource<Args, Answer>,
  args: Args,
  opts: pulumi.InvokeOptions,
): Promise<Camelized<Answer>> {
  const token = pluginToken(name);
  // Pulumi loses the message of an error in a mock.
  const given: unknown = await pulumi.runtime.invoke(token, args, opts).catch((error: unknown) => {
    if (error instanceof Error && error.message !== '') throw error;
    throw new ProgramError(
      `The mocks of the test do not answer ${token}: their function \`call\` failed, or returned no object.`,
    );
  });
  const answer = (given ?? {}) as Record<string, unknown>;
  if ('object' in result) return answer as Camelized<Answer>;
  const values = Object.values(answer);
  if ('value' in result) return values[0] as Camelized<Answer>;
  // An array arrives as an object whose keys are the indices.
  const isArray = Object.keys(answer).every((key, index) => key === String(index));
  return (isArray ? values : values[0]) as Camelized<Answer>;
}
