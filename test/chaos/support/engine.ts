// The part of Pulumi's engine that creates, updates and deletes resources: it keeps state like the real engine, in the
// same order of steps, and can be killed between any two of them.
import type { IntentLog } from '../../../core/orphans/intentLog';
import type { TestClock } from '../../unit/provider/polling/testClock';
import type { SimulatedCloud } from './simulatedCloud';
import type { Declared, Entry } from './program';
import { NO_FAULTS } from './program';
import { SimulatedRun } from './simulatedRun';

export class Engine {
  /** The state on disk. */
  state: Entry[] = [];
  /** The warnings about orphans at the end of the last run. */
  named: readonly string[] = [];
  private readonly orders = new Map<string, Set<string>>();
  /** The ids with which POSTs were answered; empty without an answer. */
  private readonly posts = new Map<string, string>();
  /** The intent log of this machine, in memory. */
  readonly intentLog: IntentLog = {
    addOrder: (owner, resource) => {
      this.orders.set(owner, (this.orders.get(owner) ?? new Set()).add(resource));
    },
    orderedTagKeys: () => [],
    removeOrder: (owner, resource) => void this.orders.get(owner)?.delete(resource),
    orders: (owner) => [...(this.orders.get(owner) ?? [])].map((resource) => ({ resource, at: 0 })),
    isInterrupted: (owner, resource) => this.orders.get(owner)?.has(resource) ?? false,
    otherProcessOf: () => undefined,
    hasOrders: () => [...this.orders.values()].some(({ size }) => size > 0),
    isOpen: (owner) => (this.orders.get(owner)?.size ?? 0) > 0,
    addInterrupted: () => undefined,
    interruptedBefore: () => undefined,
    removeOrders: (owner) => void this.orders.delete(owner),
    addRestore: () => undefined,
    removeRestore: () => undefined,
    restoresOf: () => [],
    addRun: () => undefined,
    removeRun: () => undefined,
    removeEndedRuns: () => undefined,
    runningEngines: () => [],
    addSaved: () => undefined,
    removeSaved: () => undefined,
    isSaved: () => false,
    addStop: () => undefined,
    removeStops: () => undefined,
    leftOffAt: () => undefined,
    addUpdate: () => undefined,
    interruptedUpdate: () => undefined,
    removeUpdate: () => undefined,
    endUpdate: () => undefined,
    posts: {
      idOf: (post) => this.posts.get(post) || undefined,
      isOpen: (post) => this.posts.get(post) === '',
    },
    addPost: (post) => void this.posts.set(post, ''),
    answerPost: (post, id) => void this.posts.set(post, id),
    removePost: (post) => void this.posts.delete(post),
    hasOpenPosts: () => [...this.posts.values()].includes(''),
    lastPostAt: () => 0,
    removeOldPosts: () => undefined,
    orderedUrns: () => new Map(),
    unbilled: () => [],
    addUnbilled: () => '',
    answerUnbilled: () => undefined,
    removeUnbilled: () => undefined,
    forgetUnbilled: () => undefined,
  };

  constructor(
    private readonly cloud: SimulatedCloud,
    private readonly clock: TestClock,
  ) {}

  /** `pulumi up`. @throws the first error of the run. */
  up(program: readonly Declared[], faultPlan = NO_FAULTS, replace: readonly string[] = []): Promise<void> {
    return new SimulatedRun(this.cloud, this.clock, this, faultPlan).up(program, replace);
  }

  /** Whether the last run has warned that lists may be incomplete. */
  get asksForAnotherUp(): boolean {
    const owner = this.state.find(({ kind }) => kind === 'Owner');
    return owner !== undefined && this.intentLog.isOpen(owner.id);
  }

  /** `pulumi refresh` */
  refresh(faultPlan = NO_FAULTS): Promise<void> {
    return new SimulatedRun(this.cloud, this.clock, this, faultPlan).refresh();
  }

  /** `pulumi destroy` */
  destroy(faultPlan = NO_FAULTS): Promise<void> {
    return new SimulatedRun(this.cloud, this.clock, this, faultPlan).destroy();
  }
}
