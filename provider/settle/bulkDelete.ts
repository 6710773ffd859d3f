import type { Clock } from './clock';

export interface BulkDeleteOptions<Item, Key = string> {
  /** What items have to agree in to go out together. */
  readonly keyOf: (item: Item) => Key;
  /** Sends one request for all of them; answers what became of each, in their order: undefined is success. */
  readonly send: (items: readonly Item[], key: Key) => Promise<readonly (Error | undefined)[]>;
  /** How long to wait for a further item, in ms (default 10). */
  readonly windowMs?: number;
  /** How long an item waits at most, however many keep arriving, in ms (default 100). */
  readonly maxWindowMs?: number;
  /** How many items one request takes (default: any number). */
  readonly maxItems?: number;
  readonly clock?: Clock;
}

/** Items that arrive within a few milliseconds of each other and agree in their key go out as one request. */
export class BulkDelete<Item, Key = string> {
  constructor(_options: BulkDeleteOptions<Item, Key>) {
    throw new Error('not there yet');
  }

  /** Resolves once this item was deleted; rejects with its own error. */
  add(_item: Item): Promise<void> {
    throw new Error('not there yet');
  }
}
