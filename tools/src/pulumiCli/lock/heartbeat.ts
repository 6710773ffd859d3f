/** Reports the work in progress, again every `every` milliseconds, and at the end how long it took. */
export async function withHeartbeat<T>(
  progress: (line: string) => void,
  doing: string,
  work: () => Promise<T>,
  every = 30_000,
): Promise<T> {
  const startedAt = performance.now();
  const passed = (): string => duration(performance.now() - startedAt);
  const title = doing.charAt(0).toUpperCase() + doing.slice(1);
  progress(`${title}.`);
  const timer = setInterval(() => {
    progress(`Still ${doing}, for ${passed()} so far.`);
  }, every);
  try {
    const result = await work();
    progress(`Done ${doing}, in ${passed()}.`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** Whole seconds, in words. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
