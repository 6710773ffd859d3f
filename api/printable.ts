/** Characters that could rewrite what a terminal shows. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
/** All of them but the line feed. */
const CONTROLS_IN_LINES = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A text of the cloud for a line on a terminal: control characters, which could rewrite what is shown, are escaped as
 * in JSON. Everybody in a project can set names and tags.
 */
export const printable = (text: string): string => text.replaceAll(CONTROLS, escaped);

/** The same for a text with several lines: a message, or JSON, which stays the same value. */
export const printableLines = (text: string): string => text.replaceAll(CONTROLS_IN_LINES, escaped);
