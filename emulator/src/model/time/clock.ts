/** Returns milliseconds that never decrease, on the scale of an epoch time so that they can be stored and shown. */
export type RealTime = () => number;

const began = performance.timeOrigin;

/** The monotonic time of this process. Token lifetimes and rate-limit windows use it. */
export const monotonicTime: RealTime = () => began + performance.now();

/**
 * The last instant of the clock, where it stops. The year of a date has four digits, and later years are
 * needed for dates in the future, such as the end of a contract.
 */
export const latestInstant = Date.UTC(9900, 0);

/** The clock as stored in a snapshot. */
export interface ClockReading {
  now: number;
  scale: number;
  frozen: boolean;
}

/**
 * The cloud's time. Every status, price and retention period is a function of it; there are no timers. It runs
 * `scale` times as fast as real time, can be frozen and moved forward, and never runs backwards.
 */
export class Clock {
  private anchorReal: number;
  private anchorCloud: number;
  private rate: number;
  private stopped = false;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly realTime: RealTime = monotonicTime,
    options: { scale?: number; start?: number } = {},
  ) {
    this.anchorReal = realTime();
    this.anchorCloud = options.start ?? this.anchorReal;
    this.rate = options.scale ?? 1;
  }

  /** Milliseconds since 1970 in the cloud's time. */
  now(): number {
    if (this.stopped) return this.anchorCloud;
    return Math.min(latestInstant, this.anchorCloud + (this.realTime() - this.anchorReal) * this.rate);
  }

  get scale(): number {
    return this.rate;
  }

  /** How many seconds pass in the cloud for each real one. */
  set scale(scale: number) {
    if (!Number.isFinite(scale) || scale <= 0) {
      throw new RangeError(`The time scale must be a number above zero, not ${scale}.`);
    }
    this.moveTo(this.now());
    this.rate = scale;
  }

  get frozen(): boolean {
    return this.stopped;
  }

  /** Stops the time: then only `advance` and `set` move it. */
  freeze(): void {
    this.moveTo(this.now());
    this.stopped = true;
  }

  /** Lets the time run again from where it stopped. */
  resume(): void {
    this.moveTo(this.now());
    this.stopped = false;
  }

  /** Moves the time forward, frozen or running. */
  advance(milliseconds: number): void {
    if (!Number.isFinite(milliseconds) || milliseconds < 0) {
      throw new RangeError(`The clock is advanced by milliseconds of zero or more, not by ${milliseconds}.`);
    }
    this.moveTo(this.now() + milliseconds);
    this.tellListeners();
  }

  /** Moves the time forward to an instant. */
  set(instant: Date | number): void {
    const target = instant instanceof Date ? instant.getTime() : instant;
    const now = this.now();
    if (!Number.isFinite(target) || target < now) {
      throw new RangeError(
        `The clock only moves forward: it stands at ${new Date(now).toISOString()} and cannot be set to ${String(instant)}.`,
      );
    }
    this.moveTo(target);
    this.tellListeners();
  }

  /** Adds work to do each time that `advance` or `set` has moved the time. */
  onMove(listener: () => void): void {
    this.listeners.push(listener);
  }

  read(): ClockReading {
    return { now: this.now(), scale: this.rate, frozen: this.stopped };
  }

  /** Continues the time of a snapshot. */
  restore(reading: ClockReading): void {
    this.rate = reading.scale;
    this.stopped = reading.frozen;
    this.moveTo(reading.now);
  }

  private tellListeners(): void {
    for (const listener of this.listeners) listener();
  }

  private moveTo(cloudTime: number): void {
    if (cloudTime > latestInstant) {
      throw new RangeError(`The clock goes no further than ${new Date(latestInstant).toISOString()}.`);
    }
    this.anchorReal = this.realTime();
    this.anchorCloud = cloudTime;
  }
}
