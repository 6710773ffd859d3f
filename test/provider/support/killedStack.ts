// The engine of a stack in this process: runs of whole programs, of which any may be killed at any write.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { cpSync, existsSync, rmSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { intentLogIn } from '../../../core/orphans/intentLog';
import { idsCreatedWith } from '../../../core/orphans/volumesInState';
import { PendingTagRemoval } from '../../../sdk/owner/removePendingTag';
import { savedThings } from '../../chaos/support/things/savedThings';
import { billed } from './billed';
import { inOrder } from './inOrder';
import type { InProcessStack, TestResource } from './inProcessStack';
import { OWNER } from './inProcessStack';
import { endProcesses, notesOf } from './killedRuns';
import type { Disturbance, Kill, Trouble } from './trouble';

type Args = Readonly<Record<string, unknown>>;

/** The billed kinds. */
const KINDS = { instance: 'Instance', volume: 'Volume', cluster: 'Cluster' } as const;

/** A resource of a program. */
export interface Declared {
  readonly kind: keyof typeof KINDS | 'tag' | 'sshKey' | 'startupScript' | 'instanceGroup';
  readonly name: string;
  /** The names of the resources whose ids its arguments contain. */
  readonly needs: readonly string[];
  readonly args: (idOf: (name: string) => string) => Args;
  /** Whether it has the option `retainOnDelete`. */
  readonly isRetained?: boolean;
}

interface Entry {
  declared: Declared;
  readonly resource: TestResource;
}

class Killed extends Error {}

/** What the engine knows: the resources in state, and the replaced resources that are not deleted yet. */
export class KilledStack {
  private readonly state = new Map<string, Entry>();
  private readonly replaced = new Set<Entry>();
  private kill: Kill | undefined;
  private disturbances: readonly Disturbance[] = [];
  /** The error of the first call that has failed: the engine begins no other. */
  private failure: { readonly error: unknown } | undefined;
  private writes = 0;
  private end = new AbortController();
  private isProgramRunning = false;
  private runStartedAt = 0;
  /** The hashes of the URNs of orders whose notes a run has removed: nothing shows their tags any more. */
  readonly forgotten = new Set<string>();
  /** Volumes whose restore was interrupted: they are named, and `destroy` forgets them. */
  readonly restored = new Set<string>();
  /** The ids of what left the state because of `retainOnDelete`. */
  readonly retained = new Set<string>();
  /** The ids of what deletes of resources have deleted, as far as the state names them. */
  readonly deleted = new Set<string>();
  /** What the last run has created. */
  readonly created: Declared[] = [];

  constructor(private readonly stack: InProcessStack) {}

  /** The resources in state. */
  get resources(): ReadonlyMap<string, TestResource> {
    return new Map([...this.state].map(([name, { resource }]) => [name, resource]));
  }

