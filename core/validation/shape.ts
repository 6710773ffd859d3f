import { requestLimits } from '../../api/contract';
import { printableLines } from '../../api/printable';
import { MOST_TAGS } from '../../api/services/tags';
import { isHidden } from '../hiddenProperties';
import { isHiddenTag } from '../hiddenTags';
import { hasInvisible, invisibleIn } from './invisible';
import { nearest } from './nearest';
import { synonym } from './synonyms';

/** Pulumi's placeholder for a value that is not known yet, at any depth: it is valid everywhere. */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

/** A problem with one input: where it is, and a sentence that says what is wrong and what to do. */
export interface Problem {
  readonly path: string;
  readonly reason: string;
  /** Set if the value is missing: the resource that it comes from may have failed. */
  readonly isMissing?: boolean;
  /** Set if there is no property of this name. */
  readonly isUnknownName?: boolean;
}

/** A problem as a sentence: its path, and a reason that begins with a verb and may quote the cloud. */
export const sentenceOf = ({ path, reason }: Problem): string =>
  printableLines(path ? `${path} ${reason}` : reason);

/** Checks one input, and returns the problems that it finds at `path` and below. */
export type Shape = (value: unknown, path: string) => Problem[];

/** The check of each input of a resource. */
export type Shapes<I> = { readonly [K in keyof I]-?: Shape };

/** How programs read a file. */
export const READ_FILE =
  'Pass the text of the file: fs.readFileSync(path, "utf8") in TypeScript, open(path).read() in Python, fn::readFile in YAML';

/** The kind of a value, for a message about the required kind. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (isBytes(value)) return 'bytes: read a file as text, fs.readFileSync(path, "utf8")';
  if (isAsset(value)) return 'an asset: write its text';
  if (isOutput(value)) return 'an Output, which has no value yet';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The key that marks an object of Pulumi's protocol as a special value, and the marks of a secret and of an asset. */
export const SIGNATURE = '4dabf18193072939515e22adb298388d';
export const SECRET = '1b47061264138c4ac30d75fd1eb44270';
const ASSET = 'c44067f5952c0a294b673a41bacd8c17';

const isAsset = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (value as Record<string, unknown>)[SIGNATURE] === ASSET;

/** Pulumi sets this property on all outputs. */
const isOutput = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '__pulumiOutput' in value;

/** Pulumi serialises a Buffer as an object whose keys are the indices. */
const isBytes = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([key, byte], index) => key === String(index) && typeof byte === 'number');

/** The last name in a path, as a program writes it before the colon. */
const nameOf = (path: string): string => path.replace(/\[\d+\]$/, '').replace(/^.*\./, '');

/** The number of characters, as the API counts them: an emoji is one. */
const lengthOf = (value: string): number => Array.from(value).length;

const problem = (path: string, reason: string): Problem[] => [{ path, reason }];

const missing = (path: string, reason: string): Problem[] => [{ path, reason, isMissing: true }];

/** An absent value is valid; an unknown one is checked later. */
const given =
  (shape: Shape): Shape =>
  (value, path) =>
    value === undefined || value === null || value === UNKNOWN ? [] : shape(value, path);

/**
 * The input must have a value.
 *
 * @param example a valid value, as a program writes it, e.g. `"FIN-01"`.
 */
export const required =
  (shape: Shape, example?: string): Shape =>
  (value, path) =>
    value === undefined || value === null
      ? missing(path, `is required${example === undefined ? '' : `, e.g. ${nameOf(path)}: ${example}`}`)
      : shape(value, path);

/** The result of `toString` of Pulumi's outputs. */
const OUTPUT_AS_TEXT = 'Calling [toString] on an [Output<T>]';
/**
 * The results of `toString` of promises and objects. Long texts, such as scripts, may contain it on purpose.
 */
const OBJECT_AS_TEXT = /\[object (Object|Promise)\]/;

/** Whether a text contains an output, a promise or an object that was converted to a string. */
export const isConverted = (text: string): boolean =>
  text.includes(OUTPUT_AS_TEXT) || OBJECT_AS_TEXT.test(text);

export interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** A requirement that no pattern can express. */
  readonly accepts?: (value: string) => boolean;
  /** The requirement of the pattern, or of `accepts`, in words. */
  readonly says?: string;
}

