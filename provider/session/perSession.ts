import type { Session } from './session';

/** Creates a value once for each session, for all its calls. */
export function perSession<T>(make: (session: Session) => T): (session: Session) => T {
  const made = new WeakMap<Session, { readonly value: T }>();
  return (session) => {
    const known = made.get(session) ?? { value: make(session) };
    made.set(session, known);
    return known.value;
  };
}
