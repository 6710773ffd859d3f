// Resources driven without the engine: the provider's own verbs, against the emulator over real HTTP.
import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../api';
import type { Clock } from '../../api/http/time/clock';
import * as providers from '../../provider';
import type { DynamicProvider } from '../../provider/engine/dynamicProvider';
import { Session, useSession } from '../../provider/session/session';
import { FastClock } from '../fastClock';

type Properties = Record<string, unknown>;
type Kind = keyof typeof providers;
/** Only what is billed is told of the owner. */
const BILLED: readonly Kind[] = ['instance', 'volume', 'cluster'];

export const OWNER = 'feedc0ffee00';
/** What the URNs of the stack begin with. */
const STACK = 'urn:pulumi:dev::test';

/**
 * One stack in one process: what the engine would keep of each resource, and the cloud that it is in. Emulator and
 * provider share one clock, which passes as fast as the test gets on.
 */
export class Laptop {
  private session: Session | undefined;
  /** The environment of the next process. */
  environment: NodeJS.ProcessEnv = {};

  private constructor(
    readonly emulator: Emulator,
    readonly cloud: CloudComputeClient,
    readonly clock: FastClock,
    private readonly config: Readonly<Record<string, string>>,
  ) {}

  /** Further config of the stack. */
  configure(config: Readonly<Record<string, string>>): void {
    Object.assign(this.config, config);
  }

  /** The next command of the user: another process, which has seen nothing yet, perhaps where the clock is wrong. */
  newProcess(clock: Clock = this.clock): void {
    this.session?.client.close();
    this.session = new Session((key) => this.config[key], this.environment, clock);
    useSession(this.session);
  }

  /** The last step of `pulumi destroy`, in a process that was shown nothing of what is left. */
  async deleteOwner(stack = STACK): Promise<void> {
    this.newProcess();
    await providers.owner.delete(OWNER, { owner: OWNER, stack });
  }

  /** The engine of this process is killed. */
  loseEngine(): void {
    this.session?.loseEngine();
  }

  /** Looks once a second until something is so. */
  async until(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await this.clock.sleep(1_000);
  }

  static async start(options: EmulatorOptions = {}): Promise<Laptop> {
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
    const laptop = new Laptop(emulator, cloud, clock, config);
    laptop.newProcess();
    return laptop;
  }

  async stop(): Promise<void> {
    await this.session?.finalTasksDone();
    useSession(undefined);
    this.session?.client.close();
    this.cloud.close();
    this.clock.stop();
    await this.emulator.close();
  }

  /** A resource of the program, not yet created. */
  resource(kind: Kind, name: string, args: Properties): Deployed {
    return new Deployed(this, providers[kind], kind, name, args);
  }

  /** A resource of the program, created. */
  async up(kind: Kind, name: string, args: Properties): Promise<Deployed> {
    const resource = this.resource(kind, name, args);
    await resource.create();
    return resource;
  }
}

/** What the engine keeps of one resource, and what it asks of its provider. */
export class Deployed {
  id = '';
  inputs: Properties = {};
  outputs: Properties = {};

  constructor(
    private readonly laptop: Laptop,
    private readonly provider: DynamicProvider,
    private readonly kind: Kind,
    private readonly name: string,
    private args: Properties,
  ) {}

  /** The same state under another name, as the engine hands it over by an alias; under its own, as a killed run left it. */
  copy(name = this.name): Deployed {
    const copy = new Deployed(this.laptop, this.provider, this.kind, name, this.args);
    copy.keep(this.id, this.inputs, this.outputs);
    return copy;
  }

  /** What the checks have against the program. */
  async problems(args = this.args): Promise<string[]> {
    const { failures } = await this.provider.check(this.inputs, this.withBookkeeping(args));
    return failures.map(({ reason }) => reason);
  }

  async create(): Promise<void> {
    const inputs = await this.checked();
    try {
      const { id, outs } = await this.provider.create(inputs);
      this.keep(id, inputs, outs);
    } catch (error) {
      this.keepPartial(inputs, error);
      throw error;
    }
  }

  /** What a preview of these arguments says. */
  async diff(args = this.args): ReturnType<DynamicProvider['diff']> {
    return this.provider.diff(this.id, this.outputs, await this.checked(args));
  }

  /** Another program: what changes in place is changed. */
  async update(args = this.args): Promise<void> {
    const inputs = await this.checked(args);
    const { changes, replaces } = await this.provider.diff(this.id, this.outputs, inputs);
    if (replaces.length > 0) throw new Error(`This would replace it: ${replaces.join(', ')}.`);
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

  /** What `pulumi refresh` finds; false when it is gone. */
  async refresh(): Promise<boolean> {
    this.laptop.newProcess();
    const { id, props = {}, inputs = {} } = await this.provider.read(this.id, this.outputs);
    if (id === '') return false;
    this.keep(id, inputs, props);
    return true;
  }

  async delete(): Promise<void> {
    await this.provider.delete(this.id, this.outputs);
  }

  private async checked(args = this.args): Promise<Properties> {
    const { inputs, failures } = await this.provider.check(this.inputs, this.withBookkeeping(args));
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join('\n'));
    return inputs;
  }

  private keep(id: string, inputs: Properties, outputs: Properties): void {
    this.id = id;
    this.inputs = { ...inputs, __provider: 'text' };
    this.outputs = outputs;
  }

  private keepPartial(inputs: Properties, error: unknown): void {
    const { id, properties } = error as { id?: string; properties?: Properties };
    if (id !== undefined && properties) this.keep(id, inputs, properties);
  }

  private withBookkeeping(args: Properties): Properties {
    const type = this.kind.charAt(0).toUpperCase() + this.kind.slice(1);
    return {
      ...(BILLED.includes(this.kind) && { __owner: OWNER }),
      ...args,
      __provider: 'text',
      __urn: `${STACK}::pulumi-nodejs:dynamic/cloud-compute:${type}::${this.name}`,
    };
  }
}
