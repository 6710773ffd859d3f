// This is own code because libraries (ms, parse-duration) also accept texts that are not durations in Go, which Pulumi
// refuses.

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The engine reads durations as nanoseconds in 64 bits. */
export const LONGEST_DURATION = '2562047h';

/** Milliseconds of a duration in Go's form, as Pulumi uses it, e.g. "1h30m". Undefined if it is not a duration. */
export function milliseconds(duration: string): number | undefined {
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== duration) return undefined;
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0), 0);
}

/** A duration for people: "8 s", "3 min 20 s", "2 h 5 min". */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60)
    return seconds % 60 ? `${String(minutes)} min ${String(seconds % 60)} s` : `${String(minutes)} min`;
  return minutes % 60
    ? `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`
    : `${String(minutes / 60)} h`;
}
