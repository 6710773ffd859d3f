// Runs the verbs of the provider without the engine, against the emulator over HTTP.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';
import type { Clock } from '../../../api/http/time/clock';
import { intentLogIn } from '../../../core/orphans/intentLog';
import { idsCreatedWith } from '../../../core/orphans/volumesInState';
import * as providers from '../../../provider';
import { Run, useRun } from '../../../provider/run/run';
import { FastClock } from '../../fastClock';
import { pendingTagRemoval, savedThings } from '../../savedThings';
import { billed } from './billed';
import { inOrder } from './inOrder';
import { endProcesses, notesOf } from './killedRuns';
import type { Declared, Kind, Properties } from './testResource';
import { BILLED, OWNER, TestResource } from './testResource';
import type { Disturbance, Kill, Trouble } from './trouble';
import { operationOf } from './trouble';

export type { Declared, TestResource } from './testResource';
export { OWNER } from './testResource';

const STACK = 'urn:pulumi:dev::test';

interface Entry {
  declared: Declared;
  readonly resource: TestResource;
}

class Killed extends Error {}

/**
 * A stack whose verbs run in this process, and its cloud. Emulator and provider share one clock, which advances while
 * all of them wait. A test calls the verbs of single resources, or deploys whole programs: then the stack keeps the state
 * as the engine does, and a run may be killed at any write.
 */
export class InProcessStack {
  private run: Run | undefined;
  /** The beginning of every URN of the stack; `pulumi stack rename` changes it. */
  urnPrefix = STACK;
  /** The environment of the processes that start from now on. */
  environment: NodeJS.ProcessEnv = {};
  private home: string | undefined;

  private readonly state = new Map<string, Entry>();
  private readonly replaced = new Set<Entry>();
  private kill: Kill | undefined;
  private disturbances: readonly Disturbance[] = [];
  /** The error of the first call that failed, after which the engine begins no other call. */
  private failure: { readonly error: unknown } | undefined;
  private writes = 0;
  private end = new AbortController();
  private isProgramRunning = false;
  private runStartedAt = 0;
  /** The hashes of the URNs of orders whose notes a run has removed: nothing shows their tags any more. */
  readonly forgotten = new Set<string>();
  /** Volumes whose restore was interrupted: runs name them, and `destroy` removes their notes. */
  readonly restored = new Set<string>();
  /** The ids of what left the state because of `retainOnDelete`. */
  readonly retained = new Set<string>();
  /** The ids that deletes of resources have deleted, as far as the state had them. */
  readonly deleted = new Set<string>();
  /** What the last run has created. */
  readonly created: Declared[] = [];

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

  /** The last step of `pulumi destroy`, in a process that has seen no other resource. */
  async deleteOwner(urnPrefix = this.urnPrefix): Promise<void> {
    this.newProcess();
    await providers.owner.delete(OWNER, { owner: OWNER, stack: urnPrefix });
  }

  /** Simulates that the engine of this process is killed. */
  readonly loseEngine = (): void => this.run?.loseEngine();

  /** Simulates the end of a run that nobody kills. */
  async endRun(): Promise<void> {
    await this.run?.phase.finish();
    await this.run?.phase.allFinished();
  }

