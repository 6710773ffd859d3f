/** Waits for all promises, as the engine does after an error, then throws the first error. */
export async function all(works: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(works);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
