import type { Session } from './session';

/** Creates a value once for each session, for all its calls. */
export function perSession<T>(create: (session: Session) => T): (session: Session) => T {
  const values = new WeakMap<Session, { readonly value: T }>();
  return (session) => {
    const known = values.get(session) ?? { value: create(session) };
    values.set(session, known);
    return known.value;
  };
}

const tasksOf = perSession(() => new Map<string, Promise<unknown>>());

/** Runs a task once for all calls of a process. After a failure, the next call tries again. */
export function oncePerSession<T>(session: Session, name: string, run: () => Promise<T>): Promise<T> {
  const tasks = tasksOf(session);
  const underWay = tasks.get(name) as Promise<T> | undefined;
  if (underWay) return underWay;
  const task = run();
  tasks.set(name, task);
  task.catch(() => tasks.delete(name));
  return task;
}
