// The configuration of VitePress, which makes a static site of README.md and docs/.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type MarkdownIt from 'markdown-it';

const root = path.resolve(__dirname, '..', '..', '..');

const pictures = path.join(root, 'docs', 'pictures');
const LOGO = 'logo.svg';

/** A link of the navigation, or a group of them. */
interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Entry[];
  readonly collapsed?: boolean;
}

/** The configuration; the site is written into `site`. A link to no page fails the build. */
export function siteConfig() {
  const { name, description } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly description: string;
  };
  return {
    title: name,
    description,
    lang: 'en',
    srcDir: root,
    srcExclude: ['{test,tools,bench,examples,site,coverage,reports}/**'],
    rewrites: (page: string) => addressOf(page),
    outDir: path.join(root, 'site'),
    // Its files are at the root of the site.
    vite: { publicDir: pictures },
    head: [['link', { rel: 'icon', href: `/${LOGO}` }]],
    cacheDir: path.join(root, '.cache', 'vitepress'),
    // The layouts in front matters are those of the Pulumi Registry.
    transformPageData: ({ frontmatter }: { readonly frontmatter: object }) => ({
      frontmatter: { ...frontmatter, layout: 'doc' },
    }),
    // The search runs in the browser; nothing is fetched from other hosts.
    themeConfig: {
      logo: `/${LOGO}`,
      search: { provider: 'local' },
      outline: [2, 3],
      nav: [{ text: 'Reference', link: '/docs/reference/' }],
      sidebar: [...guides(), ...reference()],
    },
    markdown: {
      config: (markdown: MarkdownIt) => {
        pagesOfTheRegistry(markdown);
        linksWithinTheSite(markdown);
        tabs(markdown);
      },
    },
  };
}

/** The page of a folder is its README. */
const addressOf = (page: string): string => page.replace(/(^|\/)README\.md/, '$1index.md');

/** The headings and links of docs/README.md. */
function guides(): Entry[] {
  const [, ...parts] = readFileSync(path.join(root, 'docs', 'README.md'), 'utf8').split('\n## ');
  if (parts.length === 0) throw new Error('docs/README.md has no headings.');
  return parts.map((part) => ({
    text: part.split('\n', 1).join(),
    items: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, text = '', target = '']) => ({
      text,
      link: addressOf(path.posix.join('/docs', target)),
    })),
  }));
}

/** A group for each folder of the reference. */
function reference(): Entry[] {
  const pagesIn = (folder: string): Entry[] =>
    readdirSync(path.join(root, 'docs', 'reference', folder))
      .sort()
      .map((file) => ({
        text: path.basename(file, '.md'),
        link: `/docs/reference/${folder}/${file}`,
      }));
  return [
    { text: 'Resources', collapsed: true, items: pagesIn('resources') },
    { text: 'Data sources', collapsed: true, items: pagesIn('data-sources') },
  ];
}

/**
 * Links to files that are no pages, such as programs, become text, because the repository has no public address yet.
 */
function linksWithinTheSite(markdown: MarkdownIt): void {
  markdown.core.ruler.push('links-within-the-site', ({ tokens, env }) => {
    const { relativePath } = env as { readonly relativePath: string };
    for (const { children } of tokens) {
      let isText = false;
      for (const token of children ?? []) {
        const target = token.type === 'link_open' ? token.attrGet('href') : null;
        if (target !== null) {
          const file = path.posix.join(path.posix.dirname(relativePath), target.split('#')[0] ?? '');
          isText = !/^[a-z]+:|^#/.test(target) && !file.endsWith('.md');
          token.attrSet('href', addressOf(target));
        }
        if (!isText || !token.type.startsWith('link_')) continue;
        isText = token.type === 'link_open';
        Object.assign(token, { type: 'text', tag: '', nesting: 0, content: '' });
      }
    }
  });
}

/** The languages of the Registry's chooser, with the titles of the tabs. */
const TITLES: Readonly<Record<string, string>> = {
  ...{ typescript: 'TypeScript', python: 'Python', go: 'Go', java: 'Java', yaml: 'YAML' },
};

/**
 * The pages that the Pulumi Registry shows too have their heading in the front matter, and commands of the Registry
 * around the block of each language. Here they get a heading, and titles in bold, of which `tabs` makes tabs.
 */
function pagesOfTheRegistry(markdown: MarkdownIt): void {
  markdown.core.ruler.before('normalize', 'pages-of-the-registry', (state) => {
    const { layout, title = '' } =
      (state.env as { readonly frontmatter?: { readonly layout?: string; readonly title?: string } })
        .frontmatter ?? {};
    if (layout === undefined) return;
    const text = state.src.replace(
      /^\{\{[<%] \/?(?:chooser|choosable)(?: language (\S+))? [%>]\}\}$/gm,
      (_command, language?: string) => {
        const tab = TITLES[language ?? ''];
        return tab === undefined ? '' : `**${tab}**`;
      },
    );
    state.src = `# ${title}\n\n${text}`;
  });
}

/**
 * Makes tabs of blocks that follow each other, each below its title in bold. The page itself shows them one after the
 * other, as the repository and the package do.
 */
function tabs(markdown: MarkdownIt): void {
  markdown.core.ruler.push('tabs', (state) => {
    const { tokens, Token } = state;
    /** The title before the block at an index: a paragraph that is bold, and nothing else. */
    const titleBefore = (index: number): string | undefined =>
      tokens[index]?.type === 'fence'
        ? /^\*\*([^*]+)\*\*$/.exec(
            tokens[index - 2]?.type === 'inline' ? (tokens[index - 2]?.content ?? '') : '',
          )?.[1]
        : undefined;
    state.tokens = tokens.flatMap((token, index) => {
      // A title is the three tokens of its paragraph; its block has it.
      if ([1, 2, 3].some((distance) => titleBefore(index + distance) !== undefined)) return [];
      const title = titleBefore(index);
      if (title === undefined) return [token];
      token.info += ` [${title}]`;
      const isFirst = titleBefore(index - 4) === undefined;
      const isLast = titleBefore(index + 4) === undefined;
      return [
        ...(isFirst ? [new Token('container_code-group_open', 'div', 1)] : []),
        token,
        ...(isLast ? [new Token('container_code-group_close', 'div', -1)] : []),
      ];
    });
  });
}
