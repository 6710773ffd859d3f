import type { LongTerm } from '#contract';
import { endOf, exchangeRate, periodByCode } from '../../model/catalogue';
import { price, timestamp } from '../shared/fields';
import type { Period } from '../../model/catalogue';
import type { World } from '../../model/world';
import type { Volume, VolumeLongTerm } from './volume';

const hoursBetween = (start: number, end: number): number => (end - start) / 3_600_000;

/** A contract that begins now; the price is that of the whole machine, in US dollars. */
export const longTermFrom = (startedAt: number, period: Period, pricePerHour: number): VolumeLongTerm => ({
  startedAt,
  periodCode: period.code,
  discount: period.discount,
  periodPrice: pricePerHour * hoursBetween(startedAt, endOf(period, startedAt)),
});

/** The contract as its volume shows it. A contract that is renewed has several periods; the present one is shown. */
export function longTermResponse(world: World, { longTerm, projectId }: Volume): LongTerm | null {
  const period = periodByCode(longTerm?.periodCode ?? '');
  if (longTerm === null || period === undefined) return null;
  const { startedAt, isRenewed = true } = longTerm;
  let nth = 1;
  while (endOf(period, startedAt, nth) <= world.now()) nth += 1;
  const [start = 0, end = 0, next = 0] = [nth - 1, nth, nth + 1].map((count) =>
    endOf(period, startedAt, count),
  );
  const pricePerHour = longTerm.periodPrice / hoursBetween(startedAt, endOf(period, startedAt));
  const { nextPricePerHour = pricePerHour } = longTerm;
  const rate = exchangeRate[world.projects.get(projectId).currency];
  return {
    end_date: timestamp(end),
    long_term_period: longTerm.periodCode,
    discount_percentage: longTerm.discount,
    auto_rental_extension: isRenewed,
    next_period_price: price(nextPricePerHour * hoursBetween(end, next) * rate),
    current_period_price: price(pricePerHour * hoursBetween(start, end) * rate),
  };
}
