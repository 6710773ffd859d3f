import { info } from '../../run/progress';
import type { Price } from '../../schema/plan';
import type { Run } from '../../run/run';
import { stackUrnOf } from '../../../core/urn';
import type { Problem } from '../../../core/validation/shape';
import type { Collection } from '../../polling/collection';
import type { Call } from '../../run/call';
import type { PlannedResource } from '../plan';
import { runAlways } from '../plan';
import type { Referred } from '../messages';

/** The price of one resource at different times. */
interface Entry {
  /** In state, before this run. */
  before?: Price;
  /** The same by the old inputs, for a resource whose state no call has shown. */
  estimate?: readonly Price[];
  /** If it is new or replaced: the price by the inputs of the program. */
  planned?: readonly Price[];
  /** The line about its price, until a create shows whether it is for a preview. */
  heldLine?: string;
  /** The difference that a change in place makes, by the inputs of the program. */
  change?: readonly Price[];
  /** Whether what it replaces is deleted before, or gone: it does not cost anything beside the new one. */
  takesItsPlace?: boolean;
  /** What a create or an update under way adds, from before its first request. */
  reserved?: readonly Price[];
  /** After this run has created or updated it. */
  applied?: Price;
  /** Whether it exists although its create has failed. */
  isIncomplete?: boolean;
  isDeleted?: boolean;
}

/** The outputs that hold the price of a resource. */
interface Priced {
  readonly hourlyCost?: number;
  readonly currency?: string;
}

/** What one resource contributes to the price at its highest, while a replacement costs both. */
export interface Share {
  readonly urn: string;
  readonly hourly: number;
  /** What this run adds to it. */
  readonly raise: number;
}

/** The prices of the resources of this run, by URN, because a replacement is checked twice. */
export class Bill {
  /** The currency of the account, in which shares are; a price in another currency counts as unknown. */
  currency = 'usd';
  private readonly entries = new Map<string, Entry>();
  private readonly estimated = new Set<string>();

  constructor(private readonly run: Run) {}

  /** A new or replaced resource costs the sum of these prices; while it is estimated, these are its price in state. */
  plan(urn: string, prices: readonly Price[]): void {
    if (this.estimated.has(urn)) this.entry(urn).estimate = prices;
    else this.entry(urn).planned = prices;
  }

  /** Adds the price by the old inputs of a resource whose state no call has shown yet. */
  async estimate(urn: string, bill: () => Promise<unknown>): Promise<void> {
    this.estimated.add(urn);
    try {
      await bill();
    } finally {
      this.estimated.delete(urn);
    }
  }

  /**
   * Keeps the price of a new resource for its create: in the native plugin, only the create shows whether it
   * is a preview.
   */
  hold(urn: string, line: string): void {
    this.entry(urn).heldLine = line;
  }

  /** Shows the price of a new resource in a preview. */
  async showHeld(urn: string): Promise<void> {
    const line = this.entries.get(urn)?.heldLine;
    if (line !== undefined) await info(urn, line);
  }

  /** A change in place adds these prices to the price of a resource. */
  planChange(urn: string, prices: readonly Price[]): void {
    this.entry(urn).change = prices;
  }

  /** A resource exists, and its state holds this price. */
  exists(urn: string, state: object): void {
    const price = priceIn(state);
    if (price) this.entry(urn).before ??= price;
  }

  /** A resource is replaced, and its old inputs cost the sum of these prices. */
  replaces(urn: string, prices: readonly Price[]): void {
    this.entry(urn).estimate = prices;
  }

  /** The new resource costs in the place of the old one, not beside it. */
  takesItsPlace(urn: string): void {
    this.entry(urn).takesItsPlace = true;
  }

  /** A create or an update is about to send requests that raise the price. */
  reserve(urn: string): void {
    const { planned, change } = this.entry(urn);
    this.entry(urn).reserved = planned ?? change ?? [];
  }

  /** It failed, and nothing of it is billed. */
  release(urn: string): void {
    delete this.entry(urn).reserved;
  }

