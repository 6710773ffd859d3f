import type { Session } from './session';

/** Makes a value once for each session: what its calls share. */
export function perSession<T>(make: (session: Session) => T): (session: Session) => T {
  const made = new WeakMap<Session, { readonly value: T }>();
  return (session) => {
    const known = made.get(session) ?? { value: make(session) };
    made.set(session, known);
    return known.value;
  };
}
