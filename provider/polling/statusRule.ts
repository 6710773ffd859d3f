import type { WaitDecision } from './collection';

/** The status words of a kind of resource that end a wait; every other word, unknown ones included, means "not yet". */
export interface StatusRule {
  /** It can be used. */
  readonly ready: readonly string[];
  /** It will never be usable. */
  readonly failed: readonly string[];
  /** It is no more, or on its way out. */
  readonly gone: readonly string[];
}

/**
 * Waits until it is ready; a failure, or that it is gone or missing, ends the wait at once.
 *
 * @param describe makes the error, given what was found (undefined: nothing).
 */
export function untilReady<T extends { readonly status: string }>(
  rule: StatusRule,
  describe: (object: T | undefined) => Error,
): (object: T | undefined) => WaitDecision<T> {
  return (object) => {
    if (!object || rule.failed.includes(object.status) || rule.gone.includes(object.status)) {
      return { state: 'failed', error: describe(object) };
    }
    return rule.ready.includes(object.status)
      ? { state: 'done', value: object }
      : { state: 'waiting', status: object.status };
  };
}

/** Waits until it is gone. */
export function untilGone<T extends { readonly status: string }>(
  rule: StatusRule,
): (object: T | undefined) => WaitDecision<T> {
  return (object) =>
    !object || rule.gone.includes(object.status)
      ? { state: 'done', value: object }
      : { state: 'waiting', status: object.status };
}
