import { hourlyToMonthly, monthlyToHourly, priceOf } from '../../../core/prices';

test('a price may be a number or a number as a string', () => {
  expect([1.5, '1.50', ' 2 ', 0, '0'].map(priceOf)).toEqual([1.5, 1.5, 2, 0, 0]);
  expect([null, undefined, '', ' ', 'free', NaN, Infinity].map(priceOf)).toEqual(Array(7).fill(undefined));
});

test('a month has 730 hours, and sums have no rounding errors', () => {
  expect(hourlyToMonthly('0.1')).toBe(73);
  expect(hourlyToMonthly(3.27)).toBe(2387.1);
  expect(monthlyToHourly(73)).toBe(0.1);
  expect(monthlyToHourly(20)).toBe(0.027397);
});
