// This is own code because libraries (ms, parse-duration) also accept texts that are not durations in Go, which Pulumi
// refuses.

const GO_UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const UNITS: Readonly<Record<string, number>> = { ...GO_UNITS, d: 86_400_000, w: 604_800_000 };

/** The engine reads durations as nanoseconds in 64 bits. */
export const LONGEST_TIMEOUT = '2562047h';

/** The form of a duration of this package, for an input. */
export const DURATION = /^(\d+(\.\d+)?(ms|s|m|h|d|w))+$/;

/** Milliseconds of a duration, e.g. "1h30m", "2d" or "1w". Undefined if it is not a duration. */
export const milliseconds = (duration: string): number | undefined => sumOf(duration, UNITS);

/**
 * Milliseconds of a timeout of Pulumi, e.g. "1h30m": it has Go's form, without days and weeks. Undefined if it is not one.
 */
export const timeoutMilliseconds = (timeout: string): number | undefined => sumOf(timeout, GO_UNITS);

function sumOf(duration: string, units: Readonly<Record<string, number>>): number | undefined {
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== duration) return undefined;
  const amounts = parts.map(([, amount, unit = '']) => Number(amount) * (units[unit] ?? NaN));
  const sum = amounts.reduce((all, one) => all + one, 0);
  return Number.isNaN(sum) ? undefined : sum;
}

/** A duration as programs write it, in its largest whole unit: "8h" of eight hours, "90m" of one and a half. */
export function durationOf(ms: number): string {
  const [unit, size] = Object.entries(UNITS)
    .sort(([, one], [, other]) => other - one)
    .find(([, each]) => ms % each === 0) ?? ['ms', 1];
  return `${String(ms / size)}${unit}`;
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
