/**
 * Calls back once, when the engine that started this plugin is gone.
 *
 * @returns stops watching.
 */
export function watchEngine(_onGone: () => void): () => void {
  throw new Error('not there yet');
}
