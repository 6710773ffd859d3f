import type { Expectation } from './handler';
import type { Method, RequestOptions } from '../options';

/** A call of an API area. */
export interface Call extends RequestOptions {
  readonly method: Method;
  /** From `/v1` on, ids encoded. */
  readonly path: string;
  readonly expects: Expectation;
  /** Says that a POST only reads. */
  readonly onlyReads?: boolean;
  /** Says that a POST does the same once as twice: it is sent again when an earlier one may have arrived. */
  readonly repeatable?: boolean;
}

/** The decoded answer to a call. */
export interface Reply<T> {
  readonly body: T;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a call down the chain. */
export type Send = <T>(call: Call) => Promise<Reply<T>>;
