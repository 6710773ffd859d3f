import {
  AuthenticationError,
  CloudComputeError,
  ForbiddenError,
  InvalidRequestError,
  TransportError,
  UnauthorizedError,
} from '../../errors';
import type { ErrorDetails } from '../../errors';
import type { Credentials } from '../../options';
import type { Wording } from '../../wording';
import type { AccessToken, TokenRequest } from '../../schema';
import { unlessAborted } from '../transport/abort';
import type { Clock } from '../time/clock';
import type { Handler } from '../handler';
import type { Redaction } from '../log/redaction';

const TOKEN_PATH = '/v1/oauth2/token';
/** The operation of errors that occur while a token is requested. */
export const TOKEN_OPERATION = `POST ${TOKEN_PATH}`;

export interface TokensOptions {
  readonly credentials: Credentials;
  readonly wording: Pick<Wording, 'credentialsOrigin' | 'setCredentials'>;
  /** The part of the handler chain for token requests. */
  readonly send: Handler;
  readonly clock: Clock;
  readonly redaction: Redaction;
}

interface Token {
  readonly access: string;
  readonly refresh: string | undefined;
  /** Whether it comes from the refresh token of an earlier token. */
  readonly refreshed: boolean;
  /**
   * By this process's monotonic clock, counted from the token request: the wall clocks of client and server may be
   * wrong.
   */
  readonly freshUntil: number;
}

/** A token is renewed this long before it expires, or a tenth of its lifetime if that is less. */
const MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.1;
/** Rejected credentials are tried once more after this time. */
const REPETITION_MS = 500;

/** The token of one client: one request serves all who wait for it. */
export class Tokens {
  readonly #options: TokensOptions;
  #token: Token | undefined;
  #flight: Promise<Token> | undefined;

  constructor(options: TokensOptions) {
    this.#options = options;
    const { clientId, clientSecret } = options.credentials;
    // The id is not a secret, but it should not appear in texts either.
    options.redaction.add(clientSecret, clientId);
  }

  /** A token that is valid for some time. Rejects with the reason of a signal that aborts. */
  async get(...signals: readonly (AbortSignal | undefined)[]): Promise<string> {
    if (this.#token && this.#options.clock.now() < this.#token.freshUntil) return this.#token.access;
    this.#flight ??= this.#renew().finally(() => {
      this.#flight = undefined;
    });
    try {
      return (await unlessAborted(this.#flight, ...signals)).access;
    } catch (error) {
      throw ownCopy(error);
    }
  }

  /**
   * Drops a rejected token; the next one is new, unless it was renewed meanwhile. If a refreshed token is rejected
   * too, the next one comes from the credentials.
   */
  refuse(access: string): void {
    if (this.#token?.access !== access) return;
    const { refreshed, refresh } = this.#token;
    this.#token = { ...this.#token, freshUntil: -Infinity, refresh: refreshed ? undefined : refresh };
  }

  async #renew(): Promise<Token> {
    this.#token = (await this.#refreshed()) ?? (await this.#granted());
    return this.#token;
  }

  /** From the refresh token; undefined when there is none, or when it was used or has expired. */
  async #refreshed(): Promise<Token | undefined> {
    const refresh = this.#token?.refresh;
    if (refresh === undefined) return undefined;
    try {
      return await this.#ask({ grant_type: 'refresh_token', refresh_token: refresh });
    } catch (error) {
      if (!isTokenRefusal(error)) throw error;
      return undefined;
    }
  }

  /** From the credentials. Credentials of another source are not tried: they may belong to another account. */
  async #granted(): Promise<Token> {
    const { clientId, clientSecret } = this.#options.credentials;
    try {
      return await this.#askTwice({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      });
    } catch (error) {
      throw isTokenRefusal(error) ? this.#refusal(error) : error;
    }
  }

  /** Asks again after one 401, which may be temporary: every resource of the stack would fail. */
  async #askTwice(body: TokenRequest): Promise<Token> {
    try {
      return await this.#ask(body);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
    }
    await this.#options.clock.sleep(REPETITION_MS);
    return this.#ask(body);
  }

  async #ask(body: TokenRequest): Promise<Token> {
    const askedAt = this.#options.clock.now();
    const response = await this.#options.send({
      method: 'POST',
      path: TOKEN_PATH,
      body,
      expects: 'object',
      // The request may be repeated: a token that was issued and lost does no harm.
      onlyReads: true,
      operation: TOKEN_OPERATION,
      open: true,
      isIdempotent: true,
    });
    const answer = response.body as Partial<AccessToken>;
    const { access_token: access, refresh_token: refresh, expires_in: seconds } = answer;
    if (typeof access !== 'string' || access === '') {
      throw new TransportError(`${TOKEN_OPERATION} was answered without an access token.`, {
        operation: TOKEN_OPERATION,
        code: 'unreadable_body',
      });
    }
    this.#options.redaction.add(access, refresh ?? undefined);
    const lifeMs = Number(seconds) > 0 ? Number(seconds) * 1_000 : Infinity;
    const freshUntil = askedAt + lifeMs - Math.min(MARGIN_MS, lifeMs * MARGIN_SHARE);
    return { access, refresh: refresh || undefined, refreshed: 'refresh_token' in body, freshUntil };
  }

  #refusal({ status, code, detail, requestId }: CloudComputeError): AuthenticationError {
    const { credentialsOrigin, setCredentials } = this.#options.wording;
    const { clientId, clientSecret } = this.#options.credentials;
    const padded = Object.entries({ 'client id': clientId, 'client secret': clientSecret })
      .filter(([, value]) => value.trim() !== value)
      .map(([name]) => `The ${name} begins or ends with a space or a line break. `)
      .join('');
    const credentials = ['the credentials', credentialsOrigin].filter(Boolean).join(' ');
    return new AuthenticationError(
      `The cloud refused ${credentials} (${String(status ?? 'no status')} ${code ?? ''}). ${padded}${setCredentials}`,
      { operation: TOKEN_OPERATION, status, code, detail, requestId },
    );
  }
}

/** Each waiting caller gets its own error, because callers add details of their own. */
function ownCopy(error: unknown): unknown {
  if (!(error instanceof CloudComputeError)) return error;
  const Kind = error.constructor as new (message: string, details: ErrorDetails) => CloudComputeError;
  return new Kind(error.message, error);
}

const isTokenRefusal = (error: unknown): error is CloudComputeError =>
  error instanceof UnauthorizedError ||
  error instanceof InvalidRequestError ||
  error instanceof ForbiddenError;
