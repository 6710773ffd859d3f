// The part of Pulumi's engine that creates, updates and deletes resources: it keeps state like the real engine, in the
// same order of steps, and can be killed between any two of them.
import type { IntentLog } from '../../../core/orphans/intentLog';
import { intentLogIn } from '../../../core/orphans/intentLog';
import type { TestClock } from '../../unit/provider/polling/testClock';
import type { SimulatedCloud } from './simulatedCloud';
import type { Entry } from './program';
import type { Faults } from './schedules';
import { NO_FAULTS } from './schedules';
import { SimulatedRun } from './simulatedRun';

export class Engine {
  /** The state on disk. */
  state: Entry[] = [];
  /** The warnings about orphans at the end of the last run. */
  named: readonly string[] = [];
  private readonly orders = new Map<string, Set<string>>();
  /** The ids with which POSTs were answered; empty without an answer. */
  private readonly posts = new Map<string, string>();
  /** The intent log of this machine, in memory. It has only notes about orders. */
  readonly intentLog: IntentLog = {
    ...intentLogIn({}),
    addOrder: (owner, resource) => {
      this.orders.set(owner, (this.orders.get(owner) ?? new Set()).add(resource));
    },
    removeOrder: (owner, resource) => void this.orders.get(owner)?.delete(resource),
    orders: (owner) => [...(this.orders.get(owner) ?? [])].map((resource) => ({ resource, at: 0 })),
    isInterrupted: (owner, resource) => this.orders.get(owner)?.has(resource) ?? false,
    hasOrders: () => [...this.orders.values()].some(({ size }) => size > 0),
    isOpen: (owner) => (this.orders.get(owner)?.size ?? 0) > 0,
    removeOrders: (owner) => void this.orders.delete(owner),
    posts: {
      idOf: (post) => this.posts.get(post) || undefined,
      isOpen: (post) => this.posts.get(post) === '',
    },
    addPost: (post) => void this.posts.set(post, ''),
    answerPost: (post, id) => void this.posts.set(post, id),
    removePost: (post) => void this.posts.delete(post),
    hasOpenPosts: () => [...this.posts.values()].includes(''),
  };

  constructor(
    private readonly cloud: SimulatedCloud,
    private readonly clock: TestClock,
  ) {}

  /** A command of this engine. */
  run(faults: Faults = NO_FAULTS): SimulatedRun {
    return new SimulatedRun(this.cloud, this.clock, this, faults);
  }

  /** Whether the last run has warned that lists may be incomplete. */
  get asksForAnotherUp(): boolean {
    const owner = this.state.find(({ kind }) => kind === 'Owner');
    return owner !== undefined && this.intentLog.isOpen(owner.id);
  }
}
