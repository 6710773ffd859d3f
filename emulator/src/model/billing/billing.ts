import type { Currency } from '#contract';
import { exchangeRate } from '../catalogue';
import { insufficientFunds } from '../errors';
import type { AutoTopUps } from './autoTopUps';
import type { Caller } from '../events';
import type { Project, Projects } from '../projects';
import type { Entity } from '../store';

/** A resource that may cost money. */
export interface Billed extends Entity {
  projectId: string;
}

interface Source {
  table: ReadonlyMap<string, Billed>;
  /** US dollars an hour. */
  priceOf: (row: Billed) => number;
}

/** What a project pays for so many resources, in US dollars an hour. */
interface Rate {
  resources: number;
  pricePerHour: number;
}

/**
 * Charges projects for existing resources. Prices only change at known instants, so the cost is computed at
 * each of them and before every read.
 */
export class Billing {
  private readonly sources: Source[] = [];
  /** The rates of the projects; undefined when they must be computed from all resources again. */
  private known: Map<string, Rate> | undefined;
  private accruedUntil: number;

  constructor(
    private readonly projects: Projects,
    private readonly topUps: AutoTopUps,
    private readonly clock: { now(): number },
  ) {
    this.accruedUntil = clock.now();
  }

  /** Adds a kind of resource to the bill, with its price in US dollars an hour, which is 0 while it costs nothing. */
  bill<Row extends Billed>(table: ReadonlyMap<string, Row>, priceOf: (row: Row) => number): void {
    this.sources.push({ table, priceOf: priceOf as Source['priceOf'] });
  }

  /**
   * Makes a change of one resource and adds the difference of its price to the rates, which is faster than a new sum.
   */
  follow(resource: Entity, change: () => void): void {
    const { known } = this;
    const found = this.sources.find(({ table }) => table.get(resource.id) === resource);
    if (known === undefined || found === undefined) {
      change();
      return;
    }
    const row = resource as Billed;
    const before = found.priceOf(row);
    change();
    const after = found.priceOf(row);
    if (after === before || this.known !== known) return;
    charge(known, row.projectId, -before);
    charge(known, row.projectId, after);
  }

  /** Call it when rates may have changed without `follow`. */
  changed(): void {
    this.known = undefined;
  }

  /** Subtracts the cost up to that instant from the balances. */
  accrue(instant: number = this.clock.now()): void {
    const from = this.accruedUntil;
    if (instant <= from) return;
    this.accruedUntil = instant;
    const rates = (this.known ??= this.sum());
    for (const project of this.projects.all()) {
      const rate = (rates.get(project.id)?.pricePerHour ?? 0) * exchangeRate[project.currency];
      this.topUps.run(project, rate, from, instant);
    }
  }

  /** US dollars an hour that each project pays now. */
  rates(): ReadonlyMap<string, number> {
    this.known ??= this.sum();
    return new Map([...this.known].map(([id, { pricePerHour }]) => [id, pricePerHour]));
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

  private sum(): Map<string, Rate> {
    const rates = new Map<string, Rate>();
    for (const { table, priceOf } of this.sources) {
      for (const row of table.values()) charge(rates, row.projectId, priceOf(row));
    }
    return rates;
  }
}

/** Adds a price to the rate of a project; a negative one is taken away again. */
function charge(rates: Map<string, Rate>, projectId: string, price: number): void {
  if (price === 0) return;
  const rate = rates.get(projectId) ?? { resources: 0, pricePerHour: 0 };
  rate.resources += Math.sign(price);
  // Without resources the rate is exactly 0: the rounding of sums could leave a small amount.
  rate.pricePerHour = rate.resources === 0 ? 0 : rate.pricePerHour + price;
  rates.set(projectId, rate);
}
