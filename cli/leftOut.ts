import { printable } from '../api/printable';

/** Something that a command leaves out, and why. */
export interface LeftOut {
  readonly what: string;
  readonly why: string;
}

/** Names what is left out. Names in the cloud are chosen by anybody in the project. */
export function sayLeftOut(leftOut: readonly LeftOut[]): void {
  for (const { what, why } of leftOut) process.stderr.write(`${printable(`Left out: ${what}: ${why}.`)}\n`);
}
