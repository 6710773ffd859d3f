const isIdentity = (shown: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^(tag|pn|sn|am|epb|ep|log)_[0-9a-f]+$|^my-\w+-token$/.test(
    shown,
  );

/** The ids in the contract's examples, and the emulator's ids that replace them. */
export class Identities {
  private readonly real = new Map<string, string>();

  set(shown: string, real: string): void {
    this.real.set(shown, real);
  }

  /** Records the emulator's ids, by the places that they have in the example of the reply. */
  learn(shown: unknown, real: unknown): void {
    if (typeof shown === 'string' && typeof real === 'string') {
      if (isIdentity(shown)) this.set(shown, real);
      return;
    }
    if (typeof shown !== 'object' || shown === null || typeof real !== 'object' || real === null) return;
    for (const [key, value] of Object.entries(shown))
      this.learn(value, (real as Record<string, unknown>)[key]);
  }

  /** The same value with the ids of the emulator. */
  applied<T>(value: T): T {
    if (value === undefined) return value;
    let text = JSON.stringify(value);
    for (const [shown, real] of this.real) text = text.replaceAll(shown, real);
    return JSON.parse(text) as T;
  }
}
