/** What the user asked for cannot be done; the message says what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
