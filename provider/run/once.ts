/** What is made once in a run: objects of higher folders, lists that many calls need, actions that serve all. */
export type OnceName =
  | 'bill'
  | 'bulk deletions'
  | 'capacity'
  | 'catalogue'
  | 'connections'
  | 'end of the preview'
  | 'end of the failed run'
  | 'end of updates'
  | 'end of unbilled orders'
  | 'unbilled orders of earlier runs'
  | 'explained shared volumes'
  | 'timeouts of the dynamic door'
  | 'verification'
  | 'volumes of evicted machines'
  | 'what is not awaited'
  | 'warning about skipped checkpoints'
  | 'warning about the balance'
  | `first list of ${string}`
  | `machines that hold ${string}`
  | `machines that share ${string}`
  | `members of ${string}`
  | `orders of ${string} are listed`
  | `pending tags of ${string}`
  | `moves of ${string}`
  | `removal of ${string}`
  | `shutdown of ${string}`;

/** The cache of a run, by name. Written and read by `once` alone. */
export class Once {
  private readonly values = new Map<OnceName, unknown>();

  /** The value that the first call with this name has made. After a promise that failed, the next call makes it again. */
  get<T>(name: OnceName, load: () => T): T {
    if (this.values.has(name)) return this.values.get(name) as T;
    const value = load();
    this.values.set(name, value);
    if (value instanceof Promise) value.catch(() => this.values.delete(name));
    return value;
  }
}
