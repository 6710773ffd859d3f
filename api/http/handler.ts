import type { Held, Kind, Method, Query } from '../options';

/**
 * What the body of a success has to be; anything else counts as truncated.
 *
 * `id` is a JSON string, bare text, an array of one or an object with an `id`; `object` may come as an array of
 * one; `results` is a list, or nothing at all; `nothing` is not looked at; `any` is JSON, or
 * nothing at all, or text that says it is no JSON.
 */
export type Expectation = 'list' | 'object' | 'id' | 'boolean' | 'results' | 'nothing' | 'any';

/** A request on its way down the chain. */
export interface Request {
  readonly method: Method;
  /** From `/v1` on, without the query. */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  /** Makes the body anew when the request is sent, of the time by the cloud's clock; `body` is what it looks like. */
  readonly bodyAt?: ((sentAt: number) => unknown) | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expects: Expectation;
  readonly kind: Kind;
  /** Method and path, for messages. */
  readonly operation: string;
  /** Needs no token, and is not counted by the rate limit. */
  readonly open: boolean;
  /** May be sent again even when an earlier attempt may have arrived. */
  readonly repeatable: boolean;
  /** Given up by the caller: in flight too. */
  readonly signal?: AbortSignal | undefined;
  /** Given up while it waits; what is in flight runs to its end. */
  readonly stop?: AbortSignal | undefined;
  /** In ms on the client's clock: it does not wait beyond that, for a rate limit or to be sent again. */
  readonly deadline?: number | undefined;
  /** It takes back what was ordered before. */
  readonly isTakenBack?: boolean;
  readonly onHeld?: ((held: Held) => void) | undefined;
}

/** An answer on its way up the chain. */
export interface Response {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes as they came; what was expected, once decoded. */
  readonly body: unknown;
}

/** Sends a request; the whole chain is one, and so is each of its ends. */
export type Handler = (request: Request) => Promise<Response>;

/** One link of the chain: a job to do before and after the next. */
export type Layer = (next: Handler) => Handler;

/** The layers around the innermost handler, outermost first. */
export const chain = (layers: readonly Layer[], innermost: Handler): Handler =>
  layers.reduceRight((next, layer) => layer(next), innermost);
