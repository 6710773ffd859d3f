import { printableLines } from '../api/printable';

/** A value as JSON for a terminal: `JSON.stringify` escapes only some of the control characters. */
export const jsonOf = (value: unknown): string => `${printableLines(JSON.stringify(value, undefined, 2))}\n`;
