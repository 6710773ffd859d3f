import type { Currency } from '#contract';
import { exchangeRate } from './catalogue';
import { insufficientFunds } from './errors';
import type { Clock } from './clock';
import type { Caller } from './events';
import type { Projects } from './projects';

/** Something that costs money as long as it exists. */
export interface Billed {
  projectId: string;
  /** US dollars. */
  pricePerHour: number;
}

const millisecondsPerHour = 3_600_000;

/**
 * The balance runs down by what exists. Prices only change at known instants, so the cost is settled at each of
 * them and whenever somebody looks.
 */
export class Billing {
  private readonly sources: (() => Iterable<Billed>)[] = [];
  private accruedUntil: number;

  constructor(
    private readonly projects: Projects,
    private readonly clock: Clock,
  ) {
    this.accruedUntil = clock.now();
  }

  /** Adds a kind of resource to the bill: the source names what is billed now. */
  bill(source: () => Iterable<Billed>): void {
    this.sources.push(source);
  }

  /** Takes from the balances what everything has cost up to that instant. */
  accrue(instant: number = this.clock.now()): void {
    const hours = (instant - this.accruedUntil) / millisecondsPerHour;
    if (hours <= 0) return;
    this.accruedUntil = instant;
    for (const source of this.sources) {
      for (const { projectId, pricePerHour } of source()) {
        const project = this.projects.get(projectId);
        project.balance -= pricePerHour * hours * exchangeRate[project.currency];
      }
    }
  }

  /** Begins to count anew from an instant: the cloud was restored. */
  restart(instant: number): void {
    this.accruedUntil = instant;
  }

  balance(caller: Caller): { amount: number; currency: Currency } {
    this.accrue();
    const { balance, currency } = this.projects.get(caller.projectId);
    return { amount: Math.round(balance * 10_000) / 10_000, currency };
  }

  /** 402 unless the balance covers an hour of what is asked for. */
  require(caller: Caller, pricePerHour: number): void {
    const { amount, currency } = this.balance(caller);
    const price = pricePerHour * exchangeRate[currency];
    if (amount >= price) return;
    throw insufficientFunds(
      `The balance is ${amount.toFixed(2)} ${currency}, which does not cover one hour at ${price.toFixed(4)} ${currency}. Add funds to the project.`,
    );
  }
}