  /** Simulates a Ctrl-C, after which the engine waits for the calls under way. */
  readonly cancel = (): void => this.run?.cancel();

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
    const access = { baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' };
    const config = Object.entries(access).map(([key, value]) => [`cloudCompute:${key}`, value] as const);
    const cloud = new CloudComputeClient(access, clock);
    const stack = new InProcessStack(emulator, cloud, clock, Object.fromEntries(config));
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

  /** The resources in state. */
  get resources(): ReadonlyMap<string, TestResource> {
    return new Map([...this.state].map(([name, { resource }]) => [name, resource]));
  }

  /** Runs `pulumi up`; false if it was killed. An error of a resource ends it, as in the engine. */
  async upProgram(program: readonly Declared[], trouble: Trouble = {}): Promise<boolean> {
    return this.command(trouble, async () => {
      await inOrder(
        program,
        (one) => one.needs,
        (declared) => this.register(declared),
      );
      await this.removePendingTags();
      const names = program.map(({ name }) => name);
      await this.deleteAll([...this.state.values()].filter(({ declared }) => !names.includes(declared.name)));
    });
  }

  /** Runs `pulumi destroy`; false if it was killed. */
  async destroy(trouble: Trouble = {}): Promise<boolean> {
    return this.command(trouble, async () => {
      await this.deleteAll([...this.state.values()]);
      this.end.signal.throwIfAborted();
      await this.deleteOwner();
    });
  }

  /** Deletes the replaced resources, then the undeclared ones. */
  private async deleteAll(undeclared: readonly Entry[]): Promise<void> {
    for (const entries of [[...this.replaced], undeclared]) {
      const named = entries.map((entry, index) => ({
        entry,
        name: `${entry.declared.name} ${String(index)}`,
      }));
      const neededBy = ({ entry: { declared } }: (typeof named)[number]) =>
        named
          .filter((other) => other.entry.declared.needs.includes(declared.name))
          .map((other) => other.name);
      await inOrder(named, neededBy, ({ entry }) => this.deleteOne(entry));
    }
  }

  private async command({ kill, disturbances = [] }: Trouble, work: () => Promise<void>): Promise<boolean> {
    this.newProcess();
    this.kill = kill;
    this.disturbances = disturbances;
    this.failure = undefined;
    this.writes = 0;
    this.end = new AbortController();
    this.created.length = 0;
    this.runStartedAt = this.clock.now();
    for (const id of intentLogIn(this.environment).restoresOf(OWNER)) this.restored.add(id);
    const folder = notesOf(this);
    const notes = `${folder}-at-kill`;
    subscribe('http.client.request.start', this.requestStarted);
    try {
      await work();
    } catch (error) {
      if (!this.end.signal.aborted)
        throw (this.failure as { readonly error: unknown } | undefined)?.error ?? error;
    } finally {
      if (!this.end.signal.aborted) await this.endRun();
      this.emulator.control.faults.clear();
      unsubscribe('http.client.request.start', this.requestStarted);
      if (this.end.signal.aborted && !this.kill?.pluginLives) {
        rmSync(folder, { recursive: true, force: true });
        if (existsSync(notes)) cpSync(notes, folder, { recursive: true, preserveTimestamps: true });
      }
      rmSync(notes, { recursive: true, force: true });
      endProcesses(this);
    }
    return !this.end.signal.aborted;
  }

  /** Runs `pulumi refresh`. Disturbances of reads begin at once. */
  async refresh({ disturbances = [] }: Trouble = {}): Promise<void> {
    for (const { fault, operation } of disturbances)
      if (operation !== undefined && operation !== 'deployInstance') this.fault(operation, fault);
    try {
      for (const [name, { resource }] of [...this.state])
        if (!(await resource.refresh())) this.state.delete(name);
      await this.endRun();
    } finally {
      this.emulator.control.faults.clear();
    }
  }

  private async register(declared: Declared): Promise<void> {
    const { kind, name } = declared;
    const args = declared.args((other) => this.state.get(other)?.resource.id ?? '');
    const entry = this.state.get(name);
    const old = entry?.resource;
    const store = (resource: TestResource) => {
      this.state.set(name, { declared, resource });
      // A create may have taken over a retained thing whose pending tag could not be removed.
      for (const id of idsCreatedWith(resource.id, resource.outputs)) this.retained.delete(id);
    };
    const create = async (stored: () => void = () => undefined) => {
      const resource = this.resource(kind, name, args);
      // An adoption does not take over an interrupted order of the same resource: the end of the run names it.
      if (!('adoptId' in args)) this.created.push(declared);
      const storeBoth = () => {
        stored();
        store(resource);
      };
      await this.storing(resource, () => resource.create(), storeBoth);
    };
    if (!entry || !old) return create();
    const { changes, replaces, deleteBeforeReplace } = await this.unlessKilled(() => old.copy().diff(args));
    if (replaces.length > 0 && deleteBeforeReplace) {
      await this.deleteOne(entry);
      return create();
    }
    if (replaces.length > 0) return create(() => this.replaced.add(entry));
    if (!changes) {
      entry.declared = declared;
      return;
    }
    // The result of a killed call is stored nowhere, so the call works on a copy.
    const updated = old.copy();
    const storeIt = () => {
      store(updated);
    };
    await this.storing(updated, () => updated.update(args), storeIt);
  }

  /** Calls the plugin, and stores the result; also that of a failed call, if it has an id. */
  private async storing(resource: TestResource, call: () => Promise<void>, store: () => void): Promise<void> {
    try {
      await this.unlessKilled(call);
    } catch (error) {
      if (!this.end.signal.aborted && resource.id !== '') store();
      throw error;
    }
    store();
  }

  private async deleteOne(entry: Entry | undefined): Promise<void> {
    if (!entry) return;
    if (entry.declared.isRetained) await this.retain(entry.resource);
    else {
      const { id, outputs } = entry.resource;
      for (const one of idsCreatedWith(id, outputs)) this.deleted.add(one);
      await this.unlessKilled(() => entry.resource.copy().delete());
    }
    this.replaced.delete(entry);
    if (this.state.get(entry.declared.name) === entry) this.state.delete(entry.declared.name);
  }

  /**
   * Records what a resource keeps when it leaves the state without a call. Only existing things count, because an
   * older state may name volumes that an update has deleted.
   */
  private async retain({ id, outputs }: TestResource): Promise<void> {
    const ids = idsCreatedWith(id, outputs);
    for (const thing of await billed(this)) if (ids.includes(thing.id)) this.retained.add(thing.id);
  }

  private async unlessKilled<T>(call: () => Promise<T>): Promise<T> {
    this.end.signal.throwIfAborted();
    if (this.failure) throw this.failure.error;
    try {
      const result = await call();
      this.end.signal.throwIfAborted();
      return result;
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }

  /** What the program does at its end. */
  private async removePendingTags(): Promise<void> {
    this.end.signal.throwIfAborted();
    const removal = pendingTagRemoval(() => this.cloud);
    for (const { declared, resource } of this.state.values()) {
      if (!(declared.kind in BILLED)) continue;
      const collection = BILLED[declared.kind as keyof typeof BILLED];
      for (const saved of savedThings(collection, resource.id, resource.outputs, this.runStartedAt))
        removal.add(saved);
    }
    this.isProgramRunning = true;
    try {
      await removal.finish();
    } finally {
      this.isProgramRunning = false;
    }
    this.end.signal.throwIfAborted();
    const log = intentLogIn(this.environment);
    for (const { resource } of log.orders(OWNER)) this.forgotten.add(resource);
    log.removeOrders(OWNER);
  }

  private readonly requestStarted = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    if (request.method === 'GET' || request.path.includes('/oauth2/')) return;
    // A plugin without its engine sends no writes; a program is killed together with its engine.
    if (this.end.signal.aborted && this.isProgramRunning) request.destroy(new Error('killed'));
    if (this.end.signal.aborted) return;
    this.writes += 1;
    for (const { write, fault, operation } of this.disturbances) {
      if (this.writes !== write) continue;
      this.fault(operation ?? operationOf(request), fault);
    }
    if (this.writes !== this.kill?.write) return;
    this.end.abort(new Killed());
    const folder = notesOf(this);
    if (existsSync(folder))
      cpSync(folder, `${folder}-at-kill`, { recursive: true, preserveTimestamps: true });
    if (!this.kill.isAnswered) request.destroy(new Error('killed'));
    this.loseEngine();
  };
}
