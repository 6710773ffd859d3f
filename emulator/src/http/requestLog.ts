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

/** Older entries are dropped; the counts keep counting. */
const kept = 10_000;

/** Every request to the API, and how often each operation was asked for. */
export class RequestLog {
  private entries: LoggedRequest[] = [];
  private readonly counter = new Map<string, number>();

  add(entry: LoggedRequest): void {
    this.entries.push(entry);
    if (this.entries.length > kept * 2) this.entries = this.entries.slice(-kept);
    const name = entry.operationId ?? 'unknown';
    this.counter.set(name, (this.counter.get(name) ?? 0) + 1);
  }

  /** The latest ten thousand, oldest first. */
  list(): readonly LoggedRequest[] {
    return this.entries.slice(-kept);
  }

  /** How often each operation was asked for since the last reset. */
  counts(): Record<string, number> {
    return Object.fromEntries(this.counter);
  }

  reset(): void {
    this.entries = [];
    this.counter.clear();
  }
}
