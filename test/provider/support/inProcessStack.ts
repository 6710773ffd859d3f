// Runs the verbs of the provider without the engine, against the emulator over HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';
import type { Clock } from '../../../api/http/time/clock';
import { CONTEXT, isHidden } from '../../../core/hiddenProperties';
import * as providers from '../../../provider';
import type { DynamicProvider } from '../../../provider/engine/dynamicProvider';
import { Run, useRun } from '../../../provider/run/run';
import { FastClock } from '../../fastClock';

type Properties = Record<string, unknown>;
type Kind = keyof typeof providers;

export const OWNER = 'feedc0ffee00';
const STACK = 'urn:pulumi:dev::test';

/**
 * A stack whose verbs run in this process, with the state that the engine would keep, and its cloud. Emulator and
 * provider share one clock, which advances while all of them wait.
 */
export class InProcessStack {
  private run: Run | undefined;
  /** The beginning of every URN of the stack; `pulumi stack rename` changes it. */
  urnPrefix = STACK;
  /** The environment of each later process. */
  environment: NodeJS.ProcessEnv = {};
  private home: string | undefined;

  private constructor(
    readonly emulator: Emulator,
    readonly cloud: CloudComputeClient,
    readonly clock: FastClock,
    private readonly config: Readonly<Record<string, string>>,
  ) {}

  /** Adds to the configuration of the stack. */
  configure(config: Readonly<Record<string, string>>): void {
    Object.assign(this.config, config);
  }

  /** Gives the later processes a home of their own, which holds the intent log, and starts the first of them. */
  async useHome(): Promise<void> {
    this.home = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-home-'));
    this.environment = { PULUMI_HOME: this.home };
    this.newProcess();
  }

  /** Starts the next command of the user: a new process, whose clock may be wrong. */
  newProcess(clock: Clock = this.clock): void {
    this.run?.client.close();
    this.run = new Run((key) => this.config[key], this.environment, clock);
    useRun(this.run);
  }

  /** The last step of `pulumi destroy`, in a process that knows no resource. */
  async deleteOwner(urnPrefix = this.urnPrefix): Promise<void> {
    this.newProcess();
    await providers.owner.delete(OWNER, { owner: OWNER, stack: urnPrefix });
  }

  /** Simulates that the engine of this process is killed. */
  loseEngine(): void {
    this.run?.loseEngine();
  }

  /** Simulates the end of a run that nobody kills. */
  async endRun(): Promise<void> {
    await this.run?.phase.finish();
    await this.run?.phase.allFinished();
  }

  /** Simulates a Ctrl-C, after which the engine waits for the calls under way. */
  cancel(): void {
    this.run?.cancel();
  }

  /** The cloud fails at this operation. */
  fault(operation: string, more: object): void {
    this.emulator.control.faults.add({ operation, ...more } as Parameters<
      typeof this.emulator.control.faults.add
    >[0]);
  }

  /** Polls once a second until the condition holds. */
  async until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await this.clock.sleep(1_000);
  }

  /** Somebody starts a machine or shuts it down. */
  async power(machineId: string, action: 'start' | 'shutdown'): Promise<void> {
    const wanted = action === 'start' ? 'running' : 'offline';
    await this.cloud.instances.perform({ action, id: machineId });
    await this.until(async () => (await this.cloud.instances.get(machineId)).status === wanted);
  }

  /** Somebody detaches a volume from a running machine, which runs again afterwards. */
  async detach(
    id: string,
    machineId: string,
    meanwhile: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    await this.power(machineId, 'shutdown');
    await this.cloud.volumes.perform({ action: 'detach', id, instance_id: machineId });
    await this.until(async () => (await this.cloud.volumes.get(id)).status === 'detached');
    await meanwhile();
    await this.power(machineId, 'start');
  }

  static async start(options: EmulatorOptions = {}): Promise<InProcessStack> {
    const clock = new FastClock();
    const emulator = await startEmulator({ realTime: clock.now, rateLimits: false, ...options });
    const config: Record<string, string> = {
      'cloudCompute:baseUrl': emulator.url,
      'cloudCompute:clientId': 'emulator',
      'cloudCompute:clientSecret': 'emulator',
    };
    const cloud = new CloudComputeClient(
      { baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' },
      clock,
    );
    const stack = new InProcessStack(emulator, cloud, clock, config);
    stack.newProcess();
    return stack;
  }

  async stop(): Promise<void> {
    await this.run?.phase.allFinished();
    useRun(undefined);
    this.run?.client.close();
    this.cloud.close();
    this.clock.stop();
    await this.emulator.close();
    if (this.home !== undefined) await rm(this.home, { recursive: true, force: true });
  }

  /** The URN of a resource of the program. */
  readonly urnOf = (kind: Kind, name: string): string => {
    const type = kind.charAt(0).toUpperCase() + kind.slice(1);
    return `${this.urnPrefix}::pulumi-nodejs:dynamic/cloud-compute:${type}::${name}`;
  };

  /** A resource of the program, not yet created. */
  resource(kind: Kind, name: string, args: Properties): TestResource {
    return new TestResource(this, providers[kind], kind, name, args);
  }

  /** A resource of the program, created. */
  async up(kind: Kind, name: string, args: Properties): Promise<TestResource> {
    const resource = this.resource(kind, name, args);
    await resource.create();
    return resource;
  }
}

