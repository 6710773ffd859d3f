import type { Session } from './session';

const works = new WeakMap<Session, Map<string, Promise<unknown>>>();

/** Does something once for all calls of a process. After a failure the next call tries again. */
export function oncePerSession<T>(session: Session, name: string, work: () => Promise<T>): Promise<T> {
  const known = works.get(session) ?? new Map<string, Promise<unknown>>();
  works.set(session, known);
  const underWay = known.get(name) as Promise<T> | undefined;
  if (underWay) return underWay;
  const started = work();
  known.set(name, started);
  started.catch(() => known.delete(name));
  return started;
}