  /** This run created or updated a resource. */
  applied(urn: string, outputs: object): void {
    const price = priceIn(outputs);
    if (price) this.entry(urn).applied = price;
  }

  /** What each resource costs that this run has reached: in an update what exists, otherwise what is planned. */
  shares(isUp = this.run.phase.isUp): Share[] {
    return [...this.entries].map(([urn, entry]) => ({
      urn,
      ...(isUp ? shareNow(entry, this.currency) : shareWith(entry, entry.planned, this.currency)),
    }));
  }

  /** The share of a resource once its create or its change is carried out. */
  shareAfter(urn: string): Share {
    const entry = this.entry(urn);
    return { urn, ...shareWith(entry, entry.planned, this.currency) };
  }

  /** Whether a part of its price is not known, or is in another currency. */
  isOpen(urn: string): boolean {
    const { before, planned, change = [], applied } = this.entry(urn);
    const prices = applied ? [applied] : [...(planned ?? []), ...change, ...(before ? [before] : [])];
    return (
      prices.length === 0 ||
      prices.some(({ hourly, currency }) => hourly === undefined || currency !== this.currency)
    );
  }

  /** The create of a resource failed after its order, so its outputs may hold no price. */
  incomplete(urn: string): void {
    this.entry(urn).isIncomplete = true;
  }

  deleted(urn: string, state: object): void {
    this.exists(urn, state);
    this.entry(urn).isDeleted = true;
  }

  /** The hourly price of everything new, in this currency. */
  planned(currency: string): number {
    return total(
      [...this.entries.values()].flatMap(({ planned = [] }) => planned),
      currency,
    );
  }

  /** The price of the stack after this run, in a sentence; undefined if it does not change. */
  summary(): string | undefined {
    const before = this.prices(whatExisted);
    const after = this.prices(this.run.phase.isUp ? whatApplies : whatIsPlanned);
    const currencies = new Set([...before, ...after].map(({ currency }) => currency));
    const isOpen = after.some(({ hourly }) => hourly === undefined);
    const sums = [...currencies].flatMap((currency) => {
      const [old, next] = [total(before, currency), total(after, currency)];
      // Nothing whose price is known: the checks of a failed preview stop early.
      if (isOpen ? amount(next) === amount(0) : amount(old) === amount(next)) return [];
      const sign = next < old ? '−' : '+';
      const word = this.run.phase.isUp ? 'before' : 'now';
      const difference = `${sign}${perHour(Math.abs(next - old), currency)}, ${word} ${amount(old)}`;
      return [`${isOpen ? 'at least ' : ''}${perHour(next, currency)} (${difference})`];
    });
    return sums.length === 0 ? undefined : `Price of ${this.scope()}: ${sums.join('; ')}.${this.limits()}`;
  }

  /** A run of the program ends. A deletion of the whole stack needs no bill, and a refresh plans nothing. */
  async show(): Promise<void> {
    const [urn] = this.entries.keys();
    const summary = this.run.program.runs ? this.summary() : undefined;
    if (urn !== undefined && summary !== undefined) await info(stackUrnOf(urn), summary);
  }

  /** A provider gets a resource that left the program only when the engine deletes that resource. */
  private limits(): string {
    const { phase, program } = this.run;
    return phase.isUp || !program.existedBefore
      ? ''
      : ' Resources that the program no longer has are not counted.';
  }

  /** The check of the owner shows that there is no `--target`. */
  scope(): string {
    const { phase, program } = this.run;
    return phase.pricedScope ?? (program.ofType('Owner').length > 0 ? 'the stack' : 'the targets');
  }

  private prices(of: (entry: Entry) => readonly Price[]): Price[] {
    return [...this.entries.values()].flatMap(of);
  }

  private entry(urn: string): Entry {
    const entry = this.entries.get(urn) ?? {};
    this.entries.set(urn, entry);
    return entry;
  }
}

/** The bill of this run; it is shown once, when the run ends. */
export const billOf = (run: Run): Bill =>
  run.once('bill', () => {
    const bill = new Bill(run);
    run.phase.atEnd.push(() => bill.show());
    return bill;
  });

