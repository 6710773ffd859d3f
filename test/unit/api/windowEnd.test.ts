import fc from 'fast-check';
import { endBy, endWithin, narrowed } from '../../../api/http/rateLimit/windowEnd';

const ms = (max: number) => fc.integer({ min: 0, max });

test('however the server rounds, a window ends between the earliest and the latest; rounded up, by the likely', () => {
  const answers = fc.array(fc.record({ sentAt: ms(59_000), out: ms(400), back: ms(400) }), {
    minLength: 1,
    maxLength: 9,
  });
  fc.assert(
    fc.property(ms(60_000), fc.boolean(), answers, (endsAt, roundsUp, given) => {
      const inTime = given.filter(({ sentAt, out }) => sentAt + out < endsAt);
      const told = inTime.map(({ sentAt, out, back }) => {
        const seconds = (endsAt - (sentAt + out)) / 1_000;
        const resetMs = (roundsUp ? Math.ceil(seconds) : Math.floor(seconds)) * 1_000;
        return endBy(sentAt, sentAt + out + back, resetMs, 60_000);
      });
      fc.pre(told.length > 0);
      const { earliest, likely, latest } = told.reduce(narrowed);
      expect(earliest).toBeLessThanOrEqual(endsAt);
      expect(latest).toBeGreaterThanOrEqual(endsAt);
      expect(likely).toBeLessThanOrEqual(latest);
      if (roundsUp) expect(likely).toBeGreaterThanOrEqual(endsAt);
    }),
  );
});

test('the first answer of a window that began with our request tells its end, whatever the rounding', () => {
  expect(endBy(100, 130, 60_000, 60_000)).toEqual({ earliest: 59_100, likely: 60_130, latest: 60_130 });
  expect(endBy(100, 130, 59_000, 60_000).latest).toBe(60_130);
});

test('words that exclude each other: the later one counts', () => {
  const later = endBy(50_000, 50_010, 60_000, 60_000);
  expect(narrowed(endWithin(0, 60_000), later)).toEqual(later);
});
