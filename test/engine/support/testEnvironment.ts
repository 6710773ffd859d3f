// An emulator, and a stack that the real engine deploys to it.
import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import type { CloudComputeClient } from '../../../api';
import type { Outcome } from './outcome';
import type { TestStackOptions } from './stacks/stack';
import { OperationFailed, TestStack } from './stacks/stack';
import type { TestCloud } from './testCloud';
import { startCloud } from './testCloud';

export interface TestEnvironmentOptions extends Omit<TestStackOptions, 'url'> {
  readonly emulator?: EmulatorOptions;
  /** Prepares the cloud before the stack exists. Returns text that is put before the program. */
  readonly prepare?: (emulator: Emulator, cloud: CloudComputeClient) => Promise<string> | string;
}

export class TestEnvironment {
  readonly emulator: Emulator;
  readonly cloud: CloudComputeClient;

  private constructor(
    private readonly testCloud: TestCloud,
    readonly stack: TestStack,
    private readonly preamble: string,
  ) {
    this.emulator = testCloud.emulator;
    this.cloud = testCloud.cloud;
  }

  static async start({
    emulator: options,
    prepare,
    ...rest
  }: TestEnvironmentOptions): Promise<TestEnvironment> {
    const testCloud = await startCloud(options);
    const preamble = (await prepare?.(testCloud.emulator, testCloud.cloud)) ?? '';
    const { url } = testCloud.emulator;
    const stack = await TestStack.create({ ...rest, url, program: `${preamble}\n${rest.program}` });
    return new TestEnvironment(testCloud, stack, preamble);
  }

  async close(): Promise<void> {
    await this.stack.dispose();
    await this.testCloud.close();
  }

  /** Deploys the program, after replacing it if one is given. */
  async up(program?: string): Promise<Outcome> {
    if (program !== undefined) await this.program(program);
    return this.stack.up();
  }

  /** Deploys the program, and checks that a second preview is empty. */
  async upAndPreview(program?: string): Promise<Outcome> {
    const outcome = await this.up(program);
    const { changes } = await this.stack.preview();
    expect(Object.keys(changes)).toEqual(['same']);
    return outcome;
  }

  /** The output of a preview that succeeds. */
  async preview(program: string): Promise<string> {
    await this.program(program);
    return (await this.stack.preview()).output;
  }

  /** The output of a preview that fails. */
  async refusal(program: string): Promise<string> {
    await this.program(program);
    return sentencesOf(this.stack.preview());
  }

  /** The output of an `up` that fails. */
  async failure(program?: string): Promise<string> {
    if (program !== undefined) await this.program(program);
    return sentencesOf(this.stack.up());
  }

  private program(program: string): Promise<void> {
    return this.stack.program(`${this.preamble}\n${program}`);
  }
}

/** The output of an operation that must fail; it must not contain a stack trace. */
async function sentencesOf(operation: Promise<Outcome>): Promise<string> {
  const failure: unknown = await operation.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof OperationFailed)) throw new Error('The operation succeeded.', { cause: failure });
  expect(failure.output).not.toMatch(/^\s+at .*[:(]\d+/m);
  return failure.output;
}
