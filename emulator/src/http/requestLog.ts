import { monotonicTime } from '../model/time/clock';

/** A command that a client ran on a machine which answers. */
export interface LoggedCommand {
  /** The id of the instance, or of the node of a cluster. */
  machineId: string;
  user: string;
  text: string;
  /** Null until it is answered. */
  exitCode: number | null;
}

/** A request in the log. */
export interface LoggedRequest {
  /** Real time, ISO 8601. */
  at: string;
  /** `SSH` for a command on a machine. */
  method: string;
  /** With its query. Of a command: the user and the address, such as `ssh://root@127.64.0.1:22`. */
  url: string;
  /** Undefined for paths that the contract does not have. */
  operationId: string | undefined;
  clientId: string | undefined;
  /** Null until a reply is sent, and when the connection was dropped instead. */
  status: number | null;
  /** Real time until the reply was sent or the connection dropped; null until then. */
  milliseconds: number | null;
  /** The kinds of the faults that were applied to the request or its reply; undefined if there were none. */
  faults: string[] | undefined;
  /** Only for a command on a machine: it has no status, and does not count as a request. */
  command?: LoggedCommand;
}

/** A request as it is stored: its instant is formatted when the log is read. */
export interface Entry extends Omit<LoggedRequest, 'at'> {
  /** Milliseconds since 1970. */
  at: number;
  /** The same instant by the monotonic time of this process. */
  began: number;
}

/** Older entries are removed; the counts still include them. */
const mostRequests = 10_000;

export const loggedRequest = ({ began: _, at, ...entry }: Entry): LoggedRequest => ({
  at: new Date(at).toISOString(),
  ...entry,
});

/** Notes that the request was answered with this status, or that its connection was dropped. */
export function hasEnded(entry: Entry | undefined, status: number | null): void {
  if (entry === undefined) return;
  entry.status = status;
  entry.milliseconds = monotonicTime() - entry.began;
}

/** The latest requests to the API, and the number of requests of each operation. */
export class RequestLog {
  /** A ring: once it is full, the next entry takes the place of the oldest. */
  private ring: Entry[] = [];
  private next = 0;
  private added = 0;
  private readonly counter = new Map<string, number>();

  add(entry: Entry): void {
    this.ring[this.next] = entry;
    this.next = (this.next + 1) % mostRequests;
    this.added += 1;
    if (entry.command !== undefined) return;
    const name = entry.operationId ?? 'unknown';
    this.counter.set(name, (this.counter.get(name) ?? 0) + 1);
  }

  /** The latest ten thousand, oldest first. */
  list(): LoggedRequest[] {
    return this.inOrder().map(loggedRequest);
  }

  /** The latest ones, oldest first, with their place among all requests so far. */
  latest(count: number): { place: number; entry: Readonly<Entry> }[] {
    const latest = this.inOrder().slice(-count);
    return latest.map((entry, index) => ({ place: this.added - latest.length + index, entry }));
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
  private inOrder(): Entry[] {
    return [...this.ring.slice(this.next), ...this.ring.slice(0, this.next)];
  }
}
