// The table as a page of the documentation.
import { table } from '../generate/reference/markdown';
import type { Subject, Table } from './completeness';
import { hasReason, inWordsOf, placesOf } from './completeness';
import type { Parts } from './contractFields';
import type { Entry, Fields, Named, ReplyEntry } from './entry';

const INTRODUCTION = `# Every operation of the API

Find which resource, data source or call uses an operation or a field of the API. \`npm run generate\` writes this page; a test
checks that every operation, field and action of the contract is on it.

- \`Instance.osVolume.size\` is an input or output of a resource, \`getImages(instanceType)\` an argument of a data source,
  \`getImages().imageType\` a part of its result. Every data source also has a form for outputs, e.g. \`getImagesOutput\`.
- \`client().instances.deploy\` is a call of [the API client](reference/client.md), with the names of the API. \`client().request(method, path)\` sends
  any other request.
- Ids in paths are the ids of resources. Headers for pages and rate limits are read by the client.
`;

const code = (text: string): string => `\`${text}\``;

function words(named: Named): string {
  if (hasReason(named)) return `_${named.reason}_`;
  const places = placesOf(named).map(code).join(', ');
  return typeof named === 'string' ? places : `${places}: ${named.note}`;
}

const rowsOf = (fields: Fields): string[][] =>
  Object.entries(fields).map(([name, named]) => [code(name), words(named)]);

/** The whole page, before formatting. */
export function page({ operations, replies, headers }: Table, { parts, fieldsOf }: Subject): string {
  const overview = parts.map(({ operation }) => [
    code(`${operation.method} ${operation.path}`),
    words(operations[operation.id]?.by ?? ''),
  ]);
  return [
    INTRODUCTION,
    '## Operations\n',
    table(['Operation', 'Used by'], overview),
    '\n## Requests\n',
    `${Object.entries(headers)
      .map(([name, reason]) => `The header ${code(name)} is ${reason}.`)
      .join(' ')}\n`,
    ...parts.map((part) => request(part, operations[part.operation.id])),
    '## Replies\n',
    ...Object.entries(replies).map(([schema, entry]) => reply(schema, fieldsOf(schema), entry)),
  ].join('\n');
}

function request({ operation, request: names }: Parts, entry: Entry | undefined): string {
  if (!entry || hasReason(entry.by) || names.length === 0) return '';
  const heading = `### ${operation.method} ${operation.path}\n`;
  if (entry.request === 'as-is') {
    return `${heading}\n${words(entry.by)} takes ${names.map(code).join(', ')} as they are.\n`;
  }
  const actions = entry.actions ? `\n${table(['Action', 'Asked for by'], rowsOf(entry.actions))}\n` : '';
  return `${heading}\n${table(['Field', 'Given by'], rowsOf(entry.request ?? {}))}\n${actions}`;
}

function reply(schema: string, names: readonly string[], { all, fields, reason }: ReplyEntry): string {
  const heading = `### ${schema}\n`;
  if (reason !== undefined) return `${heading}\n_${reason}_\n`;
  const everything =
    all === undefined
      ? ''
      : `\n${code(all)} returns all of it: ${names.map((name) => code(inWordsOf(all, name))).join(', ')}.\n`;
  return `${heading}${everything}${fields ? `\n${table(['Field', 'Output'], rowsOf(fields))}\n` : ''}`;
}
