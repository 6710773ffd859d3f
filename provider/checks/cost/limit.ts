// The highest price per hour, by the setting `maxHourlyCost`: nothing that raises the price beyond it is created or grown.
import { shownSetting } from '../../../core/configuration';
import { nameIn } from '../../../core/urn';
import type { Problem } from '../../../core/validation/shape';
import { listed } from '../../../core/validation/suggestion';
import { UserFacingError } from '../../run/errors';
import type { Call } from '../../run/call';
import type { Run } from '../../run/run';
import { UNKNOWN } from '../../schema/unknown';
import { catalogueOf } from '../catalogue/catalogue';
import type { Share } from './bill';
import { billOf } from './bill';

/** A resource that is ordered again costs the same up to rounding. */
const LEAST_RAISE = 1e-5;
/** Messages round to four digits: a sum beyond the limit must look like it. */
const LEAST_EXCESS = 5e-5;
const MOST_EXPENSIVE = 3;

const setting = (run: Run): string | undefined => {
  const value = run.setting('maxHourlyCost')?.trim();
  return value === '' || value === UNKNOWN ? undefined : value;
};

const isPrice = (value: string): boolean => Number.isFinite(Number(value)) && Number(value) >= 0;

/** Undefined if the price is not limited. */
export function limitOf(run: Run): number | undefined {
  const value = setting(run);
  return value !== undefined && isPrice(value) ? Number(value) : undefined;
}

export const wrongLimit = (run: Run): Problem[] => {
  const value = setting(run);
  if (value === undefined || isPrice(value)) return [];
  const reason = `is ${JSON.stringify(value)}: it must be a price per hour in the currency of the account, e.g. 20 or 1.5`;
  return [{ path: shownSetting('maxHourlyCost'), reason }];
};

/** @throws UserFacingError if what a preview plans crosses the limit. An update compares right before a request. */
export async function mustFit(call: Call): Promise<void> {
  if (call.run.phase.isUp || limitOf(call.run) === undefined) return;
  await learnCurrency(call);
  const reason = whyTooDear(call.run);
  if (reason !== undefined) throw new UserFacingError(reason);
}

/** @throws UserFacingError if, in an update, the resource that takes the place of this one will cross the limit. */
export async function replacementMustFit(call: Call): Promise<void> {
  if (!call.run.phase.isUp || limitOf(call.run) === undefined) return;
  await learnCurrency(call);
  refuse(call);
}

/**
 * Reserves the price of a create or a change that is about to be sent: calls at the same time count it.
 *
 * @throws UserFacingError if it would cross the limit.
 */
export async function reserve(call: Call): Promise<void> {
  if (limitOf(call.run) === undefined) return;
  await learnCurrency(call);
  // No other call may come between the comparison and the reservation.
  refuse(call);
  billOf(call.run).reserve(call.urn);
}

/** It failed, and nothing of it is billed. */
export function release({ run, urn }: Call): void {
  if (limitOf(run) !== undefined) billOf(run).release(urn);
}

function refuse({ run, urn }: Call): void {
  const bill = billOf(run);
  const next = bill.shareAfter(urn);
  if (next.raise <= LEAST_RAISE) return;
  const others = bill.shares(true).filter((share) => share.urn !== urn);
  const reason = tooDear(run, [...others, next]);
  if (reason !== undefined) throw new UserFacingError(reason);
}

/** The limit is in the currency of the account; a price in another one cannot be added up. */
async function learnCurrency(call: Call): Promise<void> {
  billOf(call.run).currency = await catalogueOf(call.run).currency(call);
}

/** Warns if a price is not known, and therefore not limited. */
export async function warnIfOpen(call: Call): Promise<void> {
  if (limitOf(call.run) === undefined) return;
  await learnCurrency(call);
  if (billOf(call.run).isOpen(call.urn))
    call.warn(
      `Its price is not known yet, or only a part of it: ${shownSetting('maxHourlyCost')} does not limit the rest.`,
    );
}

/** Why a preview is refused; undefined if the price stays within the limit, or if nothing raises it. */
export const whyTooDear = (run: Run): string | undefined =>
  tooDear(run, limitOf(run) === undefined ? [] : billOf(run).shares());

function tooDear(run: Run, shares: readonly Share[]): string | undefined {
  const limit = limitOf(run);
  const sum = shares.reduce((all, { hourly }) => all + hourly, 0);
  const raising = shares.filter(({ raise }) => raise > LEAST_RAISE);
  if (limit === undefined || raising.length === 0 || sum <= limit + LEAST_EXCESS) return undefined;
  const bill = billOf(run);
  const unit = `${bill.currency.toUpperCase()}/h`;
  const dearest = [...shares].sort((one, other) => other.hourly - one.hourly).slice(0, MOST_EXPENSIVE);
  return (
    `The price would be ${shown(sum)} ${unit}, more than the limit of ${shown(limit)} ${unit} (${shownSetting('maxHourlyCost')}). ` +
    `It is raised by ${listed(raising.map(({ urn, raise }) => `${resource(urn)} (+${shown(raise)})`))}. ` +
    `The most expensive: ${dearest.map(({ urn, hourly }) => `${resource(urn)} (${shown(hourly)})`).join(', ')}. ` +
    `The sum counts what this run has reached so far of ${bill.scope()}: ${listed(shares.filter(({ hourly }) => hourly > 0).map(({ urn }) => resource(urn)))}. ` +
    'Take resources out of the program, choose smaller ones, or raise the limit. A resource that is replaced counts twice ' +
    'unless the old one is deleted first.'
  );
}

/** E.g. `Instance trainer`. */
const resource = (urn: string): string => `${/(\w+)::[^:]*$/.exec(urn)?.[1] ?? ''} ${nameIn(urn)}`.trim();

/** Without rounding a sum down to the limit. */
const shown = (price: number): string =>
  price >= 1 ? String(Number(price.toFixed(4))) : String(Number(price.toPrecision(4)));
