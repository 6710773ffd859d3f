// docs/reference/README.md: all pages, and what holds for all of them.
import { CHANGES } from '../documentation';
import type { Language } from './languages/language';
import { GENERATED } from './markdown';
import type { Page } from './page';

type Groups = Readonly<Record<'resources' | 'data-sources', readonly Page[]>>;

/** The text of the page, before formatting. */
export function overview(groups: Groups, commonErrors: readonly string[], language: Language): string {
  const changes = Object.values(CHANGES).flatMap(({ words, meaning }) =>
    words === '' ? [] : [`- _${words}._ ${meaning}`],
  );
  return `${GENERATED}

# Reference

## Resources and components

${rows('resources', groups.resources)}

\`pulumi import\` is not possible: it needs a plugin, and a dynamic provider has none. Use [\`adoptId\`](../adoption.md).

## Data sources

${rows('data-sources', groups['data-sources'])}

${language.dataSourceForms}

A name in parentheses, such as (Volumes), is a section of the API's specification. Where a page lists known values, the
cloud may add others.

## What a change does

Each input of a resource says what a change of it does:

${changes.join('\n')}
- _Left out: not managed here._ If a program does not set the input, the provider does not change it.

An input without such a sentence steers the provider: a change is stored, and the next action of the provider uses it.
\`replaceOn\` names inputs whose change replaces the resource in any case.

## Errors of every request

${commonErrors.map((error) => `- ${error}`).join('\n')}

The message of an error contains the request, the answer of the cloud, and what to do. Waits, retries and rate limits are
handled by the client: 429 and 5xx answers are tried again where that is safe.
`;
}

/** The first sentence of each page. */
const rows = (folder: string, pages: readonly Page[]): string =>
  pages.map(({ name, doc }) => `- [\`${name}\`](${folder}/${name}.md): ${firstSentence(doc)}`).join('\n');

const firstSentence = (doc: string): string => /^.*?[.](?= [A-Z]|$)/.exec(doc)?.[0] ?? doc;
