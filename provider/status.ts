/** Rewrites the line of progress of a resource. */
export function status(_urn: string, _message: string): void {
  throw new Error('not there yet');
}

/** A warning that stays on the screen. */
export function warn(_urn: string, _message: string): void {
  throw new Error('not there yet');
}
