import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';

const root = path.resolve(__dirname, '..', '..', '..');
const markdown = new MarkdownIt({ html: true });

/** A fenced block of a page. */
export interface Block {
  /** `ts`, `sh`, … or an empty text. */
  readonly language: string;
  /** The name of the file that the block contains, e.g. `index.ts`. */
  readonly file?: string;
  readonly text: string;
  /** The first line of the block in the page, counted from 1. */
  readonly line: number;
}

export interface Page {
  /** Relative to the root of the repository or of the package, e.g. `docs/testing.md`. */
  readonly name: string;
  readonly blocks: readonly Block[];
  /** Code within sentences and tables, e.g. `pulumi up`. */
  readonly codes: readonly string[];
  /** Targets of all links and pictures. */
  readonly links: readonly string[];
  /** The anchors of its headings. */
  readonly anchors: ReadonlySet<string>;
}

/** Every page of the documentation that is written by hand or generated, by its path in `folder`. */
export function pageNames(folder = root): string[] {
  const below = readdirSync(path.join(folder, 'docs'), { recursive: true, encoding: 'utf8' });
  const docs = below.map((name) => path.join('docs', name));
  const top = ['README', 'CONTRIBUTING', 'SECURITY', 'CODE_OF_CONDUCT'].map((name) => `${name}.md`);
  return [...top, path.join('emulator', 'README.md'), ...docs].filter((name) => name.endsWith('.md')).sort();
}

/** Reads a page of the documentation in `folder`. */
export function readPage(name: string, folder = root): Page {
  const tokens = markdown.parse(readFileSync(path.join(folder, name), 'utf8'), {});
  const blocks = tokens
    .filter(({ type }) => type === 'fence')
    .map(({ info, content, map }): Block => {
      const [language = '', file] = info.trim().split(/\s+/);
      return { language, text: content, line: (map?.[0] ?? 0) + 1, ...(file !== undefined && { file }) };
    });
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const codes = inline.filter(({ type }) => type === 'code_inline').map(({ content }) => content);
  const links = inline.flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? []);
  const headings = tokens.flatMap(({ type }, index) =>
    type === 'heading_open' ? [textOf(tokens[index + 1]?.children ?? [])] : [],
  );
  return { name, blocks, codes, links, anchors: anchorsOf(headings) };
}

/** The links of a page to files or headings that do not exist. */
export function deadLinks({ name, links, anchors }: Page, folder = root): string[] {
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [target = '', anchor] = link.split('#');
    const file = path.join(path.dirname(name), target);
    if (target !== '' && !existsSync(path.join(folder, file))) return true;
    if (anchor === undefined || (target !== '' && !target.endsWith('.md'))) return false;
    return !(target === '' ? anchors : readPage(file, folder).anchors).has(anchor);
  });
}

const textOf = (tokens: readonly { type: string; content: string }[]): string =>
  tokens.map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : '')).join('');

/** The anchors that GitHub gives to headings; a repeated one gets a number. */
function anchorsOf(headings: readonly string[]): Set<string> {
  const anchors = new Set<string>();
  for (const heading of headings) {
    const base = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = base;
    for (let number = 1; anchors.has(anchor); number++) anchor = `${base}-${String(number)}`;
    anchors.add(anchor);
  }
  return anchors;
}
