import * as pulumi from '@pulumi/pulumi';
import type { CloudComputeClient } from '../api';
import { CloudComputeError } from '../api/errors';
import type { Shapes } from '../core/validation/shape';
import { checkArguments } from './arguments';
import { client } from './config';
import { isMocked, perRun } from './run';
import type { Args } from './types';

/** What a data source answers: many things, one, or a bare value. */
type Shape = 'list' | 'object' | 'value';

/** Arguments may be left out as a whole where each of them may be. */
type Ask<Arguments, Options, Answer> =
  Record<string, never> extends Arguments
    ? (args?: Arguments, opts?: Options) => Answer
    : (args: Arguments, opts?: Options) => Answer;

/** Asks the cloud, once per run and arguments. */
export type DataSource<Arguments, Result> = Ask<Arguments, pulumi.InvokeOptions, Promise<Result>> & {
  /** The same as an output: exported as `getXOutput`. */
  readonly output: DataSourceOutput<Arguments, Result>;
};

/** The same for arguments that may not be known yet. With `dependsOn` it waits, and asks afresh. */
export type DataSourceOutput<Arguments, Result> = Ask<
  Args<Arguments>,
  pulumi.InvokeOutputOptions,
  pulumi.Output<Result>
>;

/** What there is to say about a data source. */
export interface DataSourceDefinition<Arguments, Result> {
  /** Its name, e.g. `getImages`; mocks are asked for `cloud-compute:index:getImages`. */
  readonly name: string;
  /** What it answers, and so what mocks are asked for. */
  readonly shape: Shape;
  /** What each argument has to look like: the compiler insists on all of them. */
  readonly args: Shapes<Arguments>;
  /** Whether the answer may hold a secret: then the output is one. */
  readonly secret?: boolean;
  /** Asks the cloud. */
  readonly ask: (api: CloudComputeClient, args: Arguments) => Promise<Result>;
}

const answers = perRun(() => new Map<string, Promise<unknown>>());

/** Makes the two forms of a data source: one for a promise, one for an output. */
export function dataSource<Arguments extends object, Result>(
  definition: DataSourceDefinition<Arguments, Result>,
): DataSource<Arguments, Result> {
  const get = (args: Arguments | undefined, opts: pulumi.InvokeOptions = {}): Promise<Result> =>
    isMocked() ? askMocks(definition, args, opts) : cached(definition, given(args));

  const output = (
    args: Args<Arguments> | undefined,
    opts: pulumi.InvokeOutputOptions = {},
  ): pulumi.Output<Result> => {
    const { dependsOn, ...rest } = opts;
    // What is made of a secret is one.
    const values = definition.secret ? pulumi.secret(args ?? {}) : pulumi.output(args ?? {});
    return pulumi.all([values, known(dependsOn)]).apply(([arrived]): Promise<Result> => {
      const plain = given(arrived as Arguments);
      if (isMocked()) return askMocks(definition, plain, rest);
      return dependsOn === undefined ? cached(definition, plain) : ask(definition, plain);
    });
  };

  return Object.assign(get, { output });
}

/** Arguments without those that were left out: so equal questions look equal. */
function given<Arguments extends object>(args: Arguments | undefined): Arguments {
  if (typeof args !== 'object' || Array.isArray(args)) return args ?? ({} as Arguments);
  const entries = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) as Arguments;
}

/** Resolves when everything that is depended upon exists; unknown while a preview only plans it. */
const known = (dependsOn: pulumi.InvokeOutputOptions['dependsOn']): pulumi.Output<unknown> =>
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
async function cached<Arguments extends object, Result>(
  definition: DataSourceDefinition<Arguments, Result>,
  args: Arguments,
): Promise<Result> {
  const asked = answers();
  const key = `${definition.name} ${JSON.stringify(args)}`;
  const answer = (asked.get(key) as Promise<Result> | undefined) ?? ask(definition, args);
  asked.set(key, answer);
  try {
    return await answer;
  } catch (error) {
    // A failure is no answer: the next one to ask may fare better.
    asked.delete(key);
    throw error;
  }
}

async function ask<Arguments extends object, Result>(
  { name, args: shapes, ask: from }: DataSourceDefinition<Arguments, Result>,
  args: Arguments,
): Promise<Result> {
  checkArguments(name, args, shapes);
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    return await from(client(), args);
  } catch (error) {
    if (!(error instanceof CloudComputeError)) throw error;
    // Of this kind of error Pulumi prints the message alone, without the stack.
    throw new pulumi.RunError(`${name}: ${error.message}`, { cause: error });
  } finally {
    done();
  }
}

/** Lets a unit test's mocks answer. They answer objects: a list or a bare value is the first property of one. */
async function askMocks<Arguments extends object, Result>(
  { name, shape }: DataSourceDefinition<Arguments, Result>,
  args: Arguments | undefined,
  opts: pulumi.InvokeOptions,
): Promise<Result> {
  const token = `cloud-compute:index:${name}`;
  const answer = ((await pulumi.runtime.invoke(token, given(args), opts)) ?? {}) as Record<string, unknown>;
  if (shape === 'object') return answer as Result;
  const values = Object.values(answer);
  if (shape === 'value') return values[0] as Result;
  // An array arrives as an object with its indices for keys.
  const isArray = Object.keys(answer).every((key, index) => key === String(index));
  return (isArray ? values : values[0]) as Result;
}
