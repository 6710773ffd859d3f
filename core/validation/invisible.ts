// Characters that a text shows as a blank or not at all. They come from web pages, chats and editors.

/** All blanks but the usual one, and characters without a width, such as the byte order mark. */
const INVISIBLE = /[\p{Zs}\p{Zl}\p{Zp}\p{Cf}]/gu;
/** Some scripts need them between letters, and emojis between their parts. */
const JOINERS = ['\u200c', '\u200d'];
const BYTE_ORDER_MARK = '\ufeff';

const NAMES: Readonly<Record<string, string>> = {
  '\u00a0': 'no-break space',
  '\u00ad': 'soft hyphen',
  '\u200b': 'zero-width space',
  '\u200c': 'zero-width non-joiner',
  '\u200d': 'zero-width joiner',
  '\u202f': 'narrow no-break space',
  '\u2060': 'word joiner',
  [BYTE_ORDER_MARK]: 'byte order mark',
};

/** The first invisible character of a text, with its place, e.g. `U+00A0 (no-break space) at position 12`. */
export function invisibleIn(
  text: string,
  { mayJoin = false }: { readonly mayJoin?: boolean } = {},
): string | undefined {
  const found = [...text.matchAll(INVISIBLE)].find(
    ([character]) => character !== ' ' && !(mayJoin && JOINERS.includes(character)),
  );
  if (!found) return undefined;
  const [character] = found;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const before = text.slice(0, found.index);
  const line = before.split('\n').length;
  const position = Array.from(before.slice(before.lastIndexOf('\n') + 1)).length + 1;
  const name = NAMES[character] === undefined ? '' : ` (${NAMES[character]})`;
  return `U+${code}${name} at position ${String(position)}${line > 1 ? ` of line ${String(line)}` : ''}`;
}

/** Begins a sentence about an invisible character, after the name of the input. */
export const hasInvisible = (found: string): string => `has the invisible character ${found}`;

export const beginsWithByteOrderMark = (text: string): boolean => text.startsWith(BYTE_ORDER_MARK);

/** The text without the byte order mark that some editors write at the start of a file. */
export const withoutByteOrderMark = (text: string): string =>
  beginsWithByteOrderMark(text) ? text.slice(BYTE_ORDER_MARK.length) : text;
