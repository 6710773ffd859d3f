import type { RealTime } from '../cloud/clock';

/** The documented limits, in requests of one project within a window. */
const projectQuota = 500;
const endpointQuota = 60;
/** Replaces the endpoint limit where lists are polled. */
const listQuota = 120;
const lists: ReadonlySet<string> = new Set(['GET /v1/volumes', 'GET /v1/instances']);

/** A fixed window: it begins with the first request and forgets everything when it ends. */
interface Window {
  endsAt: number;
  used: number;
}

/** What is left of a limit, in requests and seconds. */
interface Standing {
  name: 'project' | 'endpoint';
  quota: number;
  remaining: number;
  reset: number;
}

export interface Verdict {
  headers: Record<string, string>;
  /** Seconds to wait, when the request is one too many. */
  retryAfter?: number;
  /** The limit that it exceeds. */
  exceeded?: Standing['name'];
}

/** Windows of projects that have fallen silent are dropped when there are this many. */
const manyWindows = 10_000;

/** Counts requests against the documented limits. Windows are counted in real time: clients wait in real time. */
export class RateLimits {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly realTime: RealTime,
    private readonly windowSeconds: number,
  ) {}

  /** Counts a request; `path` is concrete, ids included, without the query. */
  count(projectId: string, method: string, path: string): Verdict {
    const endpoint = `${method} ${path}`;
    const standings: [Standing, Standing] = [
      this.take('project', projectId, projectQuota),
      this.take('endpoint', `${projectId} ${endpoint}`, lists.has(endpoint) ? listQuota : endpointQuota),
    ];
    const headers = {
      'RateLimit-Policy': standings
        .map(({ name, quota }) => `${name};q=${quota};w=${this.windowSeconds}`)
        .join(', '),
      RateLimit: standings
        .map(({ name, remaining, reset }) => `${name};r=${Math.max(0, remaining)};t=${reset}`)
        .join(', '),
    };
    const over = standings.filter(({ remaining }) => remaining < 0);
    const [first] = over;
    if (first === undefined) return { headers };
    return { headers, exceeded: first.name, retryAfter: Math.max(...over.map(({ reset }) => reset)) };
  }

  /** Forgets all windows. */
  reset(): void {
    this.windows.clear();
  }

  private take(name: Standing['name'], key: string, quota: number): Standing {
    const now = this.realTime();
    let window = this.windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      if (this.windows.size >= manyWindows) this.forgetEnded(now);
      window = { endsAt: now + this.windowSeconds * 1000, used: 0 };
      this.windows.set(key, window);
    }
    window.used += 1;
    return { name, quota, remaining: quota - window.used, reset: Math.ceil((window.endsAt - now) / 1000) };
  }

  private forgetEnded(now: number): void {
    for (const [key, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(key);
  }
}
