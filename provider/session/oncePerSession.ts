import { perSession } from './perSession';
import type { Session } from './session';

const worksOf = perSession(() => new Map<string, Promise<unknown>>());

/** Does something once for all calls of a process. After a failure, the next call tries again. */
export function oncePerSession<T>(session: Session, name: string, work: () => Promise<T>): Promise<T> {
  const works = worksOf(session);
  const underWay = works.get(name) as Promise<T> | undefined;
  if (underWay) return underWay;
  const started = work();
  works.set(name, started);
  started.catch(() => works.delete(name));
  return started;
}
