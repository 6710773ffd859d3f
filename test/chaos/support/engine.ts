// As much of Pulumi's engine as the life of resources takes: it keeps state like the real one, in the same order
// of steps, and can be killed between any two of them.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CloudComputeClient } from '../../../api';
import type { TaggedCollection } from '../../../api/services/tags';
import type { IntentLog } from '../../../core/intentLog';
import { LAG_MS } from '../../../core/intentLog';
import { orphansIn } from '../../../core/orphans/orphans';
import { CREATED_AT, PENDING_TAG_ID } from '../../../core/hiddenProperties';
import { stackHashOf } from '../../../core/pendingTag';
import type { DynamicProvider } from '../../../provider/engine/dynamicProvider';
import { dynamicProvider } from '../../../provider/engine/dynamicProvider';
import { cluster } from '../../../provider/resources/cluster';
import { instance } from '../../../provider/resources/instance';
import { owner } from '../../../provider/resources/owner';
import { volume } from '../../../provider/resources/volume';
import { EngineExitedError, Session } from '../../../provider/session/session';
import { orphanWarnings } from '../../../sdk/owner/nameOrphans';
import type { Saved } from '../../../sdk/owner/removePendingTag';
import { PendingTagRemoval } from '../../../sdk/owner/removePendingTag';
import type { TestClock } from '../../unit/provider/polling/testClock';
import type { Weather } from './link';
import { Link, Process } from './link';
import type { SimulatedCloud } from './simulatedCloud';

type Properties = Record<string, unknown>;

/** What all URNs begin with. */
const STACK = 'urn:pulumi:dev::chaos';

/** The URN of a resource of the program. */
export const urnOf = (name: string): string => `${STACK}::${name}`;

/** A resource of a program. */
export interface Declared {
  readonly name: string;
  readonly kind: 'Instance' | 'Volume' | 'Cluster';
  readonly args: Properties;
  readonly deleteBeforeReplace?: boolean;
}

interface Entry {
  readonly urn: string;
  readonly kind: Declared['kind'] | 'Owner';
  readonly id: string;
  inputs: Properties;
  outputs: Properties;
  /** It was replaced, and is still to be deleted. */
  replaced?: boolean;
}

/** A kill at some moment of a run. */
export interface Kill {
  readonly victim: 'engine' | 'plugin' | 'both';
  /** Before or after the effect of the request of this number, or this long after the start, in ms. */
  readonly at: { readonly request: number; readonly point: 'before' | 'after' } | { readonly ms: number };
}

/** What a run is to suffer. */
export interface Trouble extends Omit<Weather, 'onRequest'> {
  readonly kill?: Kill | undefined;
  /** Whether the program lives to remove pending tags and to name orphans. */
  readonly programLives: boolean;
}

export const CALM: Trouble = { faults: [], lateMs: 0, lagMs: 0, programLives: true };

const collections: Record<Declared['kind'], TaggedCollection> = {
  Instance: 'instances',
  Volume: 'volumes',
  Cluster: 'clusters',
};

const providers: Record<Entry['kind'], DynamicProvider> = {
  Instance: dynamicProvider(instance),
  Volume: dynamicProvider(volume),
  Cluster: dynamicProvider(cluster),
  Owner: dynamicProvider(owner),
};

/** Whose account the simulated cloud is; no request goes to this address. */
const CONFIG: Readonly<Record<string, string>> = {
  'cloudCompute:baseUrl': 'http://localhost:9',
  'cloudCompute:clientId': 'simulated',
  'cloudCompute:clientSecret': 'simulated',
  // The simulated cloud has no catalogue.
  'cloudCompute:planChecks': 'off',
};

/** The provider process's view: a session whose client talks to the simulated cloud. */
class PluginSession extends Session {
  constructor(
    private readonly simulated: CloudComputeClient,
    override readonly intentLog: IntentLog,
    clock: TestClock,
  ) {
    super((key) => CONFIG[key], {}, clock);
  }
  override get client(): CloudComputeClient {
    return this.simulated;
  }
}

