import type { Expectation } from './handler';
import type { Method, RequestOptions } from '../options';

/** A call of an API service. */
export interface Call extends RequestOptions {
  /** Its HTTP method. */
  readonly method: Method;
  /** From `/v1` on, with encoded ids. */
  readonly path: string;
  /** The content of the body of a success. */
  readonly expects: Expectation;
  /** Marks a POST that only reads. */
  readonly onlyReads?: boolean;
  /**
   * Marks a POST that has the same effect when it is sent twice: it is retried even when an earlier attempt may have
   * arrived.
   */
  readonly isIdempotent?: boolean;
}

/** The decoded response to a call. */
export interface Reply<T> {
  /** The decoded body. */
  readonly body: T;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a call through the handler chain and returns the decoded body. */
export type Send = <T>(call: Call) => Promise<T>;

/** Sends a call like `Send`, for lists whose headers are needed too. */
export type SendForReply = <T>(call: Call) => Promise<Reply<T>>;
