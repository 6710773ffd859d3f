/** One request as the emulator saw it. */
export interface LoggedRequest {
  /** Real time, ISO 8601. */
  at: string;
  method: string;
  /** With its query. */
  url: string;
  /** Undefined for paths that the contract does not have. */
  operationId: string | undefined;
  clientId: string | undefined;
  /** Null when no reply was sent: the connection was dropped. */
  status: number | null;
}

/** A request as it is stored: its instant is formatted when the log is read. */
export interface Entry extends Omit<LoggedRequest, 'at'> {
  /** Milliseconds since 1970. */
  at: number;
}

/** Older entries are dropped; the counts keep counting. */
const kept = 10_000;

export const loggedRequest = ({ at, ...entry }: Entry): LoggedRequest => ({
  at: new Date(at).toISOString(),
  ...entry,
});

/** The latest requests to the API, and the number of requests of each operation. */
export class RequestLog {
  /** A ring: once it is full, the next entry takes the place of the oldest. */
  private ring: Entry[] = [];
  private next = 0;
  private readonly counter = new Map<string, number>();

  add(entry: Entry): void {
    this.ring[this.next] = entry;
    this.next = (this.next + 1) % kept;
    const name = entry.operationId ?? 'unknown';
    this.counter.set(name, (this.counter.get(name) ?? 0) + 1);
  }

  /** The latest ten thousand, oldest first. */
  list(): LoggedRequest[] {
    return [...this.ring.slice(this.next), ...this.ring.slice(0, this.next)].map(loggedRequest);
  }

  /** The number of requests of each operation since the last reset. */
  counts(): Record<string, number> {
    return Object.fromEntries(this.counter);
  }

  reset(): void {
    this.ring = [];
    this.next = 0;
    this.counter.clear();
  }
}