/** The plugin of one run may outlive it: each call has the session of its own plugin. */
const plugins = new AsyncLocalStorage<Session>();

/** The session of the plugin whose call this is. */
export function sessionOfPlugin(): Session {
  const session = plugins.getStore();
  if (!session) throw new Error('No plugin has been called.');
  return session;
}

/** Ends a run; what is under way is left to itself. */
class Killed extends Error {}

export class Engine {
  /** What is on disk. */
  state: Entry[] = [];
  /** What the last run named at its end. */
  named: readonly string[] = [];
  private readonly open = new Set<string>();
  /** What killed runs leave on this machine. */
  readonly intentLog: IntentLog = {
    ordering: (owner) => void this.open.add(owner),
    isOpen: (owner) => this.open.has(owner),
    forget: (owner) => void this.open.delete(owner),
    restoring: () => undefined,
    restored: () => undefined,
    restores: () => [],
  };

  constructor(
    private readonly cloud: SimulatedCloud,
    private readonly clock: TestClock,
  ) {}

  /** `pulumi up`; throws what went wrong. */
  up(program: readonly Declared[], trouble = CALM, replace: readonly string[] = []): Promise<void> {
    return new Run(this.cloud, this.clock, this, trouble).up(program, replace);
  }

  /** Whether the last run has told that lists may lack something yet. */
  get isToRunAgain(): boolean {
    const owner = this.state.find(({ kind }) => kind === 'Owner');
    return owner !== undefined && this.intentLog.isOpen(owner.id);
  }

  /** `pulumi refresh` */
  refresh(trouble = CALM): Promise<void> {
    return new Run(this.cloud, this.clock, this, trouble).refresh();
  }

  /** `pulumi destroy` */
  destroy(trouble = CALM): Promise<void> {
    return new Run(this.cloud, this.clock, this, trouble).destroy();
  }
}

/** One run of the engine, with a plugin and a program of its own. */
class Run {
  private readonly plugin = new Process();
  private readonly program = new Process();
  private readonly session: Session;
  private readonly programClient: CloudComputeClient;
  private readonly removal: PendingTagRemoval;
  private readonly startedAt: number;
  private readonly ids = new Set<string>();
  private readonly withoutVolumes = new Set<string>();
  private followsInterrupted = false;
  private engineDead = false;
  private requests = 0;
  private end: (error: Error) => void = () => undefined;

  constructor(
    cloud: SimulatedCloud,
    private readonly clock: TestClock,
    private readonly engine: Engine,
    private readonly trouble: Trouble,
  ) {
    const { faults, lateMs, lagMs, kill } = trouble;
    const weather: Weather = {
      ...{ faults, lateMs, lagMs },
      onRequest: (point) => {
        if (point === 'before') this.requests += 1;
        if (kill && 'request' in kill.at && kill.at.request === this.requests && kill.at.point === point)
          this.kill(kill.victim);
      },
    };
    const queue = [...faults];
    this.session = new PluginSession(
      cloud.client(new Link(clock, this.plugin, weather, queue)),
      engine.intentLog,
      clock,
    );
    this.programClient = cloud.client(new Link(clock, this.program, weather, queue));
    // The simulated engine writes the state before it hands out an id, so no tag has to stay longer.
    this.removal = new PendingTagRemoval(
      () => this.programClient,
      () => undefined,
      {},
      0,
    );
    this.startedAt = clock.now();
    engine.named = [];
    if (kill && 'ms' in kill.at) {
      void clock.sleep(kill.at.ms, this.over.signal).then(
        () => {
          this.kill(kill.victim);
        },
        () => undefined,
      );
    }
  }
  private readonly over = new AbortController();

