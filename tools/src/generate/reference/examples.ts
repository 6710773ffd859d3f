// The examples of the reference: one program for each page, in examples/reference/LANGUAGE.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Language } from './languages/language';

/** Reads examples, and reports examples that no page has read. */
export class Examples {
  private readonly folder: string;
  private readonly unread: Set<string>;

  constructor(
    root: string,
    private readonly language: Language,
  ) {
    this.folder = path.join(root, 'examples', 'reference', language.folder);
    this.unread = new Set(readdirSync(this.folder));
  }

  /** The whole program, e.g. of `Volume`. */
  programOf(name: string): string {
    const file = `${name}.${this.language.extension}`;
    this.unread.delete(file);
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  /** The program without its imports, for a docstring. */
  excerptOf(name: string): string {
    return this.programOf(name)
      .replace(/^import [\s\S]*?;\n/gm, '')
      .trim();
  }

  /** Throws if an example belongs to no page. */
  checkThatAllAreRead(): void {
    if (this.unread.size > 0)
      throw new Error(`These examples belong to no page of the reference: ${[...this.unread].join(', ')}.`);
  }
}
