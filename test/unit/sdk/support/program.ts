import * as pulumi from '@pulumi/pulumi';
import * as state from '@pulumi/pulumi/runtime/state';

/** A resource that the program asks the engine to register or to read. */
export interface Registered {
  readonly type: string;
  readonly name: string;
  readonly inputs: Record<string, unknown>;
  /** Set if it is read by its id. */
  readonly id: string | undefined;
}

/** The engine's answer for a resource. */
export type Answer = (resource: Registered) => { id: string; state: Record<string, unknown> };

export interface RunOptions {
  readonly answer?: Answer;
  readonly preview?: boolean;
  readonly config?: Record<string, string>;
  /** The address of the engine. Default: none, as with mocks. */
  readonly engine?: string;
}

const echo: Answer = ({ name, id, inputs }) => ({ id: id ?? `${name}-id`, state: inputs });

/** Starts a run of a program with a mocked engine, as users' unit tests do. */
export async function runOnMocks(
  options: RunOptions & { call?: pulumi.runtime.Mocks['call'] } = {},
): Promise<Registered[]> {
  const registered: Registered[] = [];
  const { answer = echo, call = () => ({}) } = options;
  await pulumi.runtime.setMocks(
    {
      call,
      newResource: ({ type, name, inputs, id }) => {
        const resource = { type, name, inputs: inputs as Record<string, unknown>, id: id || undefined };
        registered.push(resource);
        return answer(resource);
      },
    },
    'project',
    'stack',
    options.preview ?? false,
  );
  pulumi.runtime.setAllConfig(options.config ?? {}, []);
  return registered;
}

/** Starts a run of a program with a mocked engine that looks like the real engine. */
export async function run(options: RunOptions = {}): Promise<Registered[]> {
  // Default: a preview, which sends nothing to the cloud.
  const { preview = true } = options;
  const registered = await runOnMocks({ ...options, preview });
  const mocked = pulumi.runtime.getMonitor() as object;
  const engine = new Proxy(mocked, {
    has: (target, key) => key !== 'mocks' && key in target,
    get: (target, key): unknown =>
      key === 'getChannel' && options.engine !== undefined
        ? () => ({ getTarget: () => `dns:${options.engine}` })
        : Reflect.get(target, key),
  });
  pulumi.runtime.setMockOptions(engine, 'project', 'stack', preview);
  // Pulumi passes this address to a program that runs in a process of its own.
  process.env['PULUMI_NODEJS_MONITOR'] = '127.0.0.1:1';
  return registered;
}

// The function exists at run time, but not in the declarations.
const { withLocalStorage } = state as unknown as {
  withLocalStorage: <T>(program: () => Promise<T>) => Promise<T>;
};

/** Runs an inline program to its end like the Automation API: with its own settings and its own engine. */
export const runInline = (options: RunOptions, program: () => unknown): Promise<Registered[]> =>
  withLocalStorage(async () => {
    const registered = await run({ preview: false, ...options });
    await pulumi.runtime.runInPulumiStack(async () => {
      await program();
    });
    await pulumi.runtime.disconnect();
    return registered;
  });

/** Ends a program in its own process: the process has nothing more to do. */
export async function endProgram(): Promise<void> {
  await pulumi.runtime.disconnect();
  process.emit('beforeExit', 0);
  await pulumi.runtime.disconnect();
}

type Play = (options: RunOptions, program: () => unknown) => Promise<unknown>;

/** The kinds of programs, each with a function that runs one to its end. */
export const PROGRAMS: [kind: string, play: Play][] = [
  [
    'a program in its own process',
    async (options, program) => {
      await run(options);
      program();
      await endProgram();
    },
  ],
  ['an inline program', runInline],
];

/** The value of an output, once it is known. */
export function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return (output as unknown as { promise(): Promise<T> }).promise();
}

/** The error because of which an output gets no value. */
export async function failureOf(output: pulumi.Output<unknown>): Promise<Error> {
  const { isKnown, isSecret: hidden } = output as unknown as Record<'isKnown' | 'isSecret', Promise<boolean>>;
  const [value] = await Promise.allSettled([valueOf(output), isKnown, hidden]);
  if (value.status === 'fulfilled')
    throw new Error(`The output has the value ${JSON.stringify(value.value)}.`);
  return value.reason as Error;
}

export const isSecret = (output: pulumi.Output<unknown>): Promise<boolean> => pulumi.isSecret(output);
