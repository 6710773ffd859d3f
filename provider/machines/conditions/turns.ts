/** Limits how many of its users work at once. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private free: number;

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  /** Waits for a turn; the result ends it. Rejects with the reason of the signal. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.next(signal);
    return () => {
      const [first] = this.waiting.splice(0, 1);
      if (first) first();
      else this.free += 1;
    };
  }

  private next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const stop = () => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stop, { once: true });
      this.waiting.push(start);
    });
  }
}
