import { setMaxListeners } from 'node:events';
import { TransportError, WritesStoppedError } from '../../errors';
import type { CloudComputeError } from '../../errors';
import type { Request } from '../handler';

type Signals = readonly (AbortSignal | undefined)[];

/**
 * Calls the listener once with the reason of the first signal that aborts; at once if a signal has aborted already.
 *
 * @returns a function that removes the listener. AbortSignal.any does not replace this: in Node 20 its result is kept
 * in memory as long as its longest-lived source.
 */
export function onAbort(signals: Signals, listener: (reason: Error) => void): () => void {
  const stopListening = () => {
    for (const signal of signals) signal?.removeEventListener('abort', aborted);
  };
  const aborted = () => {
    stopListening();
    listener(reasonOf(signals.find((signal) => signal?.aborted)));
  };
  if (signals.some((signal) => signal?.aborted)) {
    aborted();
    return stopListening;
  }
  for (const signal of signals) {
    if (!signal) continue;
    // Hundreds of waits share one signal, and each removes its listener at its end: this is not a leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', aborted, { once: true });
  }
  return stopListening;
}

/** The promise, or a rejection with the reason of the first signal that aborts before it. */
export function unlessAborted<T>(promise: Promise<T>, ...signals: Signals): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopListening = onAbort(signals, reject);
    promise.then(resolve, reject).finally(stopListening);
  });
}

/** Whether a request must not be sent any more. */
export const isAborted = ({ signal, stop }: Request): boolean => Boolean(signal?.aborted || stop?.aborted);

/** The error of an aborted request: the caller aborted it, or writes were stopped. */
export function abortError(request: Request, mayHaveArrived = false): CloudComputeError {
  const { operation, signal, stop } = request;
  if (stop?.aborted && !signal?.aborted) {
    return new WritesStoppedError(reasonOf(stop).message, { operation, mayHaveArrived });
  }
  const outcome = mayHaveArrived ? '; it may have taken effect' : '';
  const error = new TransportError(`${operation} was given up (${reasonOf(signal).message})${outcome}.`, {
    operation,
    code: 'aborted',
    mayHaveArrived,
  });
  error.cause = signal?.reason;
  return error;
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error(typeof reason === 'string' ? reason : 'aborted');
}