  up(program: readonly Declared[], replace: readonly string[]): Promise<void> {
    return this.unlessKilled(async () => {
      const ownerId = await this.registerOwner(program);
      this.followsInterrupted = ownerId !== undefined && this.engine.intentLog.isOpen(ownerId);
      await all(
        program.map(async (declared) => {
          const entry = await this.register(declared, ownerId, replace.includes(declared.name));
          this.learnOf(entry);
        }),
      );
      if (ownerId !== undefined) await this.endProgram(ownerId);
      const names = new Set(program.map(({ name }) => name));
      const superfluous = this.engine.state.filter(
        ({ urn, kind, replaced }) => replaced || (kind !== 'Owner' && !names.has(urn)),
      );
      await all(superfluous.map((entry) => this.remove(entry)));
      if (program.length === 0) await this.removeOwner();
    });
  }

  refresh(): Promise<void> {
    return this.unlessKilled(async () => {
      await all(
        this.engine.state.map(async (entry) => {
          const read = await this.call(() => providers[entry.kind].read(entry.id, entry.outputs));
          await this.step();
          if (read.id === '') this.engine.state = this.engine.state.filter((other) => other !== entry);
          else Object.assign(entry, { outputs: read.props, inputs: read.inputs });
        }),
      );
    });
  }

  destroy(): Promise<void> {
    return this.unlessKilled(async () => {
      await all(this.engine.state.filter(({ kind }) => kind !== 'Owner').map((entry) => this.remove(entry)));
      await this.removeOwner();
    });
  }

  private async registerOwner(program: readonly Declared[]): Promise<string | undefined> {
    if (program.length === 0) return undefined;
    const known = this.engine.state.find(({ kind }) => kind === 'Owner');
    if (known) return known.id;
    const { id, outs } = await this.call(() =>
      providers.Owner.create({ __urn: urnOf('owner'), stack: STACK }),
    );
    await this.step();
    this.engine.state.push({ urn: 'owner', kind: 'Owner', id, inputs: {}, outputs: outs });
    return id;
  }

  private async removeOwner(): Promise<void> {
    for (const entry of this.engine.state.filter(({ kind }) => kind === 'Owner')) await this.remove(entry);
  }

