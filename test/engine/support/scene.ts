// A cloud of its own, and a stack in it.
import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import type { CloudComputeClient } from '../../../api';
import type { Outcome, TestStackOptions } from './stack';
import { OperationFailed, TestStack } from './stack';
import type { TestCloud } from './testCloud';
import { startCloud } from './testCloud';

export interface SceneOptions extends Omit<TestStackOptions, 'url'> {
  readonly emulator?: EmulatorOptions;
  /** What is in the cloud before the stack; what it answers is part of the program. */
  readonly prepare?: (emulator: Emulator, cloud: CloudComputeClient) => Promise<string> | string;
}

export class Scene {
  readonly emulator: Emulator;
  readonly cloud: CloudComputeClient;

  private constructor(
    private readonly own: TestCloud,
    readonly stack: TestStack,
    private readonly prologue: string,
  ) {
    this.emulator = own.emulator;
    this.cloud = own.cloud;
  }

  static async open({ emulator: options, prepare, ...rest }: SceneOptions): Promise<Scene> {
    const own = await startCloud(options);
    const prologue = (await prepare?.(own.emulator, own.cloud)) ?? '';
    const { url } = own.emulator;
    const stack = await TestStack.create({ ...rest, url, program: `${prologue}\n${rest.program}` });
    return new Scene(own, stack, prologue);
  }

  async close(): Promise<void> {
    await this.stack.dispose();
    await this.own.close();
  }

  /** Deploys the program, or another one. */
  async up(program?: string): Promise<Outcome> {
    if (program !== undefined) await this.program(program);
    return this.stack.up();
  }

  /** The same, and a preview after it is empty: once for each kind of program. */
  async upAndPreview(program?: string): Promise<Outcome> {
    const outcome = await this.up(program);
    const { changes } = await this.stack.preview();
    expect(Object.keys(changes)).toEqual(['same']);
    return outcome;
  }

  /** What a preview of a program prints that goes through. */
  async preview(program: string): Promise<string> {
    await this.program(program);
    return (await this.stack.preview()).output;
  }

  /** What a preview of a program prints that does not. */
  async refusal(program: string): Promise<string> {
    await this.program(program);
    return sentencesOf(this.stack.preview());
  }

  /** What an `up` of a program prints that fails. */
  async failure(program?: string): Promise<string> {
    if (program !== undefined) await this.program(program);
    return sentencesOf(this.stack.up());
  }

  private program(program: string): Promise<void> {
    return this.stack.program(`${this.prologue}\n${program}`);
  }
}

/** What is printed by an operation that fails, which is no stack trace. */
async function sentencesOf(operation: Promise<Outcome>): Promise<string> {
  const failure: unknown = await operation.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof OperationFailed)) throw new Error('It did not fail.', { cause: failure });
  expect(failure.output).not.toMatch(/^\s+at .*[:(]\d+/m);
  return failure.output;
}
