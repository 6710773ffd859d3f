import { nearest } from '../api/catalogue';
import { UNKNOWN } from './unknown';

/** A problem with one input: where it is and what is wrong with it, in a sentence that also says what to do. */
export interface Problem {
  readonly path: string;
  readonly reason: string;
}

/** What one input has to look like; returns the problems it finds below `path`. */
export type Shape = (value: unknown, path: string) => Problem[];

/** The inputs of a resource: the shape of each, and which are required. */
export type Shapes<I> = { readonly [K in keyof I]-?: Shape };

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;

const problem = (path: string, reason: string): Problem[] => [{ path, reason }];

/** Absent is fine, unknown is checked later. */
const given =
  (shape: Shape): Shape =>
  (value, path) =>
    value === undefined || value === null || value === UNKNOWN ? [] : shape(value, path);

/** The input must be there. */
export const required =
  (shape: Shape): Shape =>
  (value, path) =>
    value === undefined || value === null ? problem(path, 'is required') : shape(value, path);

export interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** What the pattern asks for, in words. */
  readonly says?: string;
}

export const text = ({ min = 1, max, pattern, says }: TextLimits = {}): Shape =>
  given((value, path) => {
    if (typeof value !== 'string') return problem(path, `must be a string, not ${kindOf(value)}`);
    if (value.length < min) return problem(path, 'must not be empty');
    if (max !== undefined && value.length > max) {
      return problem(path, `has ${String(value.length)} characters; at most ${String(max)} are allowed`);
    }
    if (pattern && !pattern.test(value)) return problem(path, says ?? `must match ${String(pattern)}`);
    return [];
  });

export const flag: Shape = given((value, path) =>
  typeof value === 'boolean' ? [] : problem(path, `must be true or false, not ${kindOf(value)}`),
);

export const wholeNumber = ({
  min,
  max,
  unit = '',
}: { min?: number; max?: number; unit?: string } = {}): Shape =>
  given((value, path) => {
    const suffix = unit && ` ${unit}`;
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      return problem(path, `must be a number${unit && ` (${unit})`}, not ${kindOf(value)}`);
    }
    if (!Number.isInteger(value))
      return problem(path, `is ${String(value)}; it must be a whole number${unit && ` of ${unit}`}`);
    if (min !== undefined && value < min) {
      return problem(path, `is ${String(value)}; it must be at least ${String(min)}${suffix}`);
    }
    if (max !== undefined && value > max) {
      return problem(path, `is ${String(value)}; it must be at most ${String(max)}${suffix}`);
    }
    return [];
  });

/** One of the values that the cloud knows. */
export const oneOf = (values: readonly string[]): Shape =>
  given((value, path) => {
    if (typeof value === 'string' && values.includes(value)) return [];
    if (typeof value !== 'string')
      return problem(path, `must be one of ${values.join(', ')}, not ${kindOf(value)}`);
    const close = nearest(value, values);
    return problem(
      path,
      `${JSON.stringify(value)} is none of ${values.join(', ')}${close ? `: did you mean ${JSON.stringify(close)}?` : ''}`,
    );
  });

export const listOf = (item: Shape): Shape =>
  given((value, path) =>
    Array.isArray(value)
      ? value.flatMap((entry, index) =>
          entry === undefined || entry === null
            ? problem(`${path}[${String(index)}]`, 'is empty')
            : item(entry, `${path}[${String(index)}]`),
        )
      : problem(path, `must be a list, not ${kindOf(value)}`),
  );

/** An object with exactly these properties; a property it does not know is told with the nearest one it knows. */
export const object = (shapes: Readonly<Record<string, Shape>>): Shape =>
  given((value, path) => {
    if (typeof value !== 'object' || Array.isArray(value) || value === null) {
      return problem(path, `must be an object, not ${kindOf(value)}`);
    }
    return propertiesOf(value as Record<string, unknown>, shapes, path);
  });

/** The problems of an object's properties, unknown names included. */
export function propertiesOf(
  values: Record<string, unknown>,
  shapes: Readonly<Record<string, Shape>>,
  path = '',
): Problem[] {
  const at = (name: string) => (path ? `${path}.${name}` : name);
  const known = Object.keys(shapes);
  const strangers = Object.keys(values)
    .filter((name) => !name.startsWith('__') && !known.includes(name))
    .flatMap((name) => {
      const close = nearest(name, known);
      return problem(
        at(name),
        `is not a property here${close ? `: did you mean ${close}?` : ` (there are ${known.join(', ')})`}`,
      );
    });
  return [...strangers, ...known.flatMap((name) => shapes[name]?.(values[name], at(name)) ?? [])];
}

/** How many tags the API lets one resource carry (Limits). */
export const MOST_TAGS = 10;

/** Tags as a map of key to value; the cloud lower-cases the keys, so two that differ in case only are one. */
export const tags: Shape = given((value, path) => {
  if (typeof value !== 'object' || Array.isArray(value))
    return problem(path, `must be an object of key: "value", not ${kindOf(value)}`);
  const entries = Object.entries(value as Record<string, unknown>);
  const problems: Problem[] = [];
  if (entries.length > MOST_TAGS) {
    problems.push(
      ...problem(path, `has ${String(entries.length)} tags; a resource carries at most ${String(MOST_TAGS)}`),
    );
  }
  const seen = new Map<string, string>();
  for (const [key, entry] of entries) {
    const at = `${path}[${JSON.stringify(key)}]`;
    const folded = key.toLowerCase();
    const twin = seen.get(folded);
    if (twin !== undefined)
      problems.push(...problem(at, `is the same key as ${JSON.stringify(twin)}: the cloud lower-cases keys`));
    seen.set(folded, key);
    if (key.length < 1 || key.length > 63) problems.push(...problem(at, 'a tag key has 1 to 63 characters'));
    if (key.includes('='))
      problems.push(...problem(at, 'a tag key must not contain "=": filters split at it'));
    problems.push(...text({ min: 0, max: 127 })(entry, at));
  }
  return problems;
});