  /** Answers what is on disk then. */
  private async register(declared: Declared, ownerId: string | undefined, forced: boolean): Promise<Entry> {
    const { name: urn, kind, args } = declared;
    const old = this.engine.state.find((entry) => entry.urn === urn && !entry.replaced);
    const news = { ...args, __urn: urnOf(urn), __owner: ownerId };
    const olds = old && !forced ? { ...old.inputs, __provider: '' } : {};
    const { inputs, failures } = await this.call(() => providers[kind].check(olds, news));
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join('\n'));
    if (!old) return this.create(declared, inputs);
    const diff = forced
      ? { changes: true, replaces: ['forced'], deleteBeforeReplace: declared.deleteBeforeReplace ?? false }
      : await this.call(() => providers[kind].diff(old.id, old.outputs, inputs));
    if (diff.replaces.length > 0) {
      if (diff.deleteBeforeReplace || declared.deleteBeforeReplace) await this.remove(old);
      return this.create(declared, inputs, old);
    }
    if (diff.changes || old.outputs['__unfinished'] !== undefined) {
      try {
        const { outs } = await this.call(() => providers[kind].update(old.id, old.outputs, inputs));
        await this.step();
        old.outputs = outs;
      } catch (error) {
        await this.step();
        const { properties } = error as { properties?: Properties };
        if (properties) old.outputs = properties;
        throw error;
      }
    }
    old.inputs = inputs;
    return old;
  }

  private async create({ name: urn, kind }: Declared, inputs: Properties, old?: Entry): Promise<Entry> {
    const save = async (id: string, outputs: Properties) => {
      await this.step();
      if (old) old.replaced = true;
      const entry: Entry = { urn, kind, id, inputs, outputs };
      this.engine.state.push(entry);
      return entry;
    };
    try {
      const { id, outs } = await this.call(() => providers[kind].create(inputs));
      return await save(id, outs);
    } catch (error) {
      const { id, properties } = error as { id?: string; properties?: Properties };
      if (id !== undefined && properties) await save(id, properties);
      throw error;
    }
  }

  private async remove(entry: Entry): Promise<void> {
    await this.call(() => providers[entry.kind].delete(entry.id, entry.outputs));
    await this.step();
    this.engine.state = this.engine.state.filter((other) => other !== entry);
  }

  /** The program learns what has been saved, and removes its pending tags. */
  private learnOf({ kind, id, outputs }: Entry): void {
    if (kind === 'Owner' || !this.trouble.programLives) return;
    const isNew = Number(outputs[CREATED_AT] ?? 0) >= this.startedAt;
    const tagId = outputs[PENDING_TAG_ID];
    const saved: Saved[] = [
      {
        ...{ collection: collections[kind], id, isNew, tags: (outputs['tags'] ?? {}) as Saved['tags'] },
        ...(typeof tagId === 'string' && { pendingTagId: tagId }),
      },
      ...volumesIn(outputs).map((volumeId): Saved => {
        return {
          ...{ collection: 'volumes', id: volumeId, tags: {} },
          isNew: isNew && volumeId !== outputs['osVolumeId'],
        };
      }),
    ];
    if (!Array.isArray(outputs['ownVolumeIds'])) this.withoutVolumes.add(id);
    for (const one of saved) {
      this.ids.add(one.id);
      this.removal.add(one);
    }
  }

  /** What carries a pending tag and is no resource of the program is named. */
  private async endProgram(owner: string): Promise<void> {
    if (!this.trouble.programLives) return;
    const listsAreWhole = !this.followsInterrupted || this.clock.now() >= this.startedAt + LAG_MS;
    const things = await this.removal.finish();
    const run = {
      owner,
      stackHash: stackHashOf(STACK),
      ids: this.ids,
      withoutVolumes: this.withoutVolumes,
      isComplete: true,
    };
    this.engine.named = orphanWarnings(orphansIn(things), run);
    if (listsAreWhole) this.engine.intentLog.forget(owner);
  }

  /** A call of the plugin. A dead one answers nothing, and the engine notices. */
  private call<T>(method: () => Promise<T>): Promise<T> {
    if (this.plugin.dead) throw new Killed('the plugin is dead');
    return plugins.run(this.session, method);
  }

  /** Writes the state. */
  private async step(): Promise<void> {
    await this.clock.sleep(5);
    if (this.engineDead) await new Promise(() => undefined);
  }

  private kill(victim: Kill['victim']): void {
    if (victim !== 'engine') this.plugin.dead = true;
    if (victim !== 'plugin') {
      this.engineDead = true;
      this.program.dead = true;
      // The plugin notices within milliseconds.
      void this.clock.sleep(15).then(() => {
        this.plugin.writesStopped = true;
        this.session.engineExited.abort(new EngineExitedError());
      });
    }
    this.end(new Killed(`${victim} killed`));
  }

  /** The engine waits for what is under way after an error, but not when it, or the plugin, is killed. */
  private async unlessKilled(work: () => Promise<void>): Promise<void> {
    const killed = new Promise<never>((_, reject) => (this.end = reject));
    killed.catch(() => undefined);
    try {
      await Promise.race([work(), killed]);
    } finally {
      // Of a killed engine the plugin is left; at every other end the engine ends it.
      this.plugin.dead ||= !this.engineDead;
      this.engineDead = true;
      this.program.dead = true;
      this.over.abort();
    }
  }
}

/** Everybody comes to an end before the first error is thrown. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(works);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** The ids of the volumes that outputs say were made with a machine. */
export function volumesIn(outputs: Properties): string[] {
  const shared = (outputs['sharedVolumes'] ?? []) as { readonly id: string }[];
  return [...((outputs['ownVolumeIds'] ?? []) as string[]), ...shared.map(({ id }) => id)];
}
