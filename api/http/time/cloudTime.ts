import type { Clock } from './clock';
import type { Layer } from '../handler';

/** The cloud's time at one moment of this machine's clock. */
interface Sample {
  readonly local: number;
  readonly cloud: number;
}

/** The shortest period over which a rate is measured, in ms. */
const STRETCH_MS = 250;
/** `Date` headers have whole seconds: the error of the difference between two of them, in ms. */
const ROUNDING_MS = 2_000;

/**
 * The time of the cloud's clock, from the `Date` headers of its responses. Between two responses it advances at the
 * rate of this machine's clock, or at a measured rate: an emulator's clock can be scaled and frozen.
 */
export class CloudTime {
  readonly #clock: Clock;
  #last: Sample | undefined;
  /** The start of the period over which the rate is measured. */
  #anchor: Sample | undefined;
  /**
   * The rates of the last two periods. The lower one is used, because a cloud's clock that is set forward raises only
   * one.
   */
  #rates: readonly [number, number] = [1, 1];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** In ms since the epoch; this machine's time until the first response. */
  now(): number {
    if (!this.#last) return Date.now();
    return this.#last.cloud + (this.#clock.now() - this.#last.local) * Math.min(...this.#rates);
  }

  /** Whether a response has shown the cloud's time. */
  get isKnown(): boolean {
    return this.#last !== undefined;
  }

  /** Reads the time from every response. Creates a body that depends on the time when it is really sent. */
  readonly layer: Layer = (next) => async (request) => {
    const response = await next(
      request.bodyAt
        ? { ...request, body: request.bodyAt(this.now(), this.#last ? 'cloud' : 'computer') }
        : request,
    );
    const cloud = Date.parse(response.headers['date'] ?? '');
    if (!Number.isNaN(cloud)) this.#learn({ local: this.#clock.now(), cloud });
    return response;
  };

  #learn(sample: Sample): void {
    this.#last = sample;
    this.#anchor ??= sample;
    if (sample.local - this.#anchor.local < STRETCH_MS) return;
    this.#rates = [this.#rates[1], rateBetween(this.#anchor, sample)];
    this.#anchor = sample;
  }
}

function rateBetween(from: Sample, to: Sample): number {
  const [local, cloud] = [to.local - from.local, to.cloud - from.cloud];
  return Math.abs(cloud - local) <= ROUNDING_MS ? 1 : Math.max(cloud / local, 0);
}
