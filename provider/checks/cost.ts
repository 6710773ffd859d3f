import type { Currency } from '../../api';
import type { Session } from '../session';
import { info } from '../status';
import type { Plan } from './plan';

/** A part of what a resource costs. */
export interface Part {
  /** What it is, e.g. `1H100.80S.30V`. */
  readonly of: string;
  /** Price per hour; undefined when it cannot be told. */
  readonly hourly: number | undefined;
}

/** What a run is about to create costs per hour, by URN: a resource that is replaced is asked about twice. */
interface Bill {
  readonly hourly: Map<string, number>;
  hasWarned: boolean;
}

const bills = new WeakMap<Session, Bill>();

function billOf(session: Session): Bill {
  const bill = bills.get(session) ?? { hourly: new Map<string, number>(), hasWarned: false };
  bills.set(session, bill);
  return bill;
}

/** Shows the price of what will be created, and warns once when the balance lasts for less than an hour of it all. */
export async function quote<I extends object>(plan: Plan<I>, parts: readonly Part[], remark = ''): Promise<void> {
  const { call, catalogue } = plan;
  const priced = parts.filter((part): part is Part & { hourly: number } => part.hourly !== undefined);
  if (priced.length === 0) return;
  const [balance, currency] = await Promise.all([catalogue.balance(call), catalogue.currency(call)]);
  const total = priced.reduce((sum, { hourly }) => sum + hourly, 0);
  const details = priced.length > 1 ? ` (${priced.map((part) => `${part.of} ${amount(part.hourly)}`).join(', ')})` : '';
  info(call.urn, `≈ ${perHour(total, currency)}${details}${remark && `; ${remark}`}`);
  const bill = billOf(call.session);
  bill.hourly.set(call.urn, total);
  const sum = [...bill.hourly.values()].reduce((all, hourly) => all + hourly, 0);
  if (!balance || bill.hasWarned || balance.amount >= sum) return;
  bill.hasWarned = true;
  call.warn(
    `The balance is ${amount(balance.amount)} ${currency.toUpperCase()}, which is less than one hour of what will be created ` +
      `(${perHour(sum, currency)} so far): the cloud may refuse it. Add funds to the project.`,
  );
}

const perHour = (hourly: number, currency: Currency): string => `${amount(hourly)} ${currency.toUpperCase()}/h`;

/** Two digits, or as many as a small amount needs. */
const amount = (value: number): string =>
  Math.abs(value) >= 0.1 || value === 0 ? value.toFixed(2) : Number(value.toPrecision(2)).toString();
