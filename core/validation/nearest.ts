/** The share of the input that a candidate must contain. */
const ENOUGH = 0.6;

/** The beginning of a word counts as the word if it has at least this length. */
const SHORTEST_PREFIX = 3;
const OF_A_PREFIX = 0.9;

/** How well a candidate matches the input. */
interface Match {
  /** The share of the input that it contains, 0 to 1. */
  readonly covered: number;
  /** How many more characters it has. */
  readonly beyond: number;
}

/**
 * The candidate that the user probably meant: it contains most of the words and numbers of the input, in any case,
 * order and punctuation, and little else. Words may have typos or be cut short; numbers must be equal.
 *
 * This is own code because libraries (fastest-levenshtein, leven) compare whole texts: they count a wrong number as a
 * typo, and two swapped letters as two typos.
 *
 * @param namesOf other names of a candidate, e.g. the name that people read.
 * @returns undefined if no candidate is near enough.
 */
export function nearest(
  given: string,
  candidates: Iterable<string>,
  namesOf: (candidate: string) => readonly string[] = () => [],
): string | undefined {
  let best: { readonly candidate: string; readonly match: Match } | undefined;
  for (const candidate of candidates) {
    for (const name of [candidate, ...namesOf(candidate)]) {
      const match = matchOf(given, name);
      if (isNear(match, given) && (!best || isCloser(match, best.match))) best = { candidate, match };
    }
  }
  return best?.candidate;
}

/** With a typo, a word of so few letters is in many long names by chance. */
const SHORT = 4;

const isNear = ({ covered, beyond }: Match, given: string): boolean =>
  covered >= ENOUGH && (covered >= OF_A_PREFIX || given.length > SHORT || beyond <= 2 * given.length);

const isCloser = (one: Match, other: Match): boolean =>
  Math.abs(one.covered - other.covered) > 1e-9 ? one.covered > other.covered : one.beyond < other.beyond;

/** Compares as a whole, which allows missing separators, and word by word, which allows missing and swapped words. */
function matchOf(given: string, name: string): Match {
  const whole = [normalized(given), normalized(name)] as const;
  const asWhole = { covered: similarity(...whole), beyond: Math.max(0, whole[1].length - whole[0].length) };
  const byWords = matchOfWords(wordsOf(given), wordsOf(name));
  // A name that differs only in punctuation is the best match.
  if (whole[0] === whole[1]) return { covered: whole[0] === '' ? 0 : 1, beyond: -1 };
  return isCloser(asWhole, byWords) ? asWhole : byWords;
}

function matchOfWords(given: readonly string[], name: readonly string[]): Match {
  const rest = [...name];
  let covered = 0;
  for (const word of given) {
    const similarities = rest.map((other) => similarity(word, other));
    const most = Math.max(0, ...similarities);
    if (most < ENOUGH) continue;
    covered += most * word.length;
    rest.splice(similarities.indexOf(most), 1);
  }
  return { covered: covered / Math.max(1, lengthOf(given)), beyond: lengthOf(rest) };
}

const lengthOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + word.length, 0);

const normalized = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The words and numbers of a text: `sshKeyIds` has three words, `1H100.80S` two words and three numbers. */
const wordsOf = (text: string): string[] =>
  (text.match(/\p{N}+|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? []).map((word) => word.toLowerCase());

const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word);

/** How alike two words are, 0 to 1. */
function similarity(given: string, other: string): number {
  if (given === other) return 1;
  if (isNumber(given) || isNumber(other)) return Number(given) === Number(other) ? 1 : 0;
  if (given.length >= SHORTEST_PREFIX && other.startsWith(given)) return OF_A_PREFIX;
  const most = mostTyposIn(given.length);
  if (Math.abs(given.length - other.length) > most) return 0;
  const count = typosBetween(given, other);
  return count <= most ? 1 - count / Math.max(given.length, other.length) : 0;
}

/** How many typos a word of this length may have. */
const mostTyposIn = (length: number): number =>
  length <= 3 ? Math.min(1, length - 1) : length <= 5 ? 2 : Math.min(4, Math.ceil(length * 0.4));

/** Optimal string alignment distance: the number of letters that are missing, added, changed, or swapped with the next. */
function typosBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? at(beforeLast, j - 2) + 1
          : Infinity;
      row[j] = Math.min(changed, swapped, at(last, j) + 1, at(row, j - 1) + 1);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
