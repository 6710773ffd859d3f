// docs/reference/README.md: a list of all pages, and information about all of them.
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

Look up the inputs and outputs of a resource, the arguments and the result of a data source, the requests that they send,
and the errors of the cloud. [The API client](client.md) has a page of its own.

## Resources and components

${rows('resources', groups.resources)}

[\`adoptId\`](../adoption.md) puts an existing resource into a stack; with the native plugin,
[\`pulumi import\`](../plugin.md#import-existing-resources) does, too. The settings of an explicit provider of the plugin
are [those of a stack](../installation-configuration.md#an-explicit-provider).

## Data sources

${rows('data-sources', groups['data-sources'])}

${language.dataSourceForms}

With the native plugin, the answer of a data source has the property \`result\`, which is what the page describes.

A name in parentheses, such as (Volumes), is a section of the API's specification. Where a page lists known values, the
cloud may add others.

## What a change does

Each input of a resource says what a change of it does:

${changes.join('\n')}
- _Left out: not managed here._ If a program does not set the input, the provider does not change it.

An input without such a sentence is a setting of the provider: a change is stored, and later actions use it.
\`replaceOn\` names inputs whose change replaces the resource in any case.

## Errors of every request

${commonErrors.map((error) => `- ${error}`).join('\n')}

The message of an error contains the request, the answer of the cloud, and what to do. The package waits for
rate limits, and sends a request again after 429 and 5xx where that is safe.
`;
}

/** The first sentence of each page. */
const rows = (folder: string, pages: readonly Page[]): string =>
  pages.map(({ name, doc }) => `- [\`${name}\`](${folder}/${name}.md): ${firstSentence(doc)}`).join('\n');

const firstSentence = (doc: string): string => /^.*?[.](?= [A-Z]|$)/.exec(doc)?.[0] ?? doc;
