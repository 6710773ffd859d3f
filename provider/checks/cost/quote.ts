import type { Balance } from '../../../api';
import { priceOf } from '../../../core/prices';
import { info } from '../../run/progress';
import type { Problem } from '../../../core/validation/shape';
import type { PlannedResource } from '../plan';
import { areOff } from '../plan';
import { amount, perHour, billOf } from './bill';
import type { Price } from '../../schema/plan';

/** One line of the price of a resource. */
export interface PriceLine extends Price {
  /** Name of the line, e.g. `1H100.80S.30V`. */
  readonly of: string;
}

/**
 * Shows the price of a new resource.
 *
 * @param linesOf its price by its inputs; also of the resource that it replaces.
 */
export async function showCost<I extends object>(
  plan: PlannedResource<I>,
  linesOf: (plan: PlannedResource<I>) => Promise<readonly PriceLine[]>,
  remark = '',
): Promise<Problem[]> {
  if (!plan.isNew) return [];
  if (plan.replaced) billOf(plan.call.run).replaces(plan.call.urn, await linesOf(plan.replaced));
  await quote(plan, await linesOf(plan), remark);
  return [];
}

/**
 * Adds the price of a new resource to the bill, and shows it in a preview. Warns once when the balance pays for less
 * than an hour of all new resources.
 */
async function quote(
  { call, catalogue }: PlannedResource<object>,
  parts: readonly PriceLine[],
  remark: string,
): Promise<void> {
  const bill = billOf(call.run);
  bill.plan(call.urn, parts);
  // The limit holds without checks; what they show is not wanted then.
  if (areOff(call.run)) return;
  const priced = parts.filter((part): part is PriceLine & { hourly: number } => part.hourly !== undefined);
  if (priced.length === 0) return;
  // Only in a preview: the resources that an update creates have their prices in their outputs.
  const line = lineOf(priced, parts.length > priced.length, remark);
  if (call.isPreview) void info(call.urn, line);
  else if (call.isPreview === undefined) bill.hold(call.urn, line);
  const balance = await catalogue.balance(call);
  const funds = balance && priceOf(balance.amount);
  if (!balance || funds === undefined || funds >= bill.planned(balance.currency)) return;
  await call.run.once('warning about the balance', () => {
    call.warn(shortage(funds, bill.planned(balance.currency), balance.currency));
    return Promise.resolve();
  });
}

function lineOf(
  priced: readonly (PriceLine & { hourly: number })[],
  isOpen: boolean,
  remark: string,
): string {
  const totals = new Map<string, number>();
  for (const { currency, hourly } of priced) totals.set(currency, (totals.get(currency) ?? 0) + hourly);
  const total = [...totals].map(([currency, hourly]) => perHour(hourly, currency)).join(' + ');
  const details =
    priced.length > 1 ? ` (${priced.map(({ of, hourly }) => `${of} ${amount(hourly)}`).join(', ')})` : '';
  return `${isOpen ? 'at least' : '≈'} ${total}${details}${remark && `; ${remark}`}`;
}

const shortage = (funds: number, hourly: number, currency: Balance['currency']): string =>
  `The balance is ${amount(funds)} ${currency.toUpperCase()}, which is less than the price of one hour of all new resources ` +
  `(${perHour(hourly, currency)} so far): the cloud may refuse it. Add funds to the project.`;
