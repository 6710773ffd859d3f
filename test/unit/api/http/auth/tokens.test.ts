import { AuthenticationError, ServerError, UnauthorizedError } from '../../../../../api';
import type { Credentials, CloudComputeError } from '../../../../../api';
import { authorization, renewal } from '../../../../../api/http/auth/authorization';
import type { Response } from '../../../../../api/http/handler';
import { chain } from '../../../../../api/http/handler';
import { Redaction } from '../../../../../api/http/log/redaction';
import { TOKEN_OPERATION, Tokens } from '../../../../../api/http/auth/tokens';
import { SimulatedClock, request } from '../../simulation';
import { wordingOf } from '../../../../../core/configuration';

const CREDENTIALS: Credentials = { clientId: 'client', clientSecret: 'secret-1' };

/** The authorization server of a cloud: its valid secrets and tokens, and the requests that it received. */
class Issuer {
  readonly clock = new SimulatedClock();
  readonly asked: Record<string, unknown>[] = [];
  readonly onlyReads: unknown[] = [];
  readonly good = new Set(['secret-1']);
  readonly live = new Set<string>();
  refreshes = true;
  refreshToken: string | null = 'refresh-';
  lifeSeconds = 3_600;
  fault: CloudComputeError | undefined;

  tokens(credentialSource: 'config' | 'environment' = 'config', credentials = CREDENTIALS): Tokens {
    return new Tokens({
      credentials,
      wording: wordingOf(credentialSource),
      clock: this.clock,
      redaction: new Redaction(),
      send: async ({ body, onlyReads }) => {
        this.onlyReads.push(onlyReads);
        await this.clock.sleep(10);
        return this.#answer(body as Record<string, unknown>);
      },
    });
  }

  #answer(body: Record<string, unknown>): Response {
    this.asked.push(body);
    if (this.fault) throw this.fault;
    const refused =
      body['grant_type'] === 'refresh_token'
        ? !this.refreshes
        : !this.good.has(String(body['client_secret']));
    if (refused) {
      throw new UnauthorizedError('no', {
        operation: TOKEN_OPERATION,
        status: 401,
        code: 'unauthorized_request',
      });
    }
    const access = `token-${this.asked.length}`;
    this.live.add(access);
    const answer = {
      access_token: access,
      refresh_token: this.refreshToken && `${this.refreshToken}${this.asked.length}`,
      expires_in: this.lifeSeconds,
    };
    return { status: 200, headers: {}, body: answer };
  }

  get grants(): unknown[] {
    return this.asked.map((body) => body['grant_type']);
  }
}

test('all callers share one request', async () => {
  const issuer = new Issuer();
  const tokens = issuer.tokens();
  const got = await issuer.clock.until(Promise.all(Array.from({ length: 50 }, () => tokens.get())));
  expect(new Set(got)).toEqual(new Set(['token-1']));
  expect(issuer.asked).toEqual([
    { grant_type: 'client_credentials', client_id: 'client', client_secret: 'secret-1' },
  ]);
});

test('a token is refreshed before it expires, counted from the time of its request', async () => {
  const issuer = new Issuer();
  const tokens = issuer.tokens();
  const askedAt = issuer.clock.now();
  await issuer.clock.until(tokens.get());
  await issuer.clock.until(issuer.clock.sleep(askedAt + 3_540_000 - issuer.clock.now() - 1));
  expect(await issuer.clock.until(tokens.get())).toBe('token-1');
  await issuer.clock.until(issuer.clock.sleep(1));
  expect(await issuer.clock.until(tokens.get())).toBe('token-2');
  expect(issuer.asked[1]).toEqual({ grant_type: 'refresh_token', refresh_token: 'refresh-1' });
});

test('a token is used for nine tenths of its lifetime if that is short', async () => {
  const issuer = new Issuer();
  issuer.lifeSeconds = 2;
  const tokens = issuer.tokens();
  await issuer.clock.until(tokens.get());
  await issuer.clock.until(issuer.clock.sleep(1_700));
  expect(await issuer.clock.until(tokens.get())).toBe('token-1');
  await issuer.clock.until(issuer.clock.sleep(100));
  expect(await issuer.clock.until(tokens.get())).toBe('token-2');
});

