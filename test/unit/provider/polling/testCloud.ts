import { Collection } from '../../../../provider/polling/collection';
import type { CollectionOptions } from '../../../../provider/polling/collection';
import { untilReady, untilGone } from '../../../../provider/polling/statusRule';
import { TestClock } from './testClock';

export interface Machine {
  readonly id: string;
  readonly status: string;
}

export const rule = { ready: ['running'], failed: ['error'], gone: ['deleting', 'discontinued'] };

export class Failed extends Error {
  override readonly name = 'Failed';
}

export const isReady = untilReady<Machine>(rule, (machine) => new Failed(machine?.status ?? 'missing'));
export const hasGone = untilGone<Machine>(rule);

/** A cloud whose machines change their status with the time, and a collection of its machines. */
export class TestCloud {
  readonly clock = new TestClock();
  readonly instances: Collection<Machine>;
  /** The times of the list requests. */
  readonly lists: number[] = [];
  /** The ids that were requested singly. */
  readonly singles: string[] = [];
  /** Called before each list is answered; it may throw. */
  beforeList: (signal?: AbortSignal) => Promise<void> | void = () => undefined;
  beforeGet: (id: string) => void = () => undefined;
  /** Ids that lists do not contain yet. */
  readonly unlisted = new Set<string>();
  private readonly machines = new Map<string, (now: number) => string | undefined>();

  constructor(options: Partial<CollectionOptions<Machine>> = {}) {
    this.instances = new Collection<Machine>({
      name: 'instances',
      idOf: ({ id }) => id,
      clock: this.clock,
      listsPerMinute: 120,
      random: () => 0.5,
      list: async ({ signal }) => {
        this.lists.push(this.clock.now());
        await this.beforeList(signal);
        return [...this.machines.keys()].flatMap((id) =>
          this.unlisted.has(id) ? [] : (this.find(id) ?? []),
        );
      },
      get: (id) => {
        this.singles.push(id);
        this.beforeGet(id);
        return Promise.resolve(this.find(id));
      },
      ...options,
    });
  }

  /** Adds a machine that is `provisioning` now and `running` after `afterMs`. */
  provision(id: string, afterMs: number): void {
    const ready = this.clock.now() + afterMs;
    this.behave(id, (now) => (now >= ready ? 'running' : 'provisioning'));
  }

  /** Adds a machine whose status is a function of the time; undefined: it does not exist. */
  behave(id: string, status: (now: number) => string | undefined): void {
    this.machines.set(id, status);
  }

  waitReady(id: string, options: Partial<Parameters<Collection<Machine>['wait']>[2]> = {}) {
    const deadline = this.clock.now() + 3_600_000;
    return this.instances.wait(id, isReady, { deadline, kind: 'deploying', ...options });
  }

  private find(id: string): Machine | undefined {
    const status = this.machines.get(id)?.(this.clock.now());
    return status === undefined ? undefined : { id, status };
  }
}