export const text = ({ min = 1, max, pattern, accepts, says }: TextLimits = {}): Shape =>
  given((value, path) => {
    if (typeof value !== 'string')
      return problem(
        path,
        `must be a string, not ${kindOf(value)}${says === undefined ? '' : `; it ${says}`}`,
      );
    if (max === undefined ? value.includes(OUTPUT_AS_TEXT) : isConverted(value))
      return problem(
        path,
        'contains an Output, a promise or an object that was converted to a string: write pulumi.interpolate`…` instead of `…`',
      );
    if (value.length < min) return missing(path, 'must not be empty');
    if (max !== undefined && lengthOf(value) > max) {
      return problem(path, `has ${String(lengthOf(value))} characters; at most ${String(max)} are allowed`);
    }
    if (pattern && !pattern.test(value)) return problem(path, says ?? `must match ${String(pattern)}`);
    if (accepts && !accepts(value))
      return problem(path, `is ${JSON.stringify(value)}; it ${says ?? 'is not valid'}`);
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
      return problem(path, `must be a number${unit && ` (${unit})`}, not ${numeral(value)}`);
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

export const number: Shape = given((value, path) =>
  typeof value === 'number' && Number.isFinite(value)
    ? []
    : problem(path, `must be a number, not ${numeral(value)}`),
);

/** The value that was given instead of a number, and how to correct it. */
const numeral = (value: unknown): string =>
  typeof value === 'number'
    ? `${String(value)}: check the values that it is computed from`
    : typeof value === 'string' && /^\s*\d/.test(value)
      ? 'a string: write a number, without quotation marks and unit'
      : kindOf(value);

/** One of the values that the cloud accepts. */
export const oneOf = (values: readonly string[]): Shape =>
  given((value, path) => {
    if (typeof value === 'string' && values.includes(value)) return [];
    if (typeof value !== 'string')
      return problem(path, `must be one of ${values.join(', ')}, not ${kindOf(value)}`);
    const close = nearest(value, values);
    return problem(
      path,
      `is ${JSON.stringify(value)}; it must be one of ${values.join(', ')}${close ? `: did you mean ${JSON.stringify(close)}?` : ''}`,
    );
  });

export const listOf = (item: Shape, { mayBeEmpty = true } = {}): Shape =>
  given((value, path) => {
    if (!Array.isArray(value))
      return problem(
        path,
        `must be a list, not ${kindOf(value)}: put it in brackets, ${nameOf(path)}: [ … ]`,
      );
    if (value.length === 0 && !mayBeEmpty)
      return problem(path, 'is an empty list: name at least one entry, or leave it out');
    return value.flatMap((entry, index) => {
      const place = `${path}[${String(index)}]`;
      return entry === undefined || entry === null ? problem(place, 'is empty') : item(entry, place);
    });
  });

/**
 * An object with exactly these properties; for an unknown property, the problem suggests the nearest known one.
 *
 * @param otherwise what to do instead, if the input is easily mistaken for another one.
 */
export const object = (shapes: Readonly<Record<string, Shape>>, otherwise = ''): Shape =>
  given((value, path) => {
    if (typeof value !== 'object' || Array.isArray(value) || value === null) {
      const form = `{ ${Object.keys(shapes).join(', ')} }`;
      return problem(
        path,
        `must be an object, ${form}, not ${kindOf(value)}${otherwise && `: ${otherwise}`}`,
      );
    }
    return propertiesOf(value as Record<string, unknown>, shapes, path);
  });

/** The problems of an object's properties, including unknown properties. */
export function propertiesOf(
  values: Record<string, unknown>,
  shapes: Readonly<Record<string, Shape>>,
  path = '',
): Problem[] {
  const at = (name: string) => (path ? `${path}.${name}` : name);
  const known = Object.keys(shapes);
  const unknownInputs = Object.keys(values)
    .filter((name) => !isHidden(name) && !known.includes(name))
    .map((name) => {
      const close = synonym(name, known) ?? nearest(name, known);
      const others = close ? `: did you mean ${close}?` : ` (there are ${known.join(', ') || 'none'})`;
      return { path: at(name), reason: `is not a property here${others}`, isUnknownName: true };
    });
  return [...unknownInputs, ...known.flatMap((name) => shapes[name]?.(values[name], at(name)) ?? [])];
}

const LONGEST_TAG = requestLimits.createInstanceTag;

/**
 * Checks the key of a tag: it has no invisible characters, which nobody would notice, and its lower case, which the cloud
 * keeps, is not reserved for this package, and not too long.
 */
export function tagKey(key: string, path: string): Problem[] {
  const folded = key.toLowerCase();
  const invisible = invisibleIn(key);
  if (invisible !== undefined)
    return problem(path, `is not a tag key: it ${hasInvisible(invisible)}; type the key again`);
  if (isHiddenTag({ key: folded })) return problem(path, 'is reserved for this package: choose another one');
  if (lengthOf(key) > LONGEST_TAG.key || lengthOf(folded) <= LONGEST_TAG.key) return [];
  return problem(
    path,
    `has ${String(lengthOf(folded))} characters in lower case; at most ${String(LONGEST_TAG.key)} are allowed: shorten it`,
  );
}

/** Tags as a map of key to value. The cloud lower-cases keys, so keys that differ only in case are duplicates. */
export const tags: Shape = given((value, path) => {
  if (typeof value !== 'object' || Array.isArray(value))
    return problem(path, `must be an object of key: "value", not ${kindOf(value)}`);
  const entries = Object.entries(value as Record<string, unknown>);
  const problems: Problem[] = [];
  if (entries.length > MOST_TAGS) {
    problems.push(
      ...problem(path, `has ${String(entries.length)} tags; a resource has at most ${String(MOST_TAGS)}`),
    );
  }
  const seen = new Map<string, string>();
  for (const [key, entry] of entries) {
    const at = `${path}[${JSON.stringify(key)}]`;
    const folded = key.toLowerCase();
    const duplicate = seen.get(folded);
    if (duplicate !== undefined)
      problems.push(
        ...problem(at, `is the same key as ${JSON.stringify(duplicate)}: the cloud lower-cases keys`),
      );
    seen.set(folded, key);
    if (key.length < 1 || lengthOf(key) > LONGEST_TAG.key)
      problems.push(
        ...problem(at, `is not a tag key: it must have 1 to ${String(LONGEST_TAG.key)} characters`),
      );
    if (key.includes('='))
      problems.push(...problem(at, 'is not a tag key: it must not contain "=", at which filters split'));
    problems.push(...tagKey(key, at));
    problems.push(...text({ min: 0, max: LONGEST_TAG.value })(entry, at));
  }
  return problems;
});

/** The warning about a secret that a program has as plain text; `path` is e.g. `waitFor.ssh.privateKey`. */
export const plainSecret = (path: string): string =>
  `${path} is a secret, and the program has it as plain text: it is encrypted in state. Read it with ` +
  'config.requireSecret, or name the file with privateKeyFile.';
