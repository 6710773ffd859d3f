/** A request of the user that cannot be carried out; the message says what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
