/** What share of what was given has to be in a candidate for it to be the one that was meant. */
const ENOUGH = 0.6;

/** From this length on, the beginning of a word stands for the word. */
const SHORTEST_PREFIX = 3;
const OF_A_PREFIX = 0.9;

/** How well a candidate answers to what was given. */
interface Likeness {
  /** The share of what was given that is in it, 0 to 1. */
  readonly covered: number;
  /** How much is in it beyond that. */
  readonly beyond: number;
}

/**
 * The candidate that was probably meant, as a person would say: the one that has most of the words and numbers that
 * were given, whatever their case, order and punctuation, and little else. Words may hold slips (a letter left out,
 * added, changed, or swapped with the next) or break off; numbers may not.
 *
 * @param namesOf other names of a candidate, e.g. the one that people read.
 * @returns undefined when none is near enough.
 */
export function nearest(
  given: string,
  candidates: Iterable<string>,
  namesOf: (candidate: string) => readonly string[] = () => [],
): string | undefined {
  let best: { readonly candidate: string; readonly likeness: Likeness } | undefined;
  for (const candidate of candidates) {
    for (const name of [candidate, ...namesOf(candidate)]) {
      const likeness = likenessOf(given, name);
      if (likeness.covered >= ENOUGH && (!best || isCloser(likeness, best.likeness)))
        best = { candidate, likeness };
    }
  }
  return best?.candidate;
}

const isCloser = (one: Likeness, other: Likeness): boolean =>
  Math.abs(one.covered - other.covered) > 1e-9 ? one.covered > other.covered : one.beyond < other.beyond;

/** As a whole, which forgives missing separators, or word by word, which forgives missing and swapped words. */
function likenessOf(given: string, name: string): Likeness {
  const whole = [squashed(given), squashed(name)] as const;
  const asWhole = { covered: alike(...whole), beyond: Math.max(0, whole[1].length - whole[0].length) };
  const byWords = likenessOfWords(wordsOf(given), wordsOf(name));
  // Of what is the same but for its punctuation, nothing is nearer.
  if (whole[0] === whole[1]) return { covered: whole[0] === '' ? 0 : 1, beyond: -1 };
  return isCloser(asWhole, byWords) ? asWhole : byWords;
}

function likenessOfWords(given: readonly string[], name: readonly string[]): Likeness {
  const rest = [...name];
  let covered = 0;
  for (const word of given) {
    const likenesses = rest.map((other) => alike(word, other));
    const most = Math.max(0, ...likenesses);
    if (most < ENOUGH) continue;
    covered += most * word.length;
    rest.splice(likenesses.indexOf(most), 1);
  }
  return { covered: covered / Math.max(1, lengthOf(given)), beyond: lengthOf(rest) };
}

const lengthOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + word.length, 0);

const squashed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Its words and numbers: `sshKeyIds` has three words, `1H100.80S` two words and three numbers. */
const wordsOf = (text: string): string[] =>
  (text.match(/\p{N}+|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? []).map((word) => word.toLowerCase());

const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word);

/** How alike two words are, 0 to 1. */
function alike(given: string, other: string): number {
  if (given === other) return 1;
  if (isNumber(given) || isNumber(other)) return Number(given) === Number(other) ? 1 : 0;
  if (given.length >= SHORTEST_PREFIX && other.startsWith(given)) return OF_A_PREFIX;
  const most = slipsIn(given.length);
  if (Math.abs(given.length - other.length) > most) return 0;
  const count = slips(given, other);
  return count <= most ? 1 - count / Math.max(given.length, other.length) : 0;
}

/** How many slips a word of this length may hold and still be itself. */
const slipsIn = (length: number): number =>
  length <= 3 ? Math.min(1, length - 1) : length <= 5 ? 2 : Math.min(4, Math.ceil(length * 0.4));

/** Damerau and Levenshtein's distance between two words, each part of either being changed once at most. */
function slips(a: string, b: string): number {
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
