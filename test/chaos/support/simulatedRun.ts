import type { CloudComputeClient } from '../../../api';
import { LAG_MS } from '../../../core/orphans/intentLog';
import { orphansIn } from '../../../core/orphans/orphans';
import { stackHashOf } from '../../../core/pendingTag';
import type { Run } from '../../../provider/run/run';
import { EngineExitedError } from '../../../provider/run/run';
import { warningsAtEnd } from '../../../core/orphans/orphanWarnings';
import type { PendingTagRemoval } from '../../../sdk/owner/removePendingTag';
import { all } from '../../all';
import { pendingTagRemoval, savedThings } from '../../savedThings';
import type { TestClock } from '../../unit/provider/polling/testClock';
import type { LinkFaults } from './link';
import { Link, Process } from './link';
import type { SimulatedCloud } from './simulatedCloud';
import type { Declared, Entry, Properties } from './program';
import type { Faults, Kill } from './schedules';
import { COLLECTIONS, STACK, urnOf } from './program';
import { PluginRun, plugins, providers } from './plugin';
import type { Engine } from './engine';

type Named = Pick<Entry, 'kind'> & Pick<Declared, 'name'>;

/** Ends a run; calls under way continue. */
class Killed extends Error {}

/** One run of the engine, with a plugin and a program of its own. */
export class SimulatedRun {
  private readonly plugin = new Process();
  private readonly program = new Process();
  private readonly run: Run;
  private readonly programClient: CloudComputeClient;
  private readonly removal: PendingTagRemoval;
  private readonly startedAt: number;
  private readonly ids = new Set<string>();
  private readonly withoutVolumes = new Set<string>();
  private followsInterrupted = false;
  private readonly over = new AbortController();
  private engineDead = false;
  private requests = 0;
  private end: (error: Error) => void = () => undefined;

  constructor(
    cloud: SimulatedCloud,
    private readonly clock: TestClock,
    private readonly engine: Engine,
    private readonly faultPlan: Faults,
  ) {
    const { faults, lateMs, lagMs, kill } = faultPlan;
    const onRequest = (point: 'before' | 'after') => {
      if (point === 'before') this.requests += 1;
      if (kill && 'request' in kill.at && kill.at.request === this.requests && kill.at.point === point)
        this.kill(kill.target);
    };
    const linkFaults: LinkFaults = { faults: [...faults], lateMs, lagMs, onRequest };
    const clientOf = (process: Process) => cloud.client(new Link(clock, process, linkFaults));
    this.run = new PluginRun(clientOf(this.plugin), engine.intentLog, clock);
    this.programClient = clientOf(this.program);
    this.removal = pendingTagRemoval(() => this.programClient);
    this.startedAt = clock.now();
    engine.named = [];
    if (kill && 'ms' in kill.at) {
      const killNow = () => {
        this.kill(kill.target);
      };
      void clock.sleep(kill.at.ms, this.over.signal).then(killNow, () => undefined);
    }
  }

  /** `pulumi up`. @throws the first error of the run. */
  up(program: readonly Declared[], replace: readonly string[] = []): Promise<void> {
    return this.unlessKilled(async () => {
      const ownerId = await this.registerOwner(program);
      this.followsInterrupted = ownerId !== undefined && this.engine.intentLog.isOpen(ownerId);
      await all(
        program.map(async (declared) => {
          const entry = await this.register(declared, ownerId, replace.includes(declared.name));
          this.readIds(entry);
        }),
      );
      if (ownerId !== undefined) await this.endProgram(ownerId);
      const names = new Set(program.map(({ name }) => name));
      const undeclared = this.engine.state.filter(
        ({ urn, kind, replaced }) => replaced || (kind !== 'Owner' && !names.has(urn)),
      );
      await all(undeclared.map((entry) => this.remove(entry)));
      if (program.length === 0) await this.removeOwner();
    });
  }

  /** `pulumi refresh` */
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

  /** `pulumi destroy` */
  destroy(): Promise<void> {
    return this.unlessKilled(async () => {
      await all(this.engine.state.filter(({ kind }) => kind !== 'Owner').map((entry) => this.remove(entry)));
      await this.removeOwner();
    });
  }

  private async registerOwner(program: readonly Declared[]): Promise<string | undefined> {
    if (program.length === 0) return undefined;
    const known = this.engine.state.find(({ kind }) => kind === 'Owner');
    const inputs = { __urn: urnOf('owner'), stack: STACK };
    return (known ?? (await this.create({ name: 'owner', kind: 'Owner' }, inputs))).id;
  }

  private async removeOwner(): Promise<void> {
    for (const entry of this.engine.state.filter(({ kind }) => kind === 'Owner')) await this.remove(entry);
  }

  /** Returns the entry of the resource in state. */
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

  private async create({ name: urn, kind }: Named, inputs: Properties, old?: Entry): Promise<Entry> {
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

  /** The program gets the ids that are saved, and removes the pending tags. */
  private readIds({ kind, id, outputs }: Entry): void {
    if (kind === 'Owner' || !this.faultPlan.programLives) return;
    if (!Array.isArray(outputs['ownVolumeIds'])) this.withoutVolumes.add(id);
    for (const one of savedThings(COLLECTIONS[kind], id, outputs, this.startedAt)) {
      this.ids.add(one.id);
      this.removal.add(one);
    }
  }

  /** Names the things that have a pending tag and belong to no resource of the program. */
  private async endProgram(owner: string): Promise<void> {
    if (!this.faultPlan.programLives) return;
    const listsAreComplete = !this.followsInterrupted || this.clock.now() >= this.startedAt + LAG_MS;
    const things = await this.removal.finish();
    if (typeof things === 'string') throw new Error(`The state of this run is in doubt: ${things}.`);
    this.engine.named = warningsAtEnd(
      { things, orphans: orphansIn(things, { posts: this.engine.intentLog.posts, gone: [] }) },
      {
        owner,
        stackHash: stackHashOf(STACK),
        ids: this.ids,
        withoutVolumes: this.withoutVolumes,
        isComplete: true,
        listsAreComplete,
        log: this.engine.intentLog,
      },
    );
    if (listsAreComplete) this.engine.intentLog.removeOrders(owner);
  }

  /** Calls the plugin. A call of a dead plugin fails. */
  private call<T>(method: () => Promise<T>): Promise<T> {
    if (this.plugin.dead) throw new Killed('the plugin is dead');
    return plugins.run(this.run, method);
  }

  /** Writes the state. */
  private async step(): Promise<void> {
    await this.clock.sleep(5);
    if (this.engineDead) await new Promise(() => undefined);
  }

  private kill(target: Kill['target']): void {
    if (target !== 'engine') this.plugin.dead = true;
    if (target !== 'plugin') {
      this.engineDead = true;
      this.program.dead = true;
      // The plugin notices within milliseconds that the engine is gone.
      void this.clock.sleep(15).then(() => {
        this.plugin.writesStopped = true;
        this.run.phase.stop(new EngineExitedError(), 'the Pulumi engine is gone');
      });
    }
    this.end(new Killed(`${target} killed`));
  }

  /**
   * After an error, the engine waits for calls under way; it does not if the engine or the plugin was killed.
   */
  private async unlessKilled(work: () => Promise<void>): Promise<void> {
    const killed = new Promise<never>((_, reject) => (this.end = reject));
    killed.catch(() => undefined);
    try {
      await Promise.race([work(), killed]);
    } finally {
      // If the engine was killed, its plugin still runs. Otherwise the engine has ended it.
      this.plugin.dead ||= !this.engineDead;
      this.engineDead = true;
      this.program.dead = true;
      this.over.abort();
    }
  }
}
