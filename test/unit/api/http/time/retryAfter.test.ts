import { retryAfterMs } from '../../../../../api/http/time/retryAfter';

const DATE = 'Mon, 02 Mar 2026 18:50:05 GMT';

describe('retryAfterMs', () => {
  it.each([
    ['30', 30_000],
    [' 30 ', 30_000],
    ['0', 0],
    ['1.25', 1_250],
  ])('reads the seconds %j', (value, expected) => {
    expect(retryAfterMs({ 'retry-after': value })).toBe(expected);
  });

  it('reads a date by the clock of the server, which the response names', () => {
    const later = 'Mon, 02 Mar 2026 18:51:05 GMT';
    expect(retryAfterMs({ 'retry-after': later, date: DATE })).toBe(60_000);
    expect(retryAfterMs({ 'retry-after': DATE, date: later })).toBe(0);
  });

  it('reads a date by the clock of this machine if the response has none', () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(DATE));
    const later = 'Mon, 02 Mar 2026 18:50:35 GMT';
    expect(retryAfterMs({ 'retry-after': later })).toBe(30_000);
    expect(retryAfterMs({ 'retry-after': later, date: 'soon' })).toBe(30_000);
    jest.restoreAllMocks();
  });

  it.each(['', ' ', 'soon', '30 s', 's 30'])('ignores %j', (value) => {
    // A text that is neither seconds nor a date.
    expect(retryAfterMs({ 'retry-after': value })).toBeUndefined();
  });

  it('is undefined without the header', () => {
    expect(retryAfterMs({ date: DATE })).toBeUndefined();
  });
});
