import { ServerError, TransportError, WritesStoppedError } from '../../../api/errors';
import type { TestClock } from '../../unit/provider/polling/testClock';
import type { Faults } from './schedules';

/** The fault of a request that creates something. */
export type Fault =
  | 'none'
  /** It arrives; its reply does not. */
  | 'lost reply'
  /** It does not arrive; the client cannot tell that. */
  | 'lost request'
  /** It arrives long after the client has stopped waiting. */
  | 'late'
  /** The cloud fails before the request has an effect. */
  | 'server error';

/** One process of a run. Once it is killed, its requests get no more answers. */
export class Process {
  dead = false;
  writesStopped = false;
}

/** The faults of the requests of a run. */
export interface LinkFaults extends Pick<Faults, 'lateMs' | 'lagMs'> {
  /** The faults of the next requests that create something. */
  readonly faults: Fault[];
  /** Called before and after each request takes effect. */
  readonly onRequest: (point: 'before' | 'after') => void;
}

const LATENCY_MS = 40;

/** A process's connection to the cloud. */
export class Link {
  constructor(
    private readonly clock: TestClock,
    private readonly process: Process,
    private readonly linkFaults: LinkFaults,
  ) {}

  get lagMs(): number {
    return this.linkFaults.lagMs;
  }

  /** A request that changes nothing. */
  read<T>(effect: () => T): Promise<T> {
    return this.travel(effect);
  }

  /** A request without faults: the client would repeat it until it succeeds. */
  repeat<T>(effect: () => T): Promise<T> {
    this.mustBeAllowed();
    return this.travel(effect);
  }

  /** A request that creates something. */
  async send<T>(effect: () => T): Promise<T> {
    this.mustBeAllowed();
    const details = { operation: 'POST /v1/things', mayHaveArrived: true };
    const lost = new TransportError('The reply was lost.', details);
    switch (this.linkFaults.faults.shift() ?? 'none') {
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
          .sleep(this.linkFaults.lateMs)
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
    await this.mustBeAlive('before');
    let outcome: { readonly value: T } | { readonly error: unknown };
    try {
      outcome = { value: effect() };
    } catch (error) {
      outcome = { error };
    }
    await this.mustBeAlive('after');
    await this.clock.sleep(LATENCY_MS);
    await this.mustBeAlive();
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  /** The answer to a killed process never comes. */
  private async mustBeAlive(point?: 'before' | 'after'): Promise<void> {
    if (!this.process.dead && point) this.linkFaults.onRequest(point);
    if (this.process.dead) await new Promise(() => undefined);
  }
}
