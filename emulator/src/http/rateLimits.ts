import type { RealTime } from '../model/time/clock';

/** Requests of one project within a window. */
interface Quotas {
  project: number;
  endpoint: number;
  /** Replaces the endpoint limit where lists are polled. */
  list: number;
}

const documentedQuotas: Quotas = { project: 500, endpoint: 60, list: 120 };
/**
 * Quotas that no client reaches. They are announced because a client without rate-limit headers keeps the
 * documented limits.
 */
export const unreachableQuotas: Quotas = { project: 1e9, endpoint: 1e9, list: 1e9 };
/** The shortest time between two removals of ended windows, in milliseconds: a removal costs more than a request. */
const shortestSweep = 1000;
const lists: ReadonlySet<string> = new Set(['/v1/volumes', '/v1/instances']);

/** A fixed window: it begins with the first request, and its count is dropped when it ends. */
interface Window {
  /** Milliseconds of real time. */
  endsAt: number;
  /** The requests so far, the refused ones included. */
  used: number;
}

/** The windows of a project: its own, and those of its endpoints by method and path. */
interface ProjectWindows extends Window {
  methods: Map<string, Map<string, Window>>;
}

type Limit = 'project' | 'endpoint';

/** The rate-limit headers of a reply, and the limit that the request exceeds. */
export interface RateLimitStatus {
  /** `RateLimit-Policy`: every limit with its quota and its window. */
  policy: string;
  /** `RateLimit`: the remaining quota of every limit, and the seconds until it is reset. */
  standing: string;
  /** The limit that the request exceeds, if it does. */
  exceeded: Limit | undefined;
  /** Seconds until a request over a limit may be sent again; 0 for any other request. */
  retryAfter: number;
}

/** A window that has not ended. */
export interface RateLimitWindow extends Window {
  project: string;
  /** The method and the path; left out for the window of the whole project. */
  endpoint?: string;
  quota: number;
}

const isList = (method: string, path: string): boolean => method === 'GET' && lists.has(path);

const newWindow = (): Window => ({ endsAt: -Infinity, used: 0 });
const newPaths = (): Map<string, Window> => new Map();
const newProject = (): ProjectWindows => ({ ...newWindow(), methods: new Map() });

function found<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Counts requests against the quotas. Windows are counted in real time: clients wait in real time. */
export class RateLimits {
  private readonly projects = new Map<string, ProjectWindows>();
  private readonly windowMilliseconds: number;
  private readonly policies: { endpoint: string; list: string };
  private sweptAt = -Infinity;

  constructor(
    private readonly realTime: RealTime,
    windowSeconds: number,
    private readonly quotas: Quotas = documentedQuotas,
  ) {
    this.windowMilliseconds = windowSeconds * 1000;
    const policy = (quota: number): string =>
      `project;q=${quotas.project};w=${windowSeconds}, endpoint;q=${quota};w=${windowSeconds}`;
    this.policies = { endpoint: policy(quotas.endpoint), list: policy(quotas.list) };
  }

  /** Counts a request; `path` is concrete, ids included, without the query. */
  count(projectId: string, method: string, path: string): RateLimitStatus {
    const now = this.realTime();
    if (now - this.sweptAt >= Math.max(this.windowMilliseconds, shortestSweep)) this.forgetEnded(now);
    const kind = isList(method, path) ? 'list' : 'endpoint';
    const project = this.renewed(found(this.projects, projectId, newProject), now);
    const endpoint = this.renewed(found(found(project.methods, method, newPaths), path, newWindow), now);
    const left = this.quotas.project - ++project.used;
    const leftHere = this.quotas[kind] - ++endpoint.used;
    const reset = Math.ceil((project.endsAt - now) / 1000);
    const resetHere = Math.ceil((endpoint.endsAt - now) / 1000);
    return {
      policy: this.policies[kind],
      standing: `project;r=${Math.max(0, left)};t=${reset}, endpoint;r=${Math.max(0, leftHere)};t=${resetHere}`,
      exceeded: left < 0 ? 'project' : leftHere < 0 ? 'endpoint' : undefined,
      retryAfter: Math.max(left < 0 ? reset : 0, leftHere < 0 ? resetHere : 0),
    };
  }

  reset(): void {
    this.projects.clear();
  }

  /** The windows that have not ended; none if requests are not limited. */
  *windows(): Iterable<RateLimitWindow> {
    const { quotas } = this;
    if (quotas === unreachableQuotas) return;
    const now = this.realTime();
    for (const [project, { methods, ...whole }] of this.projects) {
      if (whole.endsAt > now) yield { project, quota: quotas.project, ...whole };
      for (const [method, paths] of methods)
        for (const [path, window] of paths) {
          const quota = isList(method, path) ? quotas.list : quotas.endpoint;
          if (window.endsAt > now) yield { project, endpoint: `${method} ${path}`, quota, ...window };
        }
    }
  }

  private renewed<T extends Window>(window: T, now: number): T {
    if (window.endsAt <= now) {
      window.endsAt = now + this.windowMilliseconds;
      window.used = 0;
    }
    return window;
  }

  /** Runs once per window or per second, so that ids that are no longer used take no memory. */
  private forgetEnded(now: number): void {
    this.sweptAt = now;
    for (const { methods } of this.projects.values())
      for (const paths of methods.values())
        for (const [path, { endsAt }] of paths) if (endsAt <= now) paths.delete(path);
  }
}
