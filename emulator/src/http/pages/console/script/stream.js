/** @typedef {import('../../../../control/console/overview').Overview} Overview */
/** @typedef {import('../../../../control/console/overview').Present} Present */
/** @typedef {import('../../../../control/console/overview').Tables} Tables */
/** @typedef {import('../../../../control/console/changes').Changes} Changes */

const root = '/_emulator';
/** Milliseconds until the next connection attempt, if the browser does not make it itself. */
const retryDelay = 2000;

/**
 * Follows the emulator, and connects again whenever the connection is lost.
 *
 * @param {object} reader
 * @param {(overview: Overview) => void} reader.snapshot
 * @param {(update: Present & Partial<Changes>) => void} reader.update
 * @param {(isConnected: boolean) => void} reader.connected
 */
export function follow({ snapshot, update, connected }) {
  const source = new EventSource(`${root}/events`);
  source.addEventListener('snapshot', (message) => {
    connected(true);
    snapshot(JSON.parse(message.data));
  });
  source.addEventListener('update', (message) => update(JSON.parse(message.data)));
  source.addEventListener('error', () => {
    connected(false);
    // A browser tries again by itself, except after an answer that is no stream.
    if (source.readyState === EventSource.CLOSED)
      setTimeout(() => follow({ snapshot, update, connected }), retryDelay);
  });
}

/**
 * Calls the control API.
 *
 * @param {'GET' | 'POST' | 'PUT' | 'DELETE'} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<unknown>}
 * @throws {Error} with the sentence of the emulator.
 */
export async function call(method, path, body) {
  const reply = await fetch(root + path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await reply.text();
  /** @type {unknown} */
  const answer = text === '' ? undefined : JSON.parse(text);
  if (reply.ok) return answer;
  const { message } = /** @type {{ message?: string }} */ (answer ?? {});
  throw new Error(message ?? `${method} ${path} answered ${reply.status}.`);
}
