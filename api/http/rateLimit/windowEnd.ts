/** When a window ends, as far as whole seconds tell it; on our own clock. */
export interface End {
  /** Not before. */
  readonly earliest: number;
  /** By then, if the server rounds seconds up. */
  readonly likely: number;
  /** By then for certain. */
  readonly latest: number;
}

/**
 * The end that an answer tells: the server wrote the seconds until then between our sending and receiving, and
 * rounded them up or down. A window is not longer than it is, so that the first answer of one that began with our
 * request tells its end exactly.
 */
export function endBy(sentAt: number, receivedAt: number, resetMs: number, lengthMs: number): End {
  const latest = Math.min(receivedAt + resetMs + 1_000, receivedAt + lengthMs);
  return { earliest: sentAt + resetMs - 1_000, likely: Math.min(receivedAt + resetMs, latest), latest };
}

/** The end of a window that counted a request, when the answer did not tell more. */
export const endWithin = (receivedAt: number, lengthMs: number): End => ({
  earliest: -Infinity,
  likely: receivedAt + lengthMs,
  latest: receivedAt + lengthMs,
});

/** What two answers tell together; if they exclude each other, the later word counts. */
export function narrowed(known: End, told: End): End {
  const earliest = Math.max(known.earliest, told.earliest);
  const latest = Math.min(known.latest, told.latest);
  if (earliest > latest) return told;
  return { earliest, likely: Math.min(known.likely, told.likely, latest), latest };
}
