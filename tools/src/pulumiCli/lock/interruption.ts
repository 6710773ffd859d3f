const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work` with a signal that aborts on Ctrl-C and its like, so that it can end what it started and
 * tidy up; only then does the process end as it would have. A caller with a handler of its own decides itself.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    received ??= name;
    controller.abort();
  };
  for (const name of signals) process.on(name, onSignal);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of signals) process.off(name, onSignal);
    if (received !== undefined && process.listenerCount(received) === 0) process.kill(process.pid, received);
  }
}
