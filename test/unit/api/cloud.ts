import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as the server saw it. */
export interface Seen {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** An answer; a string is sent unchanged, everything else as JSON. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Answers a request in place of the server; with `socket` it can break the connection. */
export type Answering = (request: Seen, socket: Socket) => Answer | undefined | Promise<Answer | undefined>;

/** An HTTP server for tests, which records the requests and answers as the test defines. */
export class Cloud {
  readonly seen: Seen[] = [];
  readonly #server: Server;

  private constructor(answering: Answering) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const seen: Seen = {
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body: text === '' ? undefined : JSON.parse(text),
        };
        this.seen.push(seen);
        void Promise.resolve(answering(seen, request.socket)).then((answer) => {
          if (!answer) return;
          const { status = 200, headers = {}, body } = answer;
          response.writeHead(status, { 'content-type': 'application/json', ...headers });
          response.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
        });
      });
    });
  }

  static async start(answering: Answering): Promise<Cloud> {
    const cloud = new Cloud(answering);
    await new Promise<void>((resolve) => cloud.#server.listen(0, '127.0.0.1', resolve));
    return cloud;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The requests of one operation, e.g. `GET /v1/instances`. */
  of(operation: string): Seen[] {
    return this.seen.filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === operation);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The answer to every token request. */
export const token = (access = 'the-access-token', seconds = 3_600): Answer => ({
  body: {
    access_token: access,
    token_type: 'Bearer',
    expires_in: seconds,
    refresh_token: `refresh-of-${access}`,
    scope: 'cloud-api-v1',
  },
});

/** Answers token requests itself, and all other requests with `answering`. */
export const withToken =
  (answering: Answering): Answering =>
  (request, socket) =>
    request.url === '/v1/oauth2/token' ? token() : answering(request, socket);
