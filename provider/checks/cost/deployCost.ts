import type { Balance, ClusterType, InstanceType } from '../../../api';
import type { Call } from '../../run/call';
import { machinePrice, storagePrice } from './machinePrice';
import type { Problem } from '../../../core/validation/shape';
import { billOf } from './bill';
import type { PriceLine } from './quote';
import { showCost } from './quote';
import type { PlannedResource } from '../plan';
import { runAlways, runChecks } from '../plan';
import { limitOf } from './limit';
import type { Plan, PlannedVolume } from '../../schema/plan';
import type { Contracted } from '../catalogue/periods';

/**
 * Shows the price of a new machine.
 *
 * @param linesOf see `deployLines`.
 */
export const showDeployCost = <I extends { powerState?: string }>(
  plan: PlannedResource<I>,
  linesOf: (plan: PlannedResource<I>) => Promise<readonly PriceLine[]>,
): Promise<Problem[]> =>
  showCost(plan, linesOf, plan.inputs.powerState === 'offline' ? 'an offline machine stays billed' : '');

/** The price of a new machine and of the volumes that are created with it. */
export async function deployLines(
  plan: PlannedResource<Contracted>,
  of: 'instances' | 'clusters',
  { type, isSpot }: { readonly type: InstanceType | ClusterType | undefined; readonly isSpot: boolean },
  created: readonly PlannedVolume[],
): Promise<PriceLine[]> {
  const currency = await plan.catalogue.currency(plan.call);
  if (!type) return [{ of: 'machine', hourly: undefined, currency }];
  const [storage, periods] = await Promise.all([
    storageLines(plan, created),
    plan.text('contract') === 'LONG_TERM' ? plan.catalogue.periods(plan.call, of) : undefined,
  ]);
  const period = periods?.find(({ code }) => code === plan.text('longTermPeriod'));
  const name = 'instance_type' in type ? type.instance_type : type.cluster_type;
  const machine: PriceLine = {
    of: isSpot ? `spot ${name}` : name,
    hourly: machinePrice(type, { isSpot, period }),
    currency: currencyOf(type, currency),
  };
  return [machine, ...storage];
}

/** The price of volumes, in one line; a second line stands for volumes whose price is not known. */
export async function storageLines(
  { call, catalogue }: PlannedResource<object>,
  created: readonly PlannedVolume[],
): Promise<PriceLine[]> {
  if (created.length === 0) return [];
  const [types, currency] = await Promise.all([catalogue.volumeTypes(call), catalogue.currency(call)]);
  const prices = created.map(({ type, size }) =>
    types && typeof size === 'number' ? storagePrice(types, type, size) : undefined,
  );
  const known = prices.filter((price) => price !== undefined);
  const line = { of: 'volumes', currency };
  return [
    ...(known.length > 0 ? [{ ...line, hourly: known.reduce((sum, price) => sum + price, 0) }] : []),
    ...(known.length < prices.length ? [{ ...line, hourly: undefined }] : []),
  ];
}

/**
 * Adds the difference between the prices of a machine's volumes, before and after a change in place, to the
 * bill.
 */
export async function billStorageChange(
  plan: PlannedResource<object>,
  before: readonly PlannedVolume[],
  after: readonly PlannedVolume[],
): Promise<Problem[]> {
  const [old, next] = await Promise.all([storageLines(plan, before), storageLines(plan, after)]);
  billOf(plan.call.run).planChange(plan.call.urn, [
    ...next,
    ...old.map((line) => ({ ...line, hourly: line.hourly === undefined ? undefined : -line.hourly })),
  ]);
  return [];
}

/** Adds what a plan changes to the bill. */
export async function billPlan(call: Call, { price }: Plan<never, never>): Promise<void> {
  if (!price) return;
  const run = limitOf(call.run) === undefined ? runChecks : runAlways;
  await run(call, {}, undefined, (plan) => [billStorageChange(plan, price.before, price.after)]);
}

/** The specification does not show the price fields of a cluster type: the currency may be missing. */
const currencyOf = (
  { currency }: { readonly currency?: Balance['currency'] },
  otherwise: Balance['currency'],
): Balance['currency'] => currency ?? otherwise;
