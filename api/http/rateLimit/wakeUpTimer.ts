import type { Clock } from '../time/clock';

/** One alarm that can be set to another time. */
export class Alarm {
  #set: { readonly at: number; readonly cancel: AbortController } | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
  ) {}

  /** Rings at this time instead of the one that was set; at Infinity never. */
  set(at: number): void {
    if (this.#set?.at === at) return;
    this.clear();
    if (at === Infinity) return;
    const set = { at, cancel: new AbortController() };
    this.#set = set;
    this.clock.sleep(Math.max(1, at - this.clock.now()), set.cancel.signal).then(
      () => {
        this.#set = undefined;
        this.ring();
      },
      () => undefined,
    );
  }

  /** Rings at this time, or at the one that is set if that is earlier. */
  setNoLaterThan(at: number): void {
    if (at < (this.#set?.at ?? Infinity)) this.set(at);
  }

  clear(): void {
    this.#set?.cancel.abort();
    this.#set = undefined;
  }
}
