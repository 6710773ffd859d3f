import type { Currency } from '#contract';
import { exchangeRate } from '../catalogue';
import { insufficientFunds } from '../errors';
import type { AutoTopUps } from './autoTopUps';
import type { Caller } from '../events';
import type { Project, Projects } from '../projects';

/** A resource that costs money while it exists. */
export interface Billed {
  projectId: string;
  /** US dollars. */
  pricePerHour: number;
}

/**
 * Charges projects for existing resources. Prices only change at known instants, so the cost is computed at
 * each of them and before every read.
 */
export class Billing {
  private readonly sources: (() => Iterable<Billed>)[] = [];
  private readonly free = new Set<string>();
  /** What `rates` returned, until a rate may change. */
  private known: ReadonlyMap<string, number> | undefined;
  private accruedUntil: number;

  constructor(
    private readonly projects: Projects,
    private readonly topUps: AutoTopUps,
    private readonly clock: { now(): number },
  ) {
    this.accruedUntil = clock.now();
  }

  /**
   * Adds a kind of resource to the bill: the source lists the resources that are billed now, those of any status that
   * is not free.
   */
  bill(source: () => Iterable<Billed>, free: Iterable<string>): void {
    this.sources.push(source);
    for (const status of free) this.free.add(status);
  }

  /** Call it before a resource changes its status by time. */
  entering(before: string, after: string): void {
    if (this.free.has(before) || this.free.has(after)) this.changed();
  }

  /** Call it when rates may have changed in another way. */
  changed(): void {
    this.known = undefined;
  }

  /** Subtracts the cost up to that instant from the balances. */
  accrue(instant: number = this.clock.now()): void {
    const from = this.accruedUntil;
    if (instant <= from) return;
    this.accruedUntil = instant;
    const rates = (this.known ??= this.rates());
    for (const project of this.projects.all()) {
      const rate = (rates.get(project.id) ?? 0) * exchangeRate[project.currency];
      this.topUps.run(project, rate, from, instant);
    }
  }

  /** US dollars an hour that each project pays now. */
  rates(): ReadonlyMap<string, number> {
    const rates = new Map<string, number>();
    for (const source of this.sources) {
      for (const { projectId, pricePerHour } of source()) {
        rates.set(projectId, (rates.get(projectId) ?? 0) + pricePerHour);
      }
    }
    return rates;
  }

  /** Starts to count at this time, after the cloud was restored. */
  restart(instant: number): void {
    this.accruedUntil = instant;
  }

  balance({ projectId }: Pick<Caller, 'projectId'>): { amount: number; currency: Currency } {
    this.accrue();
    const { balance, currency } = this.projects.get(projectId);
    return { amount: Math.round(balance * 10_000) / 10_000, currency };
  }

  /** Whether the balance covers one hour at this price, in US dollars. A price of zero is always covered. */
  covers({ id }: Pick<Project, 'id'>, pricePerHour: number): boolean {
    const { amount, currency } = this.balance({ projectId: id });
    return pricePerHour === 0 || amount >= pricePerHour * exchangeRate[currency];
  }

  /** 402 unless the balance covers one hour at this price, in US dollars. */
  require(caller: Caller, pricePerHour: number): void {
    if (this.covers({ id: caller.projectId }, pricePerHour)) return;
    const { amount, currency } = this.balance(caller);
    const price = pricePerHour * exchangeRate[currency];
    throw insufficientFunds(
      `The balance is ${amount.toFixed(2)} ${currency}, which does not cover one hour at ${price.toFixed(4)} ${currency}. Add funds to the project.`,
    );
  }
}
