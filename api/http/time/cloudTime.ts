import type { Clock } from './clock';
import type { Layer } from '../handler';

/** What the cloud's clock showed at an instant of this machine's. */
interface Sample {
  readonly local: number;
  readonly cloud: number;
}

/** A rate is measured over this long at least, in ms. */
const STRETCH_MS = 250;
/** `Date` has whole seconds: two of them say no more than this of the time between them, in ms. */
const ROUNDING_MS = 2_000;

/**
 * The time by the cloud's clock, told by the `Date` headers of its answers. Between two answers it passes at the
 * rate of this machine's clock, or faster or not at all: the clock of an emulator can be scaled and frozen.
 */
export class CloudTime {
  readonly #clock: Clock;
  #last: Sample | undefined;
  /** Where the stretch began over which the rate is being measured. */
  #anchor: Sample | undefined;
  /** Of the last two stretches. A jump shows in one of them only, so the lower one counts. */
  #rates: readonly [number, number] = [1, 1];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ms since the epoch; by this machine's clock while no answer has told the cloud's. */
  now(): number {
    if (!this.#last) return Date.now();
    return this.#last.cloud + (this.#clock.now() - this.#last.local) * Math.min(...this.#rates);
  }

  /** Learns the time from every answer, and has a body that depends on the time made when it is really sent. */
  readonly layer: Layer = (next) => async (request) => {
    const response = await next(request.bodyAt ? { ...request, body: request.bodyAt(this.now()) } : request);
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
