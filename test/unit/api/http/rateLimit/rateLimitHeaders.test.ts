import { limitsOf } from '../../../../../api/http/rateLimit/rateLimitHeaders';

test('both headers describe a limit by its name', () => {
  expect(
    Object.fromEntries(
      limitsOf({
        'ratelimit-policy': 'project;q=500;w=60, endpoint;q=60;w=60',
        ratelimit: 'project;r=499;t=60, endpoint;r=0;t=7',
      }),
    ),
  ).toEqual({
    project: { quota: 500, lengthMs: 60_000, remaining: 499, resetMs: 60_000 },
    endpoint: { quota: 60, lengthMs: 60_000, remaining: 0, resetMs: 7_000 },
  });
});

test('quotes, spaces, fractions and additions are accepted; values that are not numbers are ignored', () => {
  expect(
    Object.fromEntries(
      limitsOf({
        'ratelimit-policy': ' "burst" ; q=5 ; w=2.5;pk=:abc:, other;q=many;w=0, none;q=0',
        ratelimit: '"burst"; r=3; t=1;x',
      }),
    ),
  ).toEqual({ burst: { quota: 5, lengthMs: 2_500, remaining: 3, resetMs: 1_000 }, other: {}, none: {} });
});

test('a response without headers announces no limits', () => {
  expect(limitsOf({}).size).toBe(0);
  expect(limitsOf({ ratelimit: '', 'ratelimit-policy': ' , ' }).size).toBe(0);
});
