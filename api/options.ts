import type { Wording } from './wording';

/** HTTP methods of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Parameters after the `?`; an undefined one is left out, an array repeats its name. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly (string | number | boolean)[] | null | undefined>
>;

/** What a request is for: the rate limiter keeps a part of the quota for reads and polls, and one for writes. */
export type Kind = 'poll' | 'read' | 'write';

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
  /** What is worth knowing without looking for it. */
  info(fields: object, message: string): void;
  /** What went wrong and was mended, e.g. a request that is sent again. */
  warn(fields: object, message: string): void;
  /** The request and response bodies, redacted; left out where the logger has no such level. */
  trace?(fields: object, message: string): void;
}

/** A pair from the console of the cloud: Keys, Cloud API Credentials. */
export interface Credentials {
  /** The id; it stands for a project too (Authentication). */
  readonly clientId: string;
  /** The secret; redacted wherever it might be logged. */
  readonly clientSecret: string;
}

/** How the client reaches the cloud. */
export interface ClientOptions extends Credentials {
  /** Address of the API, with or without a trailing slash or `/v1`; https only, save loopback. */
  readonly baseUrl: string;
  /** How messages name the settings that these options come from. Default: by the names of the options. */
  readonly wording?: Wording | undefined;
  /** Time limit of one request from the first byte sent to the last received, in ms. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a request that failed for a passing reason is sent again, with full jitter below 0.25 s, 0.5 s, 1 s
   * and so on up to 16 s. Default 8: less than a minute in all. Waiting for the rate limit does not count.
   */
  readonly retries?: number | undefined;
  /** Where log lines go. Default: nowhere, unless `CLOUD_COMPUTE_LOG` is a level of pino; then to stderr. */
  readonly logger?: Logger | undefined;
  /** Told when the rate limit holds a request for more than a second, and again when windows turn and it is held on. */
  readonly onHeld?: ((held: Held) => void) | undefined;
  /** Default `pulumi-cloud-compute`. */
  readonly userAgent?: string | undefined;
}

/** What every call takes as its last argument. */
export interface CallOptions {
  /** Gives the call up: while it waits at once, in flight by closing the connection. */
  readonly signal?: AbortSignal | undefined;
  /** Default: `read` for GET, `write` for everything else. */
  readonly kind?: Kind | undefined;
  /** Says that it takes back what was ordered before: it is sent even after writes were stopped. Default false. */
  readonly takesBack?: boolean | undefined;
  /**
   * In ms on the client's clock. A call that would have to wait beyond that, for a rate limit or to be sent again,
   * fails at once; one that need not wait is sent.
   */
  readonly deadline?: number | undefined;
  /** As in ClientOptions, for this call alone. */
  readonly onHeld?: ((held: Held) => void) | undefined;
}

/**
 * A body, or what makes one when the request is really sent, after it has waited for the rate limit: of the time by
 * the cloud's clock, in ms since the epoch.
 */
export type Body<T> = T | ((sentAt: number) => T);

/** What the public `request` takes. */
export interface RequestOptions extends CallOptions {
  /** Parameters after the `?`. Default: none. */
  readonly query?: Query | undefined;
  /** Sent as JSON; a function makes it of the time by the cloud's clock, in ms since the epoch. */
  readonly body?: unknown;
}
