import type { Wording } from './wording';

/** HTTP methods of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Parameters after the `?`; an undefined one is left out, an array repeats its name. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly (string | number | boolean)[] | null | undefined>
>;

/** A request that waits for its turn under the rate limit. */
export interface Held {
  /** Method and path, e.g. `POST /v1/instances`. */
  readonly operation: string;
  /** When it will probably be sent, in ms since the epoch. */
  readonly until: number;
  /** How many requests wait before it for the same limit. */
  readonly ahead: number;
}

/** Takes log lines the way pino does: fields, then a message. */
export interface Logger {
  /** Each request with its status and duration. */
  debug(fields: object, message: string): void;
  /** Other information; the client has none at present. */
  info(fields: object, message: string): void;
  /** A failure that the client handles, e.g. a request that is sent again. */
  warn(fields: object, message: string): void;
  /** The request and response bodies, redacted; left out where the logger has no such level. */
  trace?(fields: object, message: string): void;
}

/** A pair from the console of the cloud: Keys, Cloud API Credentials. */
export interface Credentials {
  /** Id of the API credentials; it also identifies the project. */
  readonly clientId: string;
  /** The secret of the credentials. It is never logged. */
  readonly clientSecret: string;
}

/** Options of `new CloudComputeClient`; `client()` takes them from the configuration of the stack. */
export interface ClientOptions extends Credentials {
  /** Address of the API, with or without a trailing slash or `/v1`; https, except on loopback. */
  readonly baseUrl: string;
  /** The words for these options in messages. Default: the names of the options. */
  readonly wording?: Wording | undefined;
  /**
   * Time limit of one request from the first byte sent to the last received, in ms. The wait for one of the 128
   * connections does not count. Default: 30,000.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a request that failed for a temporary reason is sent again. The waits have full jitter, below
   * 0.25 s, 0.5 s, 1 s and so on up to 16 s. Default: 8, less than a minute in all. Waiting for the rate
   * limit does not count.
   */
  readonly retries?: number | undefined;
  /** Where log lines go. Default: nowhere, unless `CLOUD_COMPUTE_LOG` is a level of pino; then to stderr. */
  readonly logger?: Logger | undefined;
  /**
   * Called when a request has to wait for the rate limit for more than a second, and again when it has to wait for a
   * further window: with `operation`, `until` (ms since the epoch) and `ahead`, the number of requests before it.
   * An error of this function fails the request. Default: none.
   */
  readonly onHeld?: ((held: Held) => void) | undefined;
  /** The header `user-agent`. Default: `pulumi-cloud-compute`. */
  readonly userAgent?: string | undefined;
}

/** The last argument of every call. */
export interface CallOptions {
  /** Ends the call with an error: at once while it waits, otherwise by closing the connection. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a write that was sent runs to its end, even if `signal` aborts. Default: false. */
  readonly finishesWrites?: boolean | undefined;
  /** Whether it undoes an earlier request, so that it is sent even after `stopWrites`. Default: false. */
  readonly takesBack?: boolean | undefined;
  /**
   * The time, in ms on the client's clock, until which the call may wait for a rate limit, for a connection or to be
   * sent again. A call that would have to wait longer for a rate limit or to be sent again fails at once. Default: none.
   */
  readonly deadline?: number | undefined;
  /** The advice of the error for a deadline that is too early. Default: none; the error advises to run again later. */
  readonly deadlineAdvice?: string | undefined;
  /** As in the options of a client, for this call only. */
  readonly onHeld?: ((held: Held) => void) | undefined;
}

/**
 * A body, or a function that returns it. The function is called when the request is really sent, after it has waited
 * for the rate limit, with the time of the cloud's clock in ms since the epoch. It is also called before, for a sample.
 */
export type Body<T> = T | ((...sent: SentAt) => T);

/**
 * When a request is sent, in ms since the epoch, and by which clock: that of the cloud, or of this computer while no reply
 * has had a `Date` header. A sample is not sent: it only shows what the body will be like.
 */
export type SentAt = readonly [at: number, clock: 'cloud' | 'computer' | 'sample'];

/** Options of `request`. The other methods take the same without `query` and `body`. */
export interface RequestOptions extends CallOptions {
  /** Parameters after the `?`. Default: none. */
  readonly query?: Query | undefined;
  /** The body, which is sent as JSON; or a function that returns it: see `Body`. Default: none. */
  readonly body?: unknown;
}
