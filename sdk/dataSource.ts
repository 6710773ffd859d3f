// How the generated functions of sdk/data ask: once per run and arguments, or the mocks of a unit test.
import * as pulumi from '@pulumi/pulumi';
import { CloudComputeError } from '../api/errors';
import { required } from '../core/validation/shape';
import { checkArguments } from './checks/checkArguments';
import type { Camelized } from './camelize';
import { camelize } from './camelize';
import { client } from './config';
import type { DataSource } from './dataSources/support/describe';
import { isMocked, perRun } from './pulumi/run';
import type { Args as Inputs } from './types';

/** Arguments that may not be known yet, at any depth. */
export type OutputArgs<Args> = Inputs<Args>;

const answers = perRun(() => new Map<string, Promise<unknown>>());

/** Asks the cloud, once per run and arguments. */
export function invoke<Args extends object, Answer>(
  name: string,
  source: DataSource<Args, Answer>,
  args: Args | undefined,
  opts: pulumi.InvokeOptions = {},
): Promise<Camelized<Answer>> {
  return isMocked() ? askMocks(name, source, args, opts) : cached(name, source, normalized(args));
}

/** The same for arguments that may not be known yet. With `dependsOn` it waits, and asks anew. */
export function invokeOutput<Args extends object, Answer>(
  name: string,
  source: DataSource<Args, Answer>,
  args: OutputArgs<Args> | undefined,
  { dependsOn, ...opts }: pulumi.InvokeOutputOptions = {},
): pulumi.Output<Camelized<Answer>> {
  // What is made of a secret is one.
  const values = source.secret === undefined ? pulumi.output(args ?? {}) : pulumi.secret(args ?? {});
  return pulumi.all([values, existing(dependsOn)]).apply(([known]): Promise<Camelized<Answer>> => {
    const plain = normalized(known as Args);
    if (isMocked()) return askMocks(name, source, plain, opts);
    return dependsOn === undefined ? cached(name, source, plain) : ask(name, source, plain);
  });
}

/** Arguments in one order, without those that were left out, so that equal questions look equal. */
function normalized<Args extends object>(args: Args | null | undefined): Args {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args ?? ({} as Args);
  const entries = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) as Args;
}

/** Resolves when everything that is depended upon exists; unknown while a preview only plans it. */
const existing = (dependsOn: pulumi.InvokeOutputOptions['dependsOn']): pulumi.Output<unknown> =>
  pulumi
    .output(dependsOn)
    .apply((resources) =>
      pulumi.all(
        [resources ?? []]
          .flat()
          .map((resource) => (pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn)),
      ),
    );

/** Each caller gets a promise of its own, so that a failure nobody looks at is not lost. */
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
    // A failure is not kept: the next call may succeed.
    known.delete(key);
    throw error;
  }
}

async function ask<Args extends object, Answer>(
  name: string,
  source: DataSource<Args, Answer>,
  args: Args,
): Promise<Camelized<Answer>> {
  checkArguments(name, args, shapesOf(source));
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    return camelize(await source.ask(client(), args));
  } catch (error) {
    if (!(error instanceof CloudComputeError)) throw error;
    // Of this kind of error Pulumi prints the message alone, without the stack.
    throw new pulumi.RunError(`${name}: ${error.message}`, { cause: error });
  } finally {
    done();
  }
}

const shapesOf = ({ args }: Pick<DataSource<never, unknown>, 'args'>) =>
  Object.fromEntries(
    Object.entries(args).map(([name, { type, required: isRequired }]) => [
      name,
      isRequired ? required(type.shape) : type.shape,
    ]),
  );

/** Lets a unit test's mocks answer. They answer objects: a list or a bare value is the first property of one. */
async function askMocks<Args extends object, Answer>(
  name: string,
  { result }: DataSource<Args, Answer>,
  args: Args | undefined,
  opts: pulumi.InvokeOptions,
): Promise<Camelized<Answer>> {
  const token = `cloud-compute:index:${name}`;
  const answer = ((await pulumi.runtime.invoke(token, normalized(args), opts)) ?? {}) as Record<
    string,
    unknown
  >;
  if ('object' in result) return answer as Camelized<Answer>;
  const values = Object.values(answer);
  if ('value' in result) return values[0] as Camelized<Answer>;
  // An array arrives as an object with its indices for keys.
  const isArray = Object.keys(answer).every((key, index) => key === String(index));
  return (isArray ? values : values[0]) as Camelized<Answer>;
}
