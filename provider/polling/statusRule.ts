import type { WaitDecision } from './collection';

/** The statuses that end a wait for a kind of resource. Every other status, also an unknown one, means "not yet". */
export interface StatusRule {
  /** The resource can be used. */
  readonly ready: readonly string[];
  /** The resource will never be usable. */
  readonly failed: readonly string[];
  /** The resource is deleted or being deleted. */
  readonly gone: readonly string[];
}

/**
 * Waits until the resource is ready. A failed, deleted or missing resource ends the wait at once.
 *
 * @param describe creates the error from the object that was found (undefined: none).
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

/** Waits until the object is gone, or in this state. */
export const until =
  <T extends { readonly status: string }>(isOver: (object: T) => boolean) =>
  (object: T | undefined): WaitDecision<T> =>
    !object || isOver(object)
      ? { state: 'done', value: object }
      : { state: 'waiting', status: object.status };

export const untilGone = <T extends { readonly status: string }>({
  gone,
}: StatusRule): ((object: T | undefined) => WaitDecision<T>) =>
  until<T>(({ status }) => gone.includes(status));
