import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { CloudError } from '../../model/errors';
import { errorBody, hasBody, jsonType } from '../context';

/** Refuses data that is not HTTP, with the error body of the API. */
export function refuseMalformed({ code }: Error & { code: string }, socket: Socket): void {
  if (code === 'ECONNRESET') socket.destroy();
  else if (code === 'HPE_HEADER_OVERFLOW')
    end(socket, '431 Request Header Fields Too Large', 'The headers of the request are too long.');
  else end(socket, '400 Bad Request', 'The request is not valid HTTP.');
}

function end(socket: Socket, status: string, message: string): void {
  if (socket.writable) {
    const body = JSON.stringify(errorBody({ code: 'invalid_request', message }));
    const headers = [
      `content-type: ${jsonType}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.write([`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n'));
  }
  socket.destroy();
}

/** Refuses requests that Node.js would refuse without the error body of the API, or would misread. */
export function refuseUnusual(app: FastifyInstance): void {
  // After the hooks `onRequest`: a token that is missing or a limit that is exceeded comes first.
  app.addHook('preParsing', ({ raw: { httpVersion, headers } }, _, payload, done) => {
    const { host, 'content-encoding': encoding = 'identity' } = headers;
    if (httpVersion === '1.1' && host === undefined) done(hostMissing());
    else if (encoding.toLowerCase() !== 'identity' && hasBody(headers)) done(compressed(encoding));
    else done(null, payload);
  });
  app.addHook('onSend', ({ raw }, _, payload, done) => {
    whenRead(raw, () => {
      done(null, payload);
    });
  });
  app.server.on('checkExpectation', ({ headers: { expect } }: IncomingMessage, response: ServerResponse) => {
    const message = `The header "Expect": "${expect ?? ''}" is not supported. Leave this header out.`;
    const body = JSON.stringify(errorBody({ code: 'invalid_request', message }));
    const length = Buffer.byteLength(body);
    response
      .writeHead(417, { 'content-type': jsonType, 'content-length': length, connection: 'close' })
      .end(body);
  });
  app.server.on('connect', (_: IncomingMessage, socket: Socket) => {
    end(socket, '400 Bad Request', 'The emulator is not a proxy: send it requests to its own paths.');
  });
}

const hostMissing = (): CloudError =>
  new CloudError(
    'invalid_request',
    'The header "Host" is missing. Send it with the name and the port of the emulator.',
  );

const compressed = (encoding: string): CloudError =>
  new CloudError(
    'invalid_request',
    `The header "Content-Encoding": bodies in "${encoding}" are not supported. Send the body as it is, without this header.`,
  );

/**
 * Reads and discards what is left of a body before an early answer: the connection of a client that still sends would
 * break, and the client would not see the answer.
 */
function whenRead(raw: IncomingMessage, proceed: () => void): void {
  if (raw.complete || raw.destroyed || !hasBody(raw.headers)) {
    proceed();
    return;
  }
  finished(raw, { writable: false }, () => {
    proceed();
  });
  raw.resume();
}
