import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AxiosResponse } from 'axios';
import { InvalidRequestError } from '../../errors';
import { abortError, isAborted, onAbort } from './abort';
import { MOST_CONNECTIONS } from './connections';
import { LONGEST_TIMER_MS } from '../time/clock';
import { connectionError } from './connectionError';
import type { Handler, Request, Response } from '../handler';
import type { Wording } from '../../wording';
import { loadAxios } from './libraries';
import { lookupLoopback } from './loopback';
import { axiosProxy, mustBeFromApi } from './proxy';
import { searchOf } from './query';

/** Options of the transport. */
export interface TransportOptions {
  /** Without `/v1` and without a trailing slash. */
  readonly baseUrl: string;
  /** For one request, from its start to the last byte of the response. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly wording: Wording;
}

/**
 * Idle connections are closed before servers usually close them (after five seconds). A request that is sent while
 * the server closes the connection gets a reset, and a write may then have arrived.
 */
const IDLE_MS = 4_000;
/** A longer response is not from this API. */
const LONGEST_ANSWER = 128 * 1024 * 1024;

/** The end of the chain: sends a request with axios and returns status, headers and bytes for any status. */
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
    // Plain http is allowed for this machine only.
    this.#httpAgent = new HttpAgent({ ...agent, lookup: lookupLoopback });
    this.#httpsAgent = new HttpsAgent(agent);
  }

  /** Throws a TransportError when there is no response, and an InvalidRequestError if the body is not JSON. */
  readonly handle: Handler = async (request) => {
    if (isAborted(request)) throw abortError(request);
    const data = jsonOf(request);
    const { baseUrl, timeoutMs, wording } = this.#options;
    const limit = new AbortController();
    const timer = setTimeout(
      () => {
        limit.abort();
      },
      Math.min(timeoutMs, LONGEST_TIMER_MS),
    );
    const stopListening = onAbort(request.finishes ? [] : [request.signal], () => {
      limit.abort();
    });
    try {
      // Not the shared instance, whose interceptors and defaults other code of the process may set.
      const { Axios } = loadAxios();
      const answer: AxiosResponse<Uint8Array> = await new Axios().request({
        ...this.#axiosDefaults(),
        method: request.method,
        url: `${baseUrl}${request.path}${searchOf(request.query)}`,
        headers: this.#headersOf(request),
        data,
        signal: limit.signal,
      });
      mustBeFromApi(baseUrl, answer);
      return { status: answer.status, headers: plain(answer.headers), body: answer.data };
    } catch (error) {
      // The axios error is not kept as the cause: it contains the request with its token.
      if (request.signal?.aborted && !request.finishes) throw abortError(request, request.method !== 'GET');
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
      // A redirect would send the token to another address.
      maxRedirects: 0,
      maxContentLength: LONGEST_ANSWER,
      httpAgent: this.#httpAgent,
      httpsAgent: this.#httpsAgent,
      transformRequest: [(data: unknown) => data],
      transformResponse: [(data: unknown) => data],
      proxy: axiosProxy(this.#options.baseUrl),
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

/** The body to send. JSON can hold neither a bigint nor an object that contains itself. */
function jsonOf({ body, operation }: Request): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new InvalidRequestError(
      `${operation} was not sent: its body cannot be written as JSON (${reason}).`,
      {
        operation,
        code: 'invalid_request',
      },
    );
  }
}

const plain = (headers: AxiosResponse['headers']): Response['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
