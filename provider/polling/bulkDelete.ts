import { ConflictError, ForbiddenError, InvalidRequestError, NotFoundError } from '../../api/errors';
import { asError } from './waiter';
import type { Clock } from '../../api/http/time/clock';
import { systemClock } from '../../api/http/time/clock';

export interface BulkDeleteOptions<Item, Key = string> {
  /** Only items with the same key share a request. */
  readonly keyOf: (item: Item) => Key;
  /**
   * Sends one request for these items. Returns one result per item, in the same order: an error, or undefined for
   * success.
   */
  readonly send: (items: readonly Item[], key: Key) => Promise<readonly (Error | undefined)[]>;
  /** How long to wait for a further item, in ms; longer when items arrive at longer intervals. */
  readonly windowMs: number;
  /** How long an item waits at most while others keep arriving, in ms. */
  readonly maxWindowMs: number;
  readonly clock?: Clock;
}

interface Entry<Item> {
  readonly item: Item;
  readonly finish: (error: Error | undefined) => void;
}

interface Group<Item> {
  readonly entries: Entry<Item>[];
  readonly openedAt: number;
  /** When the last item arrived, in ms on the clock. */
  joinedAt: number;
  /** The longest interval between two items, in ms. */
  gap: number;
}

/** The wait for a further item is this many times the longest interval so far. */
const GAPS = 3;
/** A refused request is split into this many parts. */
const PARTS = 8;

/**
 * Sends items with the same key that arrive shortly after each other as one request.
 *
 * When the cloud refuses a whole request, a single item may be the reason: the request is split, down to single
 * items, so that each item gets its own answer. One bad item among 300 costs about twenty more requests; when all are
 * refused, there is hardly more than one request per item. Any other error applies to all items.
 */
export class BulkDelete<Item, Key = string> {
  private readonly options: BulkDeleteOptions<Item, Key>;
  private readonly clock: Clock;
  private readonly open = new Map<Key, Group<Item>>();

  constructor(options: BulkDeleteOptions<Item, Key>) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
  }

  add(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      const key = this.options.keyOf(item);
      const open = this.open.get(key);
      const group = open ?? this.begin(key);
      const now = this.clock.now();
      group.gap = Math.max(group.gap, now - group.joinedAt);
      group.joinedAt = now;
      group.entries.push({
        item,
        finish: (error) => {
          if (error) reject(error);
          else resolve();
        },
      });
      // Only after the first item is in the group: on a busy machine the window may already be over.
      if (!open) void this.collect(key, group);
    });
  }

  private begin(key: Key): Group<Item> {
    const now = this.clock.now();
    const group = { entries: [], openedAt: now, joinedAt: now, gap: 0 };
    this.open.set(key, group);
    return group;
  }

  /** Keeps a group open while items arrive, then sends it. */
  private async collect(key: Key, group: Group<Item>): Promise<void> {
    const { windowMs, maxWindowMs } = this.options;
    for (;;) {
      const until = group.joinedAt + Math.max(windowMs, GAPS * group.gap);
      const left = Math.min(until, group.openedAt + maxWindowMs) - this.clock.now();
      if (left <= 0) break;
      await this.clock.sleep(left);
    }
    this.open.delete(key);
    await this.dispatch(group.entries, key);
  }

  private async dispatch(entries: readonly Entry<Item>[], key: Key): Promise<void> {
    try {
      const items = entries.map(({ item }) => item);
      const outcomes = await this.options.send(items, key);
      if (outcomes.length !== items.length) {
        throw new Error(
          `A bulk delete of ${String(items.length)} was answered for ${String(outcomes.length)}.`,
        );
      }
      entries.forEach((entry, index) => {
        entry.finish(outcomes[index]);
      });
    } catch (error) {
      if (entries.length === 1 || !isRequestRefusal(error)) finishAll(entries, asError(error));
      else await Promise.all(divided(entries).map((part) => this.dispatch(part, key)));
    }
  }
}

/** Whether the cloud refused the request itself, so that a smaller request may succeed. */
export const isRequestRefusal = (error: unknown): boolean =>
  error instanceof InvalidRequestError ||
  error instanceof ForbiddenError ||
  error instanceof NotFoundError ||
  error instanceof ConflictError;

function finishAll(entries: readonly Entry<unknown>[], error: Error): void {
  for (const entry of entries) entry.finish(error);
}

function divided<T>(entries: readonly T[]): T[][] {
  const size = Math.ceil(entries.length / PARTS);
  const parts: T[][] = [];
  for (let start = 0; start < entries.length; start += size) parts.push(entries.slice(start, start + size));
  return parts;
}
