import { durationOf, milliseconds, timeoutMilliseconds } from '../../../../core/values/duration';

const HOUR = 3_600_000;

it.each([
  ['90s', 90_000],
  ['1h30m', 1.5 * HOUR],
  ['2d', 48 * HOUR],
  ['1w12h', (7 * 24 + 12) * HOUR],
  ['1.5d', 36 * HOUR],
])('%s is a duration of this package', (text, expected) => {
  expect(milliseconds(text)).toBe(expected);
});

it.each(['', '8', 'h', '8 h', '-8h', '8h!', '1y'])('%j is none', (text) => {
  expect(milliseconds(text)).toBeUndefined();
});

it('a timeout of Pulumi has neither days nor weeks', () => {
  expect(['30m', '1h30m', '2d', '1w', '1d2h'].map(timeoutMilliseconds)).toEqual([
    ...[HOUR / 2, 1.5 * HOUR],
    ...[undefined, undefined, undefined],
  ]);
});

it('is shown in its largest whole unit', () => {
  const texts = ['8h', '120m', '90m', '24h', '36h', '14d', '61s'];
  expect(texts.map((text) => durationOf(milliseconds(text) ?? 0))).toEqual([
    ...['8h', '2h', '90m', '1d', '36h', '2w', '61s'],
  ]);
});
