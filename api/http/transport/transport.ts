import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AxiosResponse } from 'axios';
import { givenUp, isGivenUp, onAbort } from './abort';
import { isLoopback } from './baseUrl';
import { LONGEST_TIMER_MS } from '../time/clock';
import { connectionError } from './connectionError';
import type { Handler, Request, Response } from '../handler';
import type { Wording } from '../../wording';
import { loadAxios } from './loadAxios';
import { lookupLoopback } from './loopback';
import { searchOf } from './query';

/** How requests go out. */
export interface TransportOptions {
  /** Without `/v1` and a trailing slash. */
  readonly baseUrl: string;
  /** For one request, from its start to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly wording: Wording;
}

/**
 * Idle connections are closed before servers commonly do (five seconds): a request that is sent just as the
 * server closes gets a reset, and a write must then be taken for one that may have arrived.
 */
const IDLE_MS = 4_000;
/** Connections at a time: a burst of a window's quota goes out at once, ten thousand requests do not. */
const MOST_CONNECTIONS = 128;
/** An answer that is longer than this is not one of this API. */
const LONGEST_ANSWER = 128 * 1024 * 1024;

/** The end of the chain: sends a request with axios and answers status, headers and bytes, whatever the status. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #httpAgent: HttpAgent;
  readonly #httpsAgent: HttpsAgent;

  constructor(options: TransportOptions) {
    this.#options = options;
    const agent = {
      keepAlive: true,
      timeout: IDLE_MS,
      maxSockets: MOST_CONNECTIONS,
      scheduling: 'lifo' as const,
    };
    // Plain http is for this machine only.
    this.#httpAgent = new HttpAgent({ ...agent, lookup: lookupLoopback });
    this.#httpsAgent = new HttpsAgent(agent);
  }

  /** Throws a TransportError when there is no answer; no other error. */
  readonly handle: Handler = async (request) => {
    if (isGivenUp(request)) throw givenUp(request);
    const { baseUrl, timeoutMs, wording } = this.#options;
    const limit = new AbortController();
    const timer = setTimeout(
      () => {
        limit.abort();
      },
      Math.min(timeoutMs, LONGEST_TIMER_MS),
    );
    const stopListening = onAbort([request.signal], () => {
      limit.abort();
    });
    try {
      const answer: AxiosResponse<Uint8Array> = await loadAxios().request({
        ...this.#axiosDefaults(),
        method: request.method,
        url: `${baseUrl}${request.path}${searchOf(request.query)}`,
        headers: this.#headersOf(request),
        data: request.body === undefined ? undefined : JSON.stringify(request.body),
        signal: limit.signal,
      });
      return { status: answer.status, headers: plain(answer.headers), body: answer.data };
    } catch (error) {
      // The error of axios is not kept as a cause: it holds the request with its token.
      if (request.signal?.aborted) throw givenUp(request, request.method !== 'GET');
      throw connectionError(request, error, {
        baseUrl,
        wording,
        ...(limit.signal.aborted && { timedOutMs: timeoutMs }),
      });
    } finally {
      clearTimeout(timer);
      stopListening();
    }
  };

  /** Closes the idle connections. */
  close(): void {
    this.#httpAgent.destroy();
    this.#httpsAgent.destroy();
  }

  #axiosDefaults() {
    return {
      adapter: 'http' as const,
      responseType: 'arraybuffer' as const,
      validateStatus: () => true,
      // A redirect would carry the token to wherever it leads.
      maxRedirects: 0,
      maxContentLength: LONGEST_ANSWER,
      httpAgent: this.#httpAgent,
      httpsAgent: this.#httpsAgent,
      transformRequest: [(data: unknown) => data],
      transformResponse: [(data: unknown) => data],
      // The proxy of the environment is for other machines.
      ...(isLoopback(new URL(this.#options.baseUrl).hostname) && { proxy: false as const }),
    };
  }

  #headersOf({ headers, body }: Request): Record<string, string> {
    return {
      Accept: 'application/json',
      'User-Agent': this.#options.userAgent,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    };
  }
}

const plain = (headers: AxiosResponse['headers']): Response['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
