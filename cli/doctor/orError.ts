/** The result, or the error of this class that explains why there is none; other errors are thrown. */
export async function orError<T, E extends Error>(
  promise: Promise<T>,
  kind: abstract new (...args: never[]) => E,
): Promise<T | E> {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof kind)) throw error;
    return error;
  }
}