/** One resource: its state, and the calls that the engine makes to its provider. */
export class TestResource {
  id = '';
  inputs: Properties = {};
  outputs: Properties = {};

  constructor(
    private readonly stack: InProcessStack,
    private readonly provider: DynamicProvider,
    private readonly kind: Kind,
    private readonly name: string,
    private args: Properties,
  ) {}

  /** A copy of the state: with another name as with an alias, with the same name as after a killed run. */
  copy(name = this.name): TestResource {
    const copy = new TestResource(this.stack, this.provider, this.kind, name, this.args);
    copy.keep(this.id, this.inputs, this.outputs);
    return copy;
  }

  /** The problems that the check reports. */
  async problems(args = this.args): Promise<string[]> {
    const { failures } = await this.provider.check(this.inputs, this.withHiddenInputs(args));
    return failures.map(({ reason }) => reason);
  }

  /** @param meanwhile what happens after the check. */
  async create(meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    const inputs = await this.checked();
    await meanwhile();
    try {
      const { id, outs } = await this.provider.create(inputs);
      this.keep(id, inputs, outs);
    } catch (error) {
      this.keepPartial(inputs, error);
      throw error;
    }
  }

  /**
   * The diff of a preview with these arguments.
   *
   * @param remediated the inputs that a policy changes after the check; the engine does not check them again.
   */
  async diff(args = this.args, remediated: Properties = {}): ReturnType<DynamicProvider['diff']> {
    return this.provider.diff(this.id, this.outputs, { ...(await this.checked(args)), ...remediated });
  }

  /** Applies these arguments in place. */
  async update(args = this.args): Promise<void> {
    const inputs = await this.checked(args);
    const { changes, replaces } = await this.provider.diff(this.id, this.outputs, inputs);
    if (replaces.length > 0) throw new Error(`This would replace the resource: ${replaces.join(', ')}.`);
    this.args = args;
    if (!changes) return;
    try {
      const { outs } = await this.provider.update(this.id, this.outputs, inputs);
      this.keep(this.id, inputs, outs);
    } catch (error) {
      this.keepPartial(inputs, error);
      throw error;
    }
  }

  /** Runs `pulumi refresh`; false when the resource is gone. */
  async refresh(): Promise<boolean> {
    this.stack.newProcess();
    const { id, props = {}, inputs = {} } = await this.provider.read(this.id, this.outputs);
    if (id === '') return false;
    const declared = this.inputs;
    this.keep(id, inputs, props);
    // The engine shows the differences from the last program.
    await this.provider.diff(id, this.outputs, declared);
    return true;
  }

  async delete(): Promise<void> {
    await this.provider.delete(this.id, this.outputs);
  }

  private async checked(args = this.args): Promise<Properties> {
    const { inputs, failures } = await this.provider.check(this.inputs, this.withHiddenInputs(args));
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join('\n'));
    return inputs;
  }

  private keep(id: string, inputs: Properties, outputs: Properties): void {
    this.id = id;
    // Pulumi adds its text of the provider to both.
    this.inputs = { ...inputs, __provider: 'text' };
    this.outputs = { ...outputs, __provider: 'text' };
  }

  private keepPartial(inputs: Properties, error: unknown): void {
    const { id, properties } = error as { id?: string; properties?: Properties };
    if (id !== undefined && properties) this.keep(id, inputs, properties);
  }

  private withHiddenInputs(args: Properties): Properties {
    const given = Object.entries(args);
    return {
      ...Object.fromEntries(given.filter(([key]) => !isHidden(key))),
      __provider: 'text',
      [CONTEXT]: {
        ...(this.kind !== 'owner' && { __owner: OWNER }),
        ...Object.fromEntries(given.filter(([key]) => isHidden(key))),
        __urn: this.stack.urnOf(this.kind, this.name),
      },
    };
  }
}
