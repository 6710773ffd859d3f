// A proxy between provider and emulator that can change a single answer, which faults of the emulator cannot do.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the relay is about to forward, and may change. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  body: string;
}

/** An answer that the relay is about to return, and may change. */
export interface Answered {
  status: number;
  readonly headers: Headers;
  body: string;
}

export interface Relay {
  readonly url: string;
  close(): Promise<void>;
}

/** Forwards requests to `target` through `change`, which calls `pass` to send the request. */
export async function relayTo(
  target: string,
  change: (request: Passing, pass: () => Promise<Answered>) => Promise<Answered>,
): Promise<Relay> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = 'GET', url: path = '/' } = request;
      const passing: Passing = { method, path, body: Buffer.concat(chunks).toString() };
      const { authorization, 'content-type': type } = request.headers;
      const pass = async (): Promise<Answered> => {
        const reply = await fetch(target + path, {
          method,
          headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
          ...(passing.body && { body: passing.body }),
        });
        return { status: reply.status, headers: new Headers(reply.headers), body: await reply.text() };
      };
      change(passing, pass).then(
        ({ status, headers, body }) => {
          const kept = [...headers].filter(
            ([name]) => !/^(content-length|connection|transfer-encoding|keep-alive)$/.test(name),
          );
          response.writeHead(status, Object.fromEntries(kept)).end(body);
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
