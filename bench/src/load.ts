import { connect } from 'node:net';
import { once } from 'node:events';

const CONNECTIONS = 8;
/** Requests in flight on each connection, so that the server never waits for the client. */
const PIPELINED = 8;
const STATUS_LINE = Buffer.from('HTTP/1.1 ');
const OK = '200';

/**
 * Measures how many requests a second a server answers. The client writes bytes and counts status lines, and does
 * nothing else, so that only the server is measured. Any answer but 200 is an error.
 */
export async function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  ms: number,
): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const started = performance.now();
  const ends = started + ms;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      let answered = 0;
      let rest = Buffer.alloc(0);
      socket.write(Buffer.concat(Array.from({ length: PIPELINED }, () => request)));
      try {
        while (performance.now() < ends) {
          const [chunk] = (await once(socket, 'data')) as [Buffer];
          const { count, left } = statusLines(Buffer.concat([rest, chunk]));
          rest = left;
          answered += count;
          if (count > 0) socket.write(Buffer.concat(Array.from({ length: count }, () => request)));
        }
      } finally {
        socket.destroy();
      }
      return answered;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1_000);
}

/**
 * Counts the answers that begin in these bytes, and keeps the last bytes, which may be the beginning of another answer.
 */
function statusLines(bytes: Buffer): { count: number; left: Buffer<ArrayBuffer> } {
  const whole = STATUS_LINE.length + OK.length;
  let count = 0;
  let from = 0;
  for (;;) {
    const at = bytes.indexOf(STATUS_LINE, from);
    if (at < 0)
      return {
        count,
        left: Buffer.from(bytes.subarray(Math.max(from, bytes.length - STATUS_LINE.length + 1))),
      };
    if (at + whole > bytes.length) return { count, left: Buffer.from(bytes.subarray(at)) };
    const status = bytes.toString('latin1', at + STATUS_LINE.length, at + whole);
    if (status !== OK) throw new Error(`The server answered ${status} instead of 200.`);
    count += 1;
    from = at + whole;
  }
}
