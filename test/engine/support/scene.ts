// A cloud of its own, and a stack in it.
import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';
import type { Outcome, TestStackOptions } from './stack';
import { OperationFailed, TestStack } from './stack';

export interface SceneOptions extends Omit<TestStackOptions, 'url'> {
  readonly emulator?: EmulatorOptions;
  /** What is in the cloud before the stack; what it answers is part of the program. */
  readonly prepare?: (emulator: Emulator, cloud: CloudComputeClient) => Promise<string> | string;
}

export class Scene {
  private constructor(
    readonly emulator: Emulator,
    readonly cloud: CloudComputeClient,
    readonly stack: TestStack,
    private readonly prologue: string,
  ) {}

  static async open({ emulator: options, prepare, ...rest }: SceneOptions): Promise<Scene> {
    const emulator = await startEmulator({ timeScale: 200, ...options });
    const { url } = emulator;
    const cloud = new CloudComputeClient({ baseUrl: url, clientId: 'emulator', clientSecret: 'emulator' });
    const prologue = (await prepare?.(emulator, cloud)) ?? '';
    const stack = await TestStack.create({ ...rest, url, program: `${prologue}\n${rest.program}` });
    return new Scene(emulator, cloud, stack, prologue);
  }

  async close(): Promise<void> {
    await this.stack.dispose();
    this.cloud.close();
    await this.emulator.close();
  }

  /** Another program, deployed; a preview after it is empty. */
  async up(program?: string): Promise<Outcome> {
    if (program !== undefined) await this.program(program);
    const outcome = await this.stack.up();
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
