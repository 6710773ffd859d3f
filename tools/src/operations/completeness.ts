// Checks that the table names exactly the parts of the contract.
import type { Parts } from './contractFields';
import type { Entry, Fields, Named, Place, ReplyEntry } from './entry';
import { camelCase } from './entry';

/** The two halves of the table. */
export interface Table {
  readonly operations: Readonly<Record<string, Entry>>;
  readonly replies: Readonly<Record<string, ReplyEntry>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The parts of the contract that the table must name. */
export interface Subject {
  readonly parts: readonly Parts[];
  readonly fieldsOf: (schema: string) => readonly string[];
}

export const hasReason = (named: Named): named is { readonly reason: string } =>
  typeof named === 'object' && 'reason' in named;

/** The places in an entry, as a list. */
export const placesOf = (named: Named): Place[] =>
  hasReason(named) ? [] : (typeof named === 'string' ? named : named.place).split(', ');

/** Sentences about missing entries, and about entries that the contract does not have. */
export function gaps({ operations, replies, headers }: Table, { parts, fieldsOf }: Subject): string[] {
  const schemas = [...new Set(parts.flatMap((part) => part.replies))];
  return [
    ...differences(
      parts.map(({ operation }) => operation.id),
      Object.keys(operations),
      'operation',
    ),
    ...parts.flatMap((part) => gapsOfOperation(part, operations[part.operation.id])),
    ...differences([...new Set(parts.flatMap((part) => part.headers))], Object.keys(headers), 'header'),
    ...differences(schemas, Object.keys(replies), 'schema of replies'),
    ...schemas.flatMap((schema) => gapsOfReply(schema, fieldsOf(schema), replies[schema])),
  ];
}

function gapsOfOperation({ operation, request, actions }: Parts, entry: Entry | undefined): string[] {
  if (!entry || hasReason(entry.by)) return [];
  const fields = entry.request === 'as-is' ? request : Object.keys(entry.request ?? {});
  return [
    ...differences(request, fields, `request field of ${operation.id}`, remedyOf),
    ...differences(actions, Object.keys(entry.actions ?? {}), `action of ${operation.id}`),
  ];
}

function gapsOfReply(schema: string, fields: readonly string[], entry: ReplyEntry | undefined): string[] {
  if (!entry || entry.reason !== undefined) return [];
  const named = Object.keys(entry.fields ?? {});
  // A data source returns all fields.
  return entry.fields === undefined && entry.all !== undefined
    ? []
    : differences(fields, named, `reply field of ${schema}`, remedyOfReply);
}

const remedyOfReply = (field: string): string =>
  `: add the input or output that shows it to the schema of a resource (api: '${field}' or { read: '${field}' }), or its place to the entry`;

const remedyOf = (field: string): string =>
  `: add the input of a resource that sets it, with \`api: '${field}'\`, to the schema of the resource, or add an entry`;

function differences(
  wanted: readonly string[],
  named: readonly string[],
  noun: string,
  remedy: (name: string) => string = () => '',
): string[] {
  return [
    ...wanted
      .filter((name) => !named.includes(name))
      .map((name) => `tools/src/operations/entries lacks the ${noun} ${name}${remedy(name)}`),
    ...named.filter((name) => !wanted.includes(name)).map((name) => `there is no ${noun} ${name}`),
  ];
}

/** Every place in the table, including the fields of data sources that return a whole reply. */
export function everyPlace({ operations, replies }: Table, { parts, fieldsOf }: Subject): Place[] {
  const namedIn = (fields: Fields = {}) => Object.values(fields).flatMap(placesOf);
  const places = parts.flatMap(({ operation, request }) => {
    const entry = operations[operation.id];
    if (!entry) return [];
    const by = placesOf(entry.by);
    return entry.request === 'as-is'
      ? [...by, ...request.map((field) => `${by[0] ?? ''}({${field}})`)]
      : [...by, ...namedIn(entry.request), ...namedIn(entry.actions)];
  });
  const inReplies = Object.entries(replies).flatMap(([schema, { all, fields }]) => [
    ...(all === undefined ? [] : fieldsOf(schema).map((field) => `${all}.${inWordsOf(all, field)}`)),
    ...namedIn(fields),
  ]);
  return [...new Set([...places, ...inReplies])];
}

/** The client uses the API's own names, data sources use camelCase. */
export const inWordsOf = (place: Place, field: string): string =>
  place.startsWith('client()') ? field : camelCase(field);
