import type { Socket } from 'node:net';
import { errorBody } from '../context';

/** Refuses data that is not HTTP, with the error body of the API. */
export function refuseMalformed({ code }: Error & { code: string }, socket: Socket): void {
  if (code !== 'ECONNRESET' && socket.writable) {
    const [status, message] =
      code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'The headers of the request are too long.']
        : ['400 Bad Request', 'The request is not valid HTTP.'];
    const body = JSON.stringify(errorBody({ code: 'invalid_request', message }));
    const headers = [
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.write([`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n'));
  }
  socket.destroy();
}
