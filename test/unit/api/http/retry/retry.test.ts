import {
  CloudComputeError,
  NoCapacityError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  TransportError,
  WritesStoppedError,
} from '../../../../../api';
import type { Method } from '../../../../../api';
import type { Request, Response } from '../../../../../api/http/handler';
import { logOf } from '../../../../../api/http/log/log';
import { isIdempotent } from '../../../../../api/http/retry/isIdempotent';
import { retry } from '../../../../../api/http/retry/retry';
import { TOKEN_OPERATION } from '../../../../../api/http/auth/tokens';
import { SimulatedClock, request } from '../../simulation';

const OK: Response = { status: 200, headers: {}, body: 'done' };
const operation = 'DELETE /v1/volumes/v-1';

const server = (status: number, retryAfterMs?: number) =>
  new ServerError('fault', { operation, status, mayHaveArrived: true, retryAfterMs });
const broken = (code: string, mayHaveArrived = true) =>
  new TransportError('broke', { operation, code, mayHaveArrived });
const missing = new NotFoundError('missing', { operation, status: 404 });
const limited = (retryAfterMs = 0) =>
  new RateLimitedError('limited', { operation, status: 429, retryAfterMs });

/** Sends a request whose attempts have these outcomes, one after the other. */
function attempts(outcomes: readonly (Error | Response)[], asked: Partial<Request> = {}, retries = 8) {
  const clock = new SimulatedClock();
  const sentAt: number[] = [];
  const startedAt = clock.now();
  const handle = retry({ retries, clock, log: logOf(undefined, {}), random: () => 1 })(() => {
    const outcome = outcomes[Math.min(sentAt.length, outcomes.length - 1)];
    sentAt.push(clock.now() - startedAt);
    return outcome instanceof Error || outcome === undefined
      ? Promise.reject(outcome ?? new Error())
      : Promise.resolve(outcome);
  });
  const { method = 'DELETE', body } = asked;
  const outcome = clock.until(
    handle(request({ method, path: '/v1/volumes/v-1', isIdempotent: isIdempotent(method, body), ...asked })),
  );
  return { clock, sentAt, outcome };
}

test('a retry waits at most 0.25 s, then twice as long each time up to 16 s, and the eighth retry is the last', async () => {
  const { outcome, sentAt } = attempts([server(503)]);
  await expect(outcome).rejects.toThrow('fault');
  const pauses = sentAt.map((at, index) => at - (sentAt[index - 1] ?? 0)).slice(1);
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 16_000]);
});

test.each([500, 502, 503, 504, 522])(
  'an idempotent request is sent again after the status %i',
  async (status) => {
    await expect(attempts([server(status), OK]).outcome).resolves.toBe(OK);
  },
);

test.each(['ECONNRESET', 'timeout', 'unreadable_body', 'EPIPE', 'unknown'])(
  'an idempotent request is sent again after %s',
  async (code) => {
    await expect(attempts([broken(code), OK]).outcome).resolves.toBe(OK);
  },
);

test.each([
  ['501', server(501)],
  ['a certificate', broken('CERT_HAS_EXPIRED', false)],
  ['an aborted signal', broken('aborted')],
  ['no capacity', new NoCapacityError('none', { operation, status: 503 })],
  ['a refusal', new CloudComputeError('no', { operation, status: 400 })],
  ['a mistake of ours', new RangeError('ours')],
])('a request is not sent again after %s', async (_, error) => {
  const { outcome, sentAt } = attempts([error, OK]);
  await expect(outcome).rejects.toBe(error);
  expect(sentAt).toHaveLength(1);
});

test('a retry waits as long as Retry-After says, plus jitter', async () => {
  const { outcome, sentAt } = attempts([server(503, 7_000), OK]);
  await outcome;
  expect(sentAt[1]).toBe(7_250);
});

test.each<[Method, unknown, boolean]>([
  ['GET', undefined, true],
  ['DELETE', { keys: ['k'] }, true],
  ['PUT', { name: 'group' }, true],
  ['PUT', { action: 'attach', id: 'v' }, true],
  ['PUT', { action: 'delete', id: ['i', 'j'] }, true],
  ['PUT', { actions: [{ action: 'discontinue', id: 'c' }] }, true],
  ['PUT', { action: 'clone', id: 'v' }, false],
  ['PUT', { action: 'deploy', id: 'i' }, false],
  ['PUT', { action: 'create', id: 'v' }, false],
  ['PUT', { action: 'transfer', id: 'v' }, false],
  ['PUT', { action: 7 }, false],
  ['POST', { hostname: 'a' }, false],
  ['PATCH', {}, false],
])('%s %j is idempotent: %s', async (method, body, expected) => {
  expect(isIdempotent(method, body)).toBe(expected);
  const { outcome, sentAt } = attempts([broken('ECONNRESET', method !== 'GET'), OK], { method, body });
  if (expected) await expect(outcome).resolves.toBe(OK);
  else await expect(outcome).rejects.toMatchObject({ mayHaveArrived: true });
  expect(sentAt).toHaveLength(expected ? 2 : 1);
});