const whatExisted = ({ before, estimate = [] }: Entry): readonly Price[] => (before ? [before] : estimate);

const whatIsPlanned = (entry: Entry): readonly Price[] =>
  entry.planned ?? [...whatExisted(entry), ...(entry.change ?? [])];

const whatApplies = (entry: Entry): readonly Price[] => {
  const { planned, applied, isIncomplete, isDeleted } = entry;
  if (applied) return [applied];
  // A replacement that failed leaves the old one in place, unless that was deleted first.
  const old = isDeleted ? [] : whatExisted(entry);
  return isIncomplete && planned ? [...old, ...planned] : old;
};

type Amounts = Omit<Share, 'urn'>;

/** With a new resource of this price, or else with its change in place. */
function shareWith(entry: Entry, news: readonly Price[] | undefined, currency: string): Amounts {
  const old = total(whatExisted(entry), currency);
  if (news === undefined) {
    const { change = [] } = entry;
    // The old price alone would lower the sum.
    const raise = change.some(({ hourly }) => hourly === undefined) ? 0 : total(change, currency);
    return { hourly: old + raise, raise };
  }
  const next = total(news, currency);
  const isOldGone = entry.takesItsPlace ?? entry.isDeleted ?? false;
  return { hourly: next + (isOldGone ? 0 : old), raise: next - (isOldGone ? old : 0) };
}

/** What exists now, and what is reserved. */
function shareNow(entry: Entry, currency: string): Amounts {
  const { planned, reserved, applied, isDeleted = false } = entry;
  const old = isDeleted ? 0 : total(whatExisted(entry), currency);
  if (planned === undefined) {
    const hourly = applied ? total([applied], currency) : old + total(reserved ?? [], currency);
    return { hourly, raise: isDeleted ? 0 : hourly - old };
  }
  const news = applied ? [applied] : reserved;
  return news ? shareWith(entry, news, currency) : { hourly: old, raise: 0 };
}

const total = (prices: readonly Price[], currency: string): number =>
  prices.reduce((sum, price) => sum + (price.currency === currency ? (price.hourly ?? 0) : 0), 0);

function priceIn(state: object): Price | undefined {
  const { hourlyCost, currency } = state as Priced;
  return hourlyCost === undefined || currency === undefined ? undefined : { hourly: hourlyCost, currency };
}

/** A price per hour with its currency, e.g. `2.32 USD/h`. */
export const perHour = (hourly: number, currency: string): string =>
  `${amount(hourly)} ${currency.toUpperCase()}/h`;

/** Two decimal places, or as many as a small amount needs. */
export const amount = (value: number): string =>
  Math.abs(value) >= 0.1 || value === 0 ? value.toFixed(2) : Number(value.toPrecision(2)).toString();

/**
 * Adds an adopted object to the bill: it is billed already.
 *
 * @param outputsOf its outputs that hold the price.
 * @param billGrowth adds what its adoption grows.
 */
export async function billAdopted<T extends Referred>(
  plan: PlannedResource<{ adoptId: string }>,
  noun: string,
  collection: Collection<T>,
  outputsOf: (found: T) => Promise<object> | object,
  billGrowth?: (found: T) => Promise<Problem[]>,
): Promise<Problem[]> {
  const id = plan.text('adoptId');
  const answer = id === undefined ? undefined : await plan.find(`${noun}s`, collection, id);
  if (!answer?.found) return [];
  billOf(plan.call.run).exists(plan.call.urn, await outputsOf(answer.found));
  return (await billGrowth?.(answer.found)) ?? [];
}

/** The hook that adds the price of a new resource to the bill, also where the checks are off. */
export const billing =
  <I extends object>(cost: (plan: PlannedResource<I>) => Promise<Problem[]>) =>
  (call: Call, inputs: Partial<I>, olds: Partial<I> | undefined): Promise<Problem[]> =>
    runAlways<I>(call, inputs, olds, (plan) => [cost(plan)]);
