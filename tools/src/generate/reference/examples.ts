// The examples of the reference: one program for each page, in examples/reference/LANGUAGE.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LOCAL_GO_MODULE } from '../pulumi/publication';
import type { ExampleLanguage } from './languages/language';
import { PLUGIN_LANGUAGES } from './languages/plugin';
import type { LookUp } from './lookUps/lookUp';

/** Reads examples, and reports examples that no page has read. */
export class Examples {
  private readonly folder: string;
  private readonly unread: Set<string>;

  constructor(
    root: string,
    private readonly language: ExampleLanguage,
  ) {
    this.folder = path.join(root, 'examples', 'reference', language.folder);
    this.unread = new Set(readdirSync(this.folder));
  }

  /** The whole program, e.g. of `Volume`. */
  programOf(name: string): string {
    const file = this.fileOf(name);
    if (!existsSync(file)) throw new Error(`The page of ${name} has no example: write the program ${file}.`);
    this.unread.delete(path.basename(file));
    return readFileSync(file, 'utf8');
  }

  /** Whether there is a program for a page. */
  has(name: string): boolean {
    return existsSync(this.fileOf(name));
  }

  /** The program without its imports, for a docstring. */
  excerptOf(name: string): string {
    return this.programOf(name)
      .replace(/^import [\s\S]*?;\n/gm, '')
      .trim();
  }

  private fileOf(name: string): string {
    return path.join(this.folder, `${name}.${this.language.extension}`);
  }

  /** Throws if an example belongs to no page. */
  checkThatAllAreRead(): void {
    if (this.unread.size > 0)
      throw new Error(`These examples belong to no page of the reference: ${[...this.unread].join(', ')}.`);
  }
}

/** A program in a language of the native plugin. */
export interface PluginExample {
  /** The name of the language, on a page and in schema.json. */
  readonly title: string;
  readonly language: string;
  /** The mark of its code blocks. */
  readonly mark: string;
  readonly text: string;
}

/** The programs for the native plugin. */
export class PluginExamples {
  private readonly languages;

  /** @param goModule the path of the module of the SDK for Go, as programs import it. */
  constructor(
    root: string,
    private readonly goModule: string,
    private readonly lookUps: ReadonlyMap<string, LookUp>,
  ) {
    this.languages = PLUGIN_LANGUAGES.map((language) => ({
      language,
      examples: new Examples(root, language),
    }));
  }

  /** The programs of a page, if it has any. */
  of(name: string): PluginExample[] {
    const lookUp = this.lookUps.get(name);
    return this.languages.flatMap(({ language, examples }) => {
      const text = lookUp
        ? language.lookUp?.(lookUp)
        : examples.has(name)
          ? examples.programOf(name)
          : undefined;
      if (text === undefined) return [];
      const { title, inSchema, extension } = language;
      return [
        { title, language: inSchema, mark: extension, text: text.replaceAll(LOCAL_GO_MODULE, this.goModule) },
      ];
    });
  }

  /** Throws if an example belongs to no page. */
  checkThatAllAreRead(): void {
    for (const { examples } of this.languages) examples.checkThatAllAreRead();
  }
}