describe('a POST', () => {
  const post = { method: 'POST', path: '/v1/instances' } as const;
  test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])(
    'is retried when it certainly did not arrive: %s',
    async (code) => {
      await expect(attempts([broken(code, false), OK], post).outcome).resolves.toBe(OK);
    },
  );

  test('is retried when the rate limit refused it, however often', async () => {
    const { outcome, sentAt } = attempts([...Array<Error>(20).fill(limited()), OK], post);
    await expect(outcome).resolves.toBe(OK);
    expect(sentAt).toHaveLength(21);
  });

  test('is retried when no token was available', async () => {
    const token = new ServerError('fault', { operation: TOKEN_OPERATION, status: 503 });
    await expect(attempts([token, OK], post).outcome).resolves.toBe(OK);
  });
});

test('a request refused by the rate limit waits here only if the rate limiter does not handle it', async () => {
  const paced = attempts([limited(5_000), OK]);
  await paced.outcome;
  expect(paced.sentAt[1]).toBe(0);
  const open = attempts([limited(5_000), OK], { open: true });
  await open.outcome;
  expect(open.sentAt[1]).toBe(5_250);
  const forever = attempts([limited()]);
  await expect(forever.outcome).rejects.toBeInstanceOf(RateLimitedError);
  expect(forever.sentAt).toHaveLength(51);
});

describe('a refused connection', () => {
  test('is reported within two seconds if no response came before', async () => {
    const { outcome, sentAt, clock } = attempts([broken('ECONNREFUSED', false)]);
    const startedAt = clock.now();
    await expect(outcome).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(sentAt).toHaveLength(4);
    expect(clock.now() - startedAt).toBeLessThan(2_000);
  });

  test('counts as a restart of the server after a response, and the request is sent again', async () => {
    const { outcome, sentAt } = attempts([
      server(503),
      ...Array<Error>(6).fill(broken('ECONNREFUSED', false)),
      OK,
    ]);
    await expect(outcome).resolves.toBe(OK);
    expect(sentAt).toHaveLength(8);
  });
});

describe('a token that does not come in time', () => {
  const late = new TransportError('late', {
    operation: TOKEN_OPERATION,
    code: 'timeout',
    mayHaveArrived: true,
  });

  test('is asked for once more if no response came before', async () => {
    const { outcome, sentAt } = attempts([late]);
    await expect(outcome).rejects.toMatchObject({ code: 'timeout' });
    expect(sentAt).toHaveLength(2);
  });

  test('is asked for as often as after other failures, after a response', async () => {
    const { outcome, sentAt } = attempts([server(503), ...Array<Error>(6).fill(late), OK]);
    await expect(outcome).resolves.toBe(OK);
    expect(sentAt).toHaveLength(8);
  });
});

test('a read without an answer in time is sent again eight times, because a token has come before', async () => {
  const { outcome, sentAt } = attempts([broken('timeout')], { method: 'GET' });
  await expect(outcome).rejects.toMatchObject({ code: 'timeout' });
  expect(sentAt).toHaveLength(9);
});

const ACTION = { method: 'PUT', path: '/v1/instances', expects: 'results' } as const;

describe('a deletion that finds nothing', () => {
  test('is success if the first attempt may have arrived', async () => {
    await expect(attempts([broken('ECONNRESET'), missing]).outcome).resolves.toMatchObject({ status: 204 });
    const gone = { ...ACTION, body: { action: 'delete', id: 'i' } };
    await expect(attempts([server(502), missing], gone).outcome).resolves.toMatchObject({
      status: 204,
      body: [],
    });
  });

  test('is an error if no earlier attempt arrived', async () => {
    await expect(attempts([missing]).outcome).rejects.toBe(missing);
    await expect(attempts([broken('ECONNREFUSED', false), missing]).outcome).rejects.toBe(missing);
  });
});

test('another action that finds nothing is still "not found"', async () => {
  const boot = { ...ACTION, body: { action: 'boot', id: 'i' } };
  await expect(attempts([broken('ECONNRESET'), missing], boot).outcome).rejects.toBeInstanceOf(NotFoundError);
});

test('an error says that an earlier attempt may have arrived, although the last attempt was refused', async () => {
  const refusal = new CloudComputeError('refused', { operation, status: 400 });
  await expect(attempts([broken('timeout'), refusal]).outcome).rejects.toMatchObject({
    status: 400,
    mayHaveArrived: true,
  });
});

describe('a request that waits', () => {
  test('ends with its signal', async () => {
    const signal = AbortSignal.abort(new Error('the deadline is over'));
    const { outcome, sentAt } = attempts([server(503), OK], { signal });
    await expect(outcome).rejects.toThrow('given up (the deadline is over); it may have taken effect.');
    expect(sentAt).toHaveLength(1);
  });

  test('stops with the writes, and says whether it may have arrived', async () => {
    const stop = AbortSignal.abort(new Error('the engine is gone'));
    const { outcome } = attempts([broken('ECONNRESET'), OK], { stop });
    const error: unknown = await outcome.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(WritesStoppedError);
    expect(error).toMatchObject({ mayHaveArrived: true });
  });
});
