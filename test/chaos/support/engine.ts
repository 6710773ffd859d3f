// As much of Pulumi's engine as the life of resources takes: it keeps state like the real one, in the same order
// of steps, and can be killed between any two of them.
import type { CloudComputeClient } from '../../../api';
import { PENDING, stackHashOf } from '../../../core/pendingTag';
import { orphansOf } from '../../../core/orphans';
import type { IntentLog } from '../../../core/intentLog';
import type { DynamicProvider } from '../../../provider/dynamic';
import { dynamicProvider } from '../../../provider/dynamic';
import { cluster } from '../../../provider/resources/cluster';
import { instance } from '../../../provider/resources/instance';
import { owner } from '../../../provider/resources/owner';
import { volume } from '../../../provider/resources/volume';
import { EngineGoneError, Session, useSession } from '../../../provider/session';
import { namingOf } from '../../../sdk/owner/nameOrphans';
import type { TestClock } from '../../unit/settle/testClock';
import type { Weather } from './link';
import { Link, Process } from './link';
import type { SimulatedCloud } from './simulatedCloud';

type Properties = Record<string, unknown>;

/** What all URNs begin with. */
const STACK = 'urn:pulumi:dev::chaos';

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
  /** Whether the program gets to taking the marks off. */
  readonly unmarks: boolean;
}

export const CALM: Trouble = { faults: [], lateMs: 0, lagMs: 0, unmarks: true };

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

/** Ends a run; what is under way is left to itself. */
class Killed extends Error {}

export class Engine {
  /** What is on disk. */
  state: Entry[] = [];
  /** What a run told the user. */
  readonly told: string[] = [];
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
      const ids = new Set<string>();
      await all(
        program.map(async (declared) => {
          const id = await this.register(declared, ownerId, replace.includes(declared.name));
          ids.add(id);
          await this.unmark(id);
        }),
      );
      if (ownerId !== undefined) await this.nameOrphans(ownerId, ids);
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
    const known = this.engine.state.find(({ kind }) => kind === 'Owner');
    if (known) return known.id;
    if (program.length === 0) return undefined;
    const { id, outs } = await this.call(() =>
      providers.Owner.create({ __urn: `${STACK}::owner`, stack: STACK }),
    );
    await this.step();
    this.engine.state.push({ urn: 'owner', kind: 'Owner', id, inputs: {}, outputs: outs });
    return id;
  }

  private async removeOwner(): Promise<void> {
    for (const entry of this.engine.state.filter(({ kind }) => kind === 'Owner')) await this.remove(entry);
  }

  /** Answers the id once it is on disk. */
  private async register(declared: Declared, ownerId: string | undefined, forced: boolean): Promise<string> {
    const { name: urn, kind, args } = declared;
    const inputs = { ...args, __urn: `${STACK}::${urn}`, __owner: ownerId };
    const old = this.engine.state.find((entry) => entry.urn === urn && !entry.replaced);
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
    return old.id;
  }

  private async create({ name: urn, kind }: Declared, inputs: Properties, old?: Entry): Promise<string> {
    const save = async (id: string, outputs: Properties) => {
      await this.step();
      if (old) old.replaced = true;
      this.engine.state.push({ urn, kind, id, inputs, outputs });
    };
    try {
      const { id, outs } = await this.call(() => providers[kind].create(inputs));
      await save(id, outs);
      return id;
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

  /** What carries a pending tag and is none of the program is named, and left. */
  private async nameOrphans(owner: string, ids: ReadonlySet<string>): Promise<void> {
    const orphans = await orphansOf(this.programClient);
    this.engine.told.push(
      ...namingOf(orphans, { owner, stackHash: stackHashOf('urn'), ids, isComplete: true }),
    );
    this.engine.intentLog.forget(owner);
  }

  /** The program saw the id; it takes the mark off, unless it is not given the time. */
  private async unmark(id: string): Promise<void> {
    if (!this.trouble.unmarks) return;
    const { instances, volumes, clusters, tags } = this.programClient;
    const [machines, disks, groups] = await Promise.all([instances.list(), volumes.list(), clusters.list()]);
    for (const [collection, list] of [
      ['instances', machines],
      ['volumes', disks],
      ['clusters', groups],
    ] as const) {
      const mark = list.find((thing) => thing.id === id)?.tags.find(({ key }) => key === PENDING);
      if (mark) await tags.remove(collection, id, mark.id);
    }
  }

  /** A call of the plugin. A dead one answers nothing, and the engine notices. */
  private call<T>(method: () => Promise<T>): Promise<T> {
    if (this.plugin.dead) throw new Killed('the plugin is dead');
    useSession(this.session);
    return method();
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
        this.session.engineGone.abort(new EngineGoneError());
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
