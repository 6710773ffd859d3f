import type { Balance } from '../../../api';
import { priceOf } from '../../../core/prices';
import { perSession } from '../../session/perSession';
import { info } from '../../session/progress';
import type { PlannedResource } from '../plan';

/** One line of the price of a resource. */
export interface PriceLine {
  /** Name of the line, e.g. `1H100.80S.30V`. */
  readonly of: string;
  /** Price per hour; undefined when it is not known. */
  readonly hourly: number | undefined;
  readonly currency: Balance['currency'];
}

/** The hourly price of everything that a run creates. */
interface Bill {
  /** In the account's currency, by URN: a resource that is replaced is checked twice. */
  readonly hourly: Map<string, number>;
  hasWarned: boolean;
}

const billOf = perSession((): Bill => ({ hourly: new Map(), hasWarned: false }));

/** Shows the price of a new resource. Warns once when the balance pays for less than an hour of all new resources. */
export async function quote(
  plan: PlannedResource<object>,
  lines: readonly PriceLine[],
  remark = '',
): Promise<void> {
  const { call, catalogue } = plan;
  const priced = lines.filter((part): part is PriceLine & { hourly: number } => part.hourly !== undefined);
  if (priced.length === 0) return;
  const totals = new Map<string, number>();
  for (const { currency, hourly } of priced) totals.set(currency, (totals.get(currency) ?? 0) + hourly);
  const total = [...totals].map(([currency, hourly]) => perHour(hourly, currency)).join(' + ');
  const details =
    priced.length > 1 ? ` (${priced.map(({ of, hourly }) => `${of} ${amount(hourly)}`).join(', ')})` : '';
  info(call.urn, `≈ ${total}${details}${remark && `; ${remark}`}`);
  const balance = await catalogue.balance(call);
  if (balance) compare(plan, balance, totals.get(balance.currency) ?? 0);
}

function compare({ call }: PlannedResource<object>, balance: Balance, hourly: number): void {
  const bill = billOf(call.session);
  bill.hourly.set(call.urn, hourly);
  const sum = [...bill.hourly.values()].reduce((all, one) => all + one, 0);
  const funds = priceOf(balance.amount);
  if (bill.hasWarned || funds === undefined || funds >= sum) return;
  bill.hasWarned = true;
  call.warn(
    `The balance is ${amount(funds)} ${balance.currency.toUpperCase()}, which is less than one hour of what will be created ` +
      `(${perHour(sum, balance.currency)} so far): the cloud may refuse it. Add funds to the project.`,
  );
}

const perHour = (hourly: number, currency: string): string => `${amount(hourly)} ${currency.toUpperCase()}/h`;

/** Two decimal places, or as many as a small amount needs. */
const amount = (value: number): string =>
  Math.abs(value) >= 0.1 || value === 0 ? value.toFixed(2) : Number(value.toPrecision(2)).toString();
