import { TransportError } from '../../errors';
import type { Layer, Request } from '../handler';
import type { Clock } from '../time/clock';
import { isTooLate, remedy } from '../time/deadline';
import { abortError, isAborted, onAbort } from './abort';

/** The number of parallel connections: enough for a burst of a whole quota, but limited. */
export const MOST_CONNECTIONS = 128;

/**
 * Lets a request through when there is a free connection for it, in the order of arrival. If axios waited for the
 * connection, the wait would count for the time limit, and when the limit ends it would be unknown whether the request
 * was sent.
 *
 * This is own code because a waiting request gives up at its deadline, by the client's clock; p-queue knows only real
 * time.
 */
export class Connections {
  #used = 0;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly clock: Clock) {}

  readonly layer: Layer = (next) => async (request) => {
    if (this.#used < MOST_CONNECTIONS) this.#used += 1;
    else await this.#turnOf(request);
    try {
      return await next(request);
    } finally {
      const [first] = this.#waiting;
      // The first waiter takes over the connection.
      if (first) first();
      else this.#used -= 1;
    }
  };

  #turnOf(request: Request): Promise<void> {
    return new Promise((resolve, reject) => {
      if (isAborted(request)) throw abortError(request);
      const end = new AbortController();
      const go = () => {
        leave();
        resolve();
      };
      const fail = (error: Error) => {
        leave();
        reject(error);
      };
      const leave = () => {
        this.#waiting.delete(go);
        stopListening();
        end.abort();
      };
      this.#waiting.add(go);
      const stopListening = onAbort([request.signal, request.stop], () => {
        fail(abortError(request));
      });
      const { deadline = Infinity } = request;
      if (!isTooLate(request, Number.MAX_VALUE)) return;
      this.clock.sleep(deadline - this.clock.now(), end.signal).then(
        () => {
          fail(noConnection(request));
        },
        () => undefined,
      );
    });
  }
}

const noConnection = (request: Request): TransportError =>
  new TransportError(
    `${request.operation} was not sent: until its time was over, ${MOST_CONNECTIONS} other requests were under way. ${remedy(request)}`,
    { operation: request.operation, code: 'deadline' },
  );
