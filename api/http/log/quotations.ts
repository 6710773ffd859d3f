/** The shortest run of characters that counts as a quotation: shorter runs occur by chance. */
const SHORTEST_RUN = 6;
/** Line breaks and the backslashes of escapes: a quotation may omit or add them. */
const IGNORED = /[\s\\]/g;
const IN_QUOTATION_MARKS = /(["'`])([^"'`]+)\1/g;

/**
 * Masks every part of these secrets that a text quotes, in any case, with or without line breaks and escapes. Words
 * in quotation marks count however short they are.
 *
 * @param secrets each in all forms in which it may be quoted.
 */
export function withoutQuotations(text: string, secrets: readonly string[], mask: string): string {
  if (secrets.length === 0) return text;
  const plain = secrets.map((secret) => secret.toLowerCase().replace(IGNORED, ''));
  const isQuoted = new Uint8Array(text.length);
  quoteRuns(text, plain, isQuoted);
  for (const { 2: word = '', index } of text.matchAll(IN_QUOTATION_MARKS)) {
    const part = word.toLowerCase().replace(IGNORED, '');
    if (plain.some((secret) => secret.includes(part))) isQuoted.fill(1, index + 1, index + 1 + word.length);
  }
  let shown = '';
  for (let index = 0; index < text.length; index += 1) {
    if (!isQuoted[index]) shown += text.charAt(index);
    else if (!isQuoted[index - 1]) shown += mask;
  }
  return shown;
}

/** Marks each position of a text that belongs to a run of characters of a secret. */
function quoteRuns(text: string, secrets: readonly string[], isQuoted: Uint8Array): void {
  const runs = new Set(secrets.flatMap(runsOf));
  const places = Array.from({ length: text.length }, (_, index) => index).filter(
    (index) => text.charAt(index).replace(IGNORED, '') !== '',
  );
  const characters = places.map((place) => text.charAt(place).toLowerCase()).join('');
  runsOf(characters).forEach((run, start) => {
    if (runs.has(run)) isQuoted.fill(1, places[start], (places[start + SHORTEST_RUN - 1] ?? 0) + 1);
  });
}

const runsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - SHORTEST_RUN + 1) }, (_, start) =>
    text.slice(start, start + SHORTEST_RUN),
  );
