import type { Held, Method, Query, SentAt } from '../options';

/**
 * The expected body of a success; any other body counts as truncated.
 *
 * `id` is a JSON string, plain text, a list of one, or an object with an `id`; `object` may come as a list of one;
 * `results` is a list or an empty body; `nothing` is ignored; `any` is JSON, an empty body, or text that is not
 * declared as JSON.
 */
export type Expectation = 'list' | 'object' | 'id' | 'boolean' | 'results' | 'nothing' | 'any';

/** A request on its way through the handler chain. */
export interface Request {
  readonly method: Method;
  /** From `/v1` on, without the query. */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  /** Creates the body when the request is sent, from the time of the cloud's clock; `body` is a sample of it. */
  readonly bodyAt?: ((...sent: SentAt) => unknown) | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expects: Expectation;
  /** It changes nothing in the cloud; the rate limiter keeps a part of the quota for such requests. */
  readonly onlyReads: boolean;
  /** Method and path, for messages. */
  readonly operation: string;
  /** Needs no token and does not count for the rate limit. */
  readonly open: boolean;
  /** May be sent again even when an earlier attempt may have arrived. */
  readonly isIdempotent: boolean;
  /** Aborts the request at any time, also in flight unless it `finishes`. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the request runs to its end once it is sent. */
  readonly finishes?: boolean;
  /** Aborts the request only while it waits; a request in flight runs to its end. */
  readonly stop?: AbortSignal | undefined;
  /** In ms on the client's clock: no wait for the rate limit or for a retry extends beyond it. */
  readonly deadline?: number | undefined;
  readonly deadlineAdvice?: string | undefined;
  /** The request undoes an earlier one. */
  readonly takesBack?: boolean;
  readonly onHeld?: ((held: Held) => void) | undefined;
}

/** A response on its way back through the handler chain. */
export interface Response {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw bytes; after decoding, the expected value. */
  readonly body: unknown;
}

/** Sends a request: a handler, or the whole chain. */
export type Handler = (request: Request) => Promise<Response>;

/** One step of the chain. It acts before and after the next handler. */
export type Layer = (next: Handler) => Handler;

/** The layers around the innermost handler, outermost first. */
export const chain = (layers: readonly Layer[], innermost: Handler): Handler =>
  layers.reduceRight((next, layer) => layer(next), innermost);
