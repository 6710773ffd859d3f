/**
 * A text of the cloud for a line on a terminal: control characters, which could rewrite what is shown, are escaped as
 * in JSON. Everybody in a project can set names and tags.
 */
export const printable = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