  /** Runs `pulumi up`; false if it was killed. An error of a resource ends it, as in the engine. */
  async up(program: readonly Declared[], trouble: Trouble = {}): Promise<boolean> {
    return this.run(trouble, async () => {
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
    return this.run(trouble, async () => {
      await this.deleteAll([...this.state.values()]);
      this.end.signal.throwIfAborted();
      await this.stack.deleteOwner();
    });
  }

  /** Deletes what was replaced, then these. */
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

  private async run({ kill, disturbances = [] }: Trouble, work: () => Promise<void>): Promise<boolean> {
    this.stack.newProcess();
    this.kill = kill;
    this.disturbances = disturbances;
    this.failure = undefined;
    this.writes = 0;
    this.end = new AbortController();
    this.created.length = 0;
    this.runStartedAt = this.stack.clock.now();
    for (const id of intentLogIn(this.stack.environment).restoresOf(OWNER)) this.restored.add(id);
    const folder = notesOf(this.stack);
    const notes = `${folder}-at-kill`;
    subscribe('http.client.request.start', this.requestStarted);
    try {
      await work();
    } catch (error) {
      if (!this.end.signal.aborted)
        throw (this.failure as { readonly error: unknown } | undefined)?.error ?? error;
    } finally {
      if (!this.end.signal.aborted) await this.stack.endRun();
      this.stack.emulator.control.faults.clear();
      unsubscribe('http.client.request.start', this.requestStarted);
      if (this.end.signal.aborted && !this.kill?.pluginLives) {
        rmSync(folder, { recursive: true, force: true });
        if (existsSync(notes)) cpSync(notes, folder, { recursive: true, preserveTimestamps: true });
      }
      rmSync(notes, { recursive: true, force: true });
      endProcesses(this.stack);
    }
    return !this.end.signal.aborted;
  }

  /** Runs `pulumi refresh`. Disturbances of reads begin at once. */
  async refresh({ disturbances = [] }: Trouble = {}): Promise<void> {
    for (const { fault, operation } of disturbances)
      if (operation !== undefined && operation !== 'deployInstance') this.stack.fault(operation, fault);
    try {
      for (const [name, { resource }] of [...this.state])
        if (!(await resource.refresh())) this.state.delete(name);
      await this.stack.endRun();
    } finally {
      this.stack.emulator.control.faults.clear();
    }
  }

  private async register(declared: Declared): Promise<void> {
    const { kind, name } = declared;
    const args = declared.args((other) => this.state.get(other)?.resource.id ?? '');
    const entry = this.state.get(name);
    const old = entry?.resource;
    const store = (resource: TestResource) => {
      this.state.set(name, { declared, resource });
      // If its pending tag could not be removed, a create takes it over.
      for (const id of idsCreatedWith(resource.id, resource.outputs)) this.retained.delete(id);
    };
    const create = async (stored: () => void = () => undefined) => {
      const resource = this.stack.resource(kind, name, args);
      // An adoption leaves an interrupted order of its resource, which the end of the run names.
      if (!('adoptId' in args)) this.created.push(declared);
      await this.storing(
        resource,
        () => resource.create(),
        () => {
          stored();
          store(resource);
        },
      );
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
    await this.storing(
      updated,
      () => updated.update(args),
      () => {
        store(updated);
      },
    );
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

  /** Takes a resource out of the state without a call. An older state may name volumes that an update has deleted. */
  private async retain({ id, outputs }: TestResource): Promise<void> {
    const ids = idsCreatedWith(id, outputs);
    for (const thing of await billed(this.stack)) if (ids.includes(thing.id)) this.retained.add(thing.id);
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

  /** The end of the program. */
  private async removePendingTags(): Promise<void> {
    this.end.signal.throwIfAborted();
    const removal = new PendingTagRemoval(
      () => this.stack.cloud,
      () => undefined,
      {},
      { delayMs: 0, findDoubt: () => Promise.resolve(undefined) },
    );
    for (const { declared, resource } of this.state.values()) {
      const kind = (KINDS as Partial<Record<Declared['kind'], 'Instance' | 'Volume' | 'Cluster'>>)[
        declared.kind
      ];
      if (!kind) continue;
      for (const saved of savedThings(kind, resource.id, resource.outputs, this.runStartedAt))
        removal.add(saved);
    }
    this.isProgramRunning = true;
    try {
      await removal.finish();
    } finally {
      this.isProgramRunning = false;
    }
    this.end.signal.throwIfAborted();
    const log = intentLogIn(this.stack.environment);
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
      const path = request.path
        .replace(/\?.*/, '')
        .replace(/\/[^/]*\d[^/]*(?=\/|$)/g, (part) => (part === '/v1' ? part : '/*'));
      this.stack.fault(operation ?? `${request.method} ${path}`, fault);
    }
    if (this.writes !== this.kill?.write) return;
    this.end.abort(new Killed());
    const folder = notesOf(this.stack);
    if (existsSync(folder))
      cpSync(folder, `${folder}-at-kill`, { recursive: true, preserveTimestamps: true });
    if (!this.kill.isAnswered) request.destroy(new Error('killed'));
    this.stack.loseEngine();
  };
}
