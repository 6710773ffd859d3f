import { ServerError, TransportError, WritesStoppedError } from '../../../api/errors';
import type { TestClock } from '../../unit/provider/polling/testClock';

/** What happens to a request that creates something. */
export type Fault =
  | 'none'
  /** It arrives; its reply does not. */
  | 'lost reply'
  /** It does not arrive, and nobody can tell. */
  | 'lost request'
  /** It arrives long after it was given up. */
  | 'late'
  /** The cloud fails before it does anything. */
  | 'server error';

/** One process of a run. A dead one hears of nothing any more. */
export class Process {
  dead = false;
  writesStopped = false;
}

/** The bad days that a run has, as far as requests are concerned. */
export interface Weather {
  /** What happens to the requests that create something, in their order; then nothing more. */
  readonly faults: readonly Fault[];
  /** How much later than sent such a request lands that is late, in ms. */
  readonly lateMs: number;
  /** By how much what is read lags behind, lists and single ones, in ms. */
  readonly lagMs: number;
  /** Told before and after each request. */
  readonly onRequest: (point: 'before' | 'after') => void;
}

const LATENCY_MS = 40;

/** A process's connection to the cloud. */
export class Link {
  constructor(
    private readonly clock: TestClock,
    private readonly process: Process,
    private readonly weather: Weather,
    private readonly queue: Fault[],
  ) {}

  get lagMs(): number {
    return this.weather.lagMs;
  }

  /** A request that changes nothing. */
  read<T>(effect: () => T): Promise<T> {
    return this.travel(effect);
  }

  /** A request that may be sent again: the client does so until it gets through. */
  repeat<T>(effect: () => T): Promise<T> {
    this.mustBeAllowed();
    return this.travel(effect);
  }

  /** A request that creates something. */
  async send<T>(effect: () => T): Promise<T> {
    this.mustBeAllowed();
    const details = { operation: 'POST /v1/things', mayHaveArrived: true };
    const lost = new TransportError('The reply was lost.', details);
    switch (this.queue.shift() ?? 'none') {
      case 'none':
        return this.travel(effect);
      case 'lost reply':
        await this.travel(effect);
        throw lost;
      case 'lost request':
        await this.travel(() => undefined);
        throw lost;
      case 'late':
        await this.travel(() => undefined);
        void this.clock
          .sleep(this.weather.lateMs)
          .then(effect)
          .catch(() => undefined);
        throw lost;
      case 'server error':
        await this.travel(() => undefined);
        throw new ServerError('The cloud failed.', { ...details, status: 500 });
    }
  }

  private mustBeAllowed(): void {
    if (this.process.writesStopped) throw new WritesStoppedError('the Pulumi engine is gone');
  }

  private async travel<T>(effect: () => T): Promise<T> {
    await this.clock.sleep(LATENCY_MS);
    await this.mustLive('before');
    let outcome: { readonly value: T } | { readonly error: unknown };
    try {
      outcome = { value: effect() };
    } catch (error) {
      outcome = { error };
    }
    await this.mustLive('after');
    await this.clock.sleep(LATENCY_MS);
    await this.mustLive();
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  /** What a dead process waits for never comes. */
  private async mustLive(point?: 'before' | 'after'): Promise<void> {
    if (!this.process.dead && point) this.weather.onRequest(point);
    if (this.process.dead) await new Promise(() => undefined);
  }
}
