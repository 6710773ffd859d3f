import { ConflictError, ForbiddenError, InvalidRequestError, NotFoundError } from '../../api/errors';
import { asError } from './asError';
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
  /** How long to wait for a further item, in ms (default 10); longer when items arrive at longer intervals. */
  readonly windowMs?: number;
  /** How long an item waits at most while others keep arriving, in ms (default 100). */
  readonly maxWindowMs?: number;
  /** The largest number of items in one request (default: no limit). */
  readonly maxItems?: number;
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
  readonly full: AbortController;
}

/** The wait for a further item is this many times the longest interval so far. */
const GAPS = 3;
/** A refused request is split into this many parts. */
const PARTS = 8;

/**
 * Sends items with the same key that arrive within a few milliseconds as one request.
 *
 * When the cloud refuses a whole request, a single item may be the reason: the request is split, down to single
 * items, so that each item gets its own answer. One bad item among 300 costs about twenty more requests; when all are
 * refused, there is hardly more than one request per item. Any other error applies to all items.
 */
export class BulkDelete<Item, Key = string> {
  private readonly options: BulkDeleteOptions<Item, Key>;
  private readonly clock: Clock;
  private readonly windowMs: number;
  private readonly maxWindowMs: number;
  private readonly maxItems: number;
  private readonly open = new Map<Key, Group<Item>>();

  constructor(options: BulkDeleteOptions<Item, Key>) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
    this.windowMs = options.windowMs ?? 10;
    this.maxWindowMs = options.maxWindowMs ?? 100;
    this.maxItems = options.maxItems ?? Infinity;
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
      if (group.entries.length >= this.maxItems) this.close(key, group);
      // Only after the first item is in the group: on a busy machine the window may already be over.
      if (!open) void this.collect(key, group);
    });
  }

  private begin(key: Key): Group<Item> {
    const now = this.clock.now();
    const group = { entries: [], openedAt: now, joinedAt: now, gap: 0, full: new AbortController() };
    this.open.set(key, group);
    return group;
  }

  private close(key: Key, group: Group<Item>): void {
    this.open.delete(key);
    group.full.abort();
  }

  /** Keeps a group open while items arrive, then sends it. */
  private async collect(key: Key, group: Group<Item>): Promise<void> {
    try {
      while (!group.full.signal.aborted) {
        const window = Math.max(this.windowMs, GAPS * group.gap);
        const until = Math.min(group.joinedAt + window, group.openedAt + this.maxWindowMs);
        const left = until - this.clock.now();
        if (left <= 0) this.close(key, group);
        else await this.clock.sleep(left, group.full.signal);
      }
    } catch (error) {
      if (!group.full.signal.aborted) {
        this.close(key, group);
        finishAll(group.entries, asError(error));
        return;
      }
    }
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
      if (entries.length === 1 || !isRefusal(error)) finishAll(entries, asError(error));
      else await Promise.all(divided(entries).map((part) => this.dispatch(part, key)));
    }
  }
}

/** Whether the cloud refused the request itself, so that a smaller request may succeed. */
export const isRefusal = (error: unknown): boolean =>
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
