// One attempt to see whether a condition holds: a port accepts, a page answers.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import net from 'node:net';
import type { HttpCondition } from './schema';

/** How long a machine may take to answer one attempt, in real ms. */
export const ATTEMPT_MS = 10_000;

/** The outcome of an attempt. */
export type Attempt =
  | { readonly holds: true; readonly hostKey?: string; readonly note?: string; readonly warning?: string }
  /** It is tried again. */
  | { readonly holds: false; readonly reason: string };

/** The condition cannot hold any more, or somebody has to look at it: it is not tried again. */
export class ConditionFailedError extends Error {
  override readonly name = 'ConditionFailedError';
}

/** Why a connection failed, in words. */
export const reasonOf = (error: NodeJS.ErrnoException): string =>
  (error.code !== undefined && REASONS[error.code]) || error.message;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'no route to the machine',
  ENETUNREACH: 'no route to its network',
  ETIMEDOUT: 'no answer',
  EPIPE: 'connection closed',
};

/** Whether a port accepts a TCP connection. */
export const tryPort = (host: string, port: number, signal: AbortSignal): Promise<Attempt> =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, signal });
    socket.setTimeout(ATTEMPT_MS);
    const end = (attempt: Attempt) => {
      socket.destroy();
      resolve(attempt);
    };
    socket.once('connect', () => {
      end({ holds: true });
    });
    socket.once('timeout', () => {
      end({ holds: false, reason: 'no answer' });
    });
    socket.once('error', (error) => {
      if (signal.aborted) reject(error);
      else end({ holds: false, reason: reasonOf(error) });
    });
  });

/** Whether a page answers with the status that is expected. Its redirects are not followed: they may lead elsewhere. */
export const tryHttp = (
  host: string,
  { port, path = '/', scheme = 'http', status: expected, verify = true }: HttpCondition,
  signal: AbortSignal,
): Promise<Attempt> =>
  new Promise((resolve, reject) => {
    const send = scheme === 'https' ? httpsRequest : httpRequest;
    const request = send(
      { host, port, path, signal, agent: false, timeout: ATTEMPT_MS, rejectUnauthorized: verify },
      (response) => {
        const { statusCode = 0 } = response;
        response.destroy();
        const holds =
          expected === undefined ? statusCode >= 200 && statusCode < 300 : statusCode === expected;
        resolve(holds ? { holds } : { holds, reason: `answered ${String(statusCode)}` });
      },
    );
    request.once('timeout', () => {
      request.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
    });
    request.once('error', (error) => {
      if (signal.aborted) reject(error);
      else resolve({ holds: false, reason: reasonOf(error) });
    });
    request.end();
  });