test('a token comes from the credentials when the refresh is rejected', async () => {
  const issuer = new Issuer();
  const tokens = issuer.tokens();
  tokens.refuse(await issuer.clock.until(tokens.get()));
  issuer.refreshes = false;
  expect(await issuer.clock.until(tokens.get())).toBe('token-3');
  expect(issuer.grants).toEqual(['client_credentials', 'refresh_token', 'client_credentials']);
});

test('a token is kept when only an older token was rejected', async () => {
  const issuer = new Issuer();
  const tokens = issuer.tokens();
  const first = await issuer.clock.until(tokens.get());
  tokens.refuse(first);
  await issuer.clock.until(tokens.get());
  tokens.refuse(first);
  expect(await issuer.clock.until(tokens.get())).toBe('token-2');
});

describe('rejected credentials', () => {
  test.each([
    ['config', ["of the stack's config", 'cloudCompute:clientId', 'cloudCompute:clientSecret']],
    ['environment', ['of the environment', 'CLOUD_COMPUTE_CLIENT_ID', 'CLOUD_COMPUTE_CLIENT_SECRET']],
  ] as const)(
    'rejected credentials of the %s cause an error that says how to set them and does not contain the secret',
    async (source, words) => {
      const issuer = new Issuer();
      issuer.good.clear();
      const error = await issuer.clock
        .until(issuer.tokens(source).get())
        .catch((caught: unknown) => caught as AuthenticationError);
      expect(error).toBeInstanceOf(AuthenticationError);
      for (const word of [...words, '--run-program']) expect((error as Error).message).toContain(word);
      expect((error as Error).message).not.toMatch(/secret-\d/);
      // The credentials are tried once more after the first refusal, with the same secret.
      expect(issuer.asked.map((body) => body['client_secret'])).toEqual(['secret-1', 'secret-1']);
    },
  );

  test('cause an error that names a line break at the end of the secret, as a file may have it', async () => {
    const issuer = new Issuer();
    const tokens = issuer.tokens('environment', { ...CREDENTIALS, clientSecret: 'secret-1\n' });
    await expect(issuer.clock.until(tokens.get())).rejects.toThrow(
      'The client secret begins or ends with a space or a line break. Set CLOUD_COMPUTE_CLIENT_ID',
    );
  });
});

test('a server error is not a rejection, and does not cause a second attempt', async () => {
  const issuer = new Issuer();
  issuer.fault = new ServerError('fault', { operation: TOKEN_OPERATION, status: 503 });
  const tokens = issuer.tokens();
  const [one, two] = await issuer.clock.until(Promise.allSettled([tokens.get(), tokens.get()]));
  expect(one).toMatchObject({ reason: { status: 503, mayHaveArrived: false } });
  expect(two.status).toBe('rejected');
  // Each caller gets an error of its own, because `mayHaveArrived` can differ between callers.
  expect((one as PromiseRejectedResult).reason).not.toBe((two as PromiseRejectedResult).reason);
  expect((one as PromiseRejectedResult).reason).toBeInstanceOf(ServerError);
  expect(issuer.asked).toHaveLength(1);
  // A request that only reads never counts as arrived.
  expect(issuer.onlyReads).toEqual([true]);
  issuer.fault = undefined;
  expect(await issuer.clock.until(tokens.get())).toBe('token-2');
});

test('an absent refresh token, or null, is accepted', async () => {
  const issuer = new Issuer();
  issuer.refreshToken = null;
  const tokens = issuer.tokens();
  tokens.refuse(await issuer.clock.until(tokens.get()));
  expect(await issuer.clock.until(tokens.get())).toBe('token-2');
  expect(issuer.grants).toEqual(['client_credentials', 'client_credentials']);
});

test('other callers still get the token after one caller has aborted', async () => {
  const issuer = new Issuer();
  const tokens = issuer.tokens();
  const giveUp = new AbortController();
  const [mine, theirs] = [tokens.get(giveUp.signal), tokens.get()];
  giveUp.abort(new Error('enough'));
  await expect(mine).rejects.toThrow('enough');
  expect(await issuer.clock.until(theirs)).toBe('token-1');
});

