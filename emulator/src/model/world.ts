import { AutoTopUps } from './billing/autoTopUps';
import { Billing } from './billing/billing';
import { Capacity } from './capacity';
import { Events } from './events';
import { Identifiers } from './identifiers';
import { LoopbackAddresses, publicAddressOf } from './loopback';
import { Projects } from './projects';
import { Retention } from './retention';
import { Store } from './store';
import { Timelines } from './time/timelines';
import type { CloudSettings, Durations } from './settings';
import type { Tables } from './store';
import type { Clock, ClockReading, RealTime } from './time/clock';

/** How far a cloud has come: its time, and the number of generated ids. */
export interface Progress {
  clock: ClockReading;
  drawn: number;
}

/** The complete state of a cloud. A snapshot contains it. */
export interface CloudState extends Progress {
  version: 1;
  tables: Tables;
}

/**
 * The model that all resources share: data, time, events, ids, money and capacity. It contains no resource and no
 * HTTP. A resource keeps its rows in tables of the store, adds tables that change with time to the timelines, and
 * records what happens in the events.
 */
export class World {
  readonly store = new Store();
  readonly durations: Durations;
  readonly identifiers: Identifiers;
  readonly timelines: Timelines;
  readonly events: Events;
  readonly projects: Projects;
  readonly autoTopUps: AutoTopUps;
  readonly billing: Billing;
  readonly capacity: Capacity;
  readonly retention = new Retention();
  readonly loopback = new LoopbackAddresses();
  private readonly checks: (() => void)[] = [];
  private readonly restoreListeners: (() => void)[] = [];
  private requestChanges = 0;

  constructor(
    readonly settings: CloudSettings,
    readonly clock: Clock,
    readonly realTime: RealTime,
  ) {
    this.durations = settings.durations;
    this.identifiers = new Identifiers(settings.seed);
    this.timelines = new Timelines(clock, (resource, at, enter) => {
      this.billing.accrue(at);
      this.billing.follow(resource, enter);
    });
    this.events = new Events(this.store, this.timelines, this.identifiers, this.retention);
    this.projects = new Projects(this.store, settings);
    this.autoTopUps = new AutoTopUps(
      this.store,
      this.projects,
      this.events,
      this.identifiers,
      settings.autoTopUp,
    );
    this.billing = new Billing(this.projects, this.autoTopUps, this.timelines);
    this.capacity = new Capacity(this.store);
  }

  /** The time in the cloud, in milliseconds. */
  now(): number {
    return this.timelines.now();
  }

  /** The public address of a machine that begins to run. */
  publicAddress({ privateIp }: { privateIp: string | null }): string {
    return publicAddressOf(privateIp) ?? this.identifiers.address();
  }

  /** Increases with every request that may change something, and with every effect of time. */
  get changes(): number {
    return this.requestChanges + this.timelines.changes;
  }

  /** Call it after a request that may have changed something. */
  changed(): void {
    this.requestChanges += 1;
    this.billing.changed();
  }

  /** Applies the effects of time up to now. Call it before anything is read. */
  catchUp(now = this.now()): void {
    this.timelines.catchUp(now);
    if (this.retention.apply(now)) this.changed();
  }

  /** Applies the effects of time up to the instant that it returns. */
  progress(): Progress {
    const clock = this.clock.read();
    this.catchUp(clock.now);
    this.billing.accrue(clock.now);
    return { clock, drawn: this.identifiers.drawn };
  }

  state(): CloudState {
    return { version: 1, ...this.progress(), tables: this.store.dump() };
  }

  /** Replaces everything by a state, the time included. */
  restore(state: CloudState): void {
    this.store.load(state.tables);
    for (const listener of this.restoreListeners) listener();
    this.identifiers.drawn = state.drawn;
    this.clock.restore(state.clock);
    this.billing.restart(state.clock.now);
    this.timelines.reload();
    this.retention.reload();
    this.changed();
  }

  /** Throws if restored rows fail a check that concerns several rows. */
  check(): void {
    for (const check of this.checks) check();
  }

  /** Adds a check of restored rows. */
  onCheck(check: () => void): void {
    this.checks.push(check);
  }

  /** Adds work to do after the rows were replaced. Ids that are generated in it are not counted. */
  onRestore(listener: () => void): void {
    this.restoreListeners.push(listener);
  }
}