describe('a request', () => {
  /** A cloud that accepts only valid tokens. */
  function cloudOf(issuer: Issuer) {
    const seen: (string | undefined)[] = [];
    const handle = chain(
      [
        renewal({ clock: issuer.clock, random: () => 1 }),
        (next) => async (asked) => {
          const response = await next(asked);
          if (response.status === 401)
            throw new UnauthorizedError('no', { operation: asked.operation, status: 401 });
          return response;
        },
        authorization(issuer.tokens()),
      ],
      ({ headers }) => {
        const bearer = headers?.['Authorization'];
        seen.push(bearer);
        const live = bearer !== undefined && issuer.live.has(bearer.replace('Bearer ', ''));
        return Promise.resolve({ status: live ? 200 : 401, headers: {}, body: undefined });
      },
    );
    return { handle, seen };
  }

  test('is sent once more with a new token when its token was revoked', async () => {
    const issuer = new Issuer();
    const { handle, seen } = cloudOf(issuer);
    await issuer.clock.until(handle(request()));
    issuer.live.clear();
    const burst = Array.from({ length: 20 }, () => handle(request({ method: 'POST' })));
    await issuer.clock.until(Promise.all(burst));
    expect(issuer.asked).toHaveLength(2);
    expect(seen.filter((bearer) => bearer === 'Bearer token-2')).toHaveLength(20);
  });

  test('succeeds even when tokens are revoked as soon as they are renewed, and refreshing fails', async () => {
    const issuer = new Issuer();
    const { handle, seen } = cloudOf(issuer);
    let revokedAtOnce = 5;
    const add = issuer.live.add.bind(issuer.live);
    issuer.live.add = (token) => ((revokedAtOnce -= 1) < 0 ? add(token) : issuer.live);
    const burst = Array.from({ length: 20 }, () => handle(request({ method: 'POST' })));
    await issuer.clock.until(Promise.all(burst));
    expect(issuer.asked).toHaveLength(6);
    expect(seen.filter((bearer) => bearer === 'Bearer token-6')).toHaveLength(20);
    // A refused token that came from a refresh is not refreshed again.
    expect(issuer.grants.slice(0, 3)).toEqual(['client_credentials', 'refresh_token', 'client_credentials']);
  });

  test('is repeated with growing delays while new tokens are rejected, and fails in the end', async () => {
    const issuer = new Issuer();
    const { handle, seen } = cloudOf(issuer);
    issuer.live.add = () => issuer.live;
    const began = issuer.clock.now();
    await expect(issuer.clock.until(handle(request()))).rejects.toBeInstanceOf(UnauthorizedError);
    expect(seen).toHaveLength(7);
    expect(issuer.clock.now() - began).toBeGreaterThan(15_000);
  });

  test('fails at once when the credentials are rejected during its retries', async () => {
    const issuer = new Issuer();
    const { handle, seen } = cloudOf(issuer);
    await issuer.clock.until(handle(request()));
    issuer.live.clear();
    issuer.refreshes = false;
    issuer.good.clear();
    await expect(issuer.clock.until(handle(request()))).rejects.toBeInstanceOf(AuthenticationError);
    expect(seen).toHaveLength(2);
  });

  test('is not sent again after it was aborted', async () => {
    const issuer = new Issuer();
    const { handle, seen } = cloudOf(issuer);
    issuer.live.add = () => issuer.live;
    const giveUp = new AbortController();
    const given = handle(request({ signal: giveUp.signal }));
    const gaveUp = issuer.clock.sleep(100).then(() => {
      giveUp.abort(new Error('enough'));
    });
    await expect(issuer.clock.until(given)).rejects.toMatchObject({ code: 'aborted', mayHaveArrived: false });
    await gaveUp;
    expect(seen).toHaveLength(2);
  });

  test('has no token if it goes to an open endpoint', async () => {
    const issuer = new Issuer();
    const { handle, seen } = cloudOf(issuer);
    await expect(handle(request({ open: true }))).rejects.toBeInstanceOf(UnauthorizedError);
    expect(seen).toEqual([undefined]);
    expect(issuer.asked).toEqual([]);
  });
});
