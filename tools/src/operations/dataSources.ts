// The operations and replies that the descriptions of the data sources cover.
import type { DataSource } from '../../../sdk/dataSources/support/describe';
import type { Areas } from '../generate/dataSources';
import type { Subject, Table } from './completeness';
import { hasReason } from './completeness';
import type { Parts } from './contractFields';
import type { Entry, Fields, Named, ReplyEntry } from './entry';
import { snakeCase } from './entry';

type Source = readonly [name: string, description: DataSource<never, unknown>];

/** Adds the data sources to the table. Existing entries stay. */
export function withDataSources(table: Table, areas: Areas, { parts }: Subject): Table {
  const sources = Object.values(areas).flatMap((area): Source[] => Object.entries(area));
  const operations = Object.fromEntries(
    Object.entries(table.operations).map(([id, entry]) => {
      const users = sources.filter(([, { operations: used }]) => used.includes(id));
      return [id, users.reduce((found, source) => withSource(found, source, requestOf(parts, id)), entry)];
    }),
  );
  const schemas = [...new Set(parts.flatMap((part) => part.replies)), ...Object.keys(table.replies)];
  const replies = schemas.flatMap((schema): [string, ReplyEntry][] => {
    const source = handingOut(schema, sources);
    const known = table.replies[schema];
    if (source !== undefined) return [[schema, { all: `${source}()`, ...known }]];
    return known === undefined ? [] : [[schema, known]];
  });
  return { ...table, operations, replies: Object.fromEntries(replies) };
}

const requestOf = (parts: readonly Parts[], id: string): readonly string[] =>
  parts.find(({ operation }) => operation.id === id)?.request ?? [];

function withSource(entry: Entry, [name, { args }]: Source, parameters: readonly string[]): Entry {
  const given = Object.entries(args).flatMap(([argument, { parameter }]) => {
    const names = [parameter ?? snakeCase(argument), argument];
    const field = names.find((candidate) => parameters.includes(candidate));
    return field === undefined ? [] : [[field, `${name}(${argument})`] as const];
  });
  return { ...entry, by: withUser(entry.by, name), request: withFields(entry.request, given) };
}

/** Adds a resource or a data source to the users of an operation, before the calls of the client. */
export function withUser(by: Named, name: string): Named {
  if (hasReason(by)) return by;
  const places = (typeof by === 'string' ? by : by.place).split(', ');
  const calls = places.findIndex((place) => place.startsWith('client()'));
  const place = places.toSpliced(calls === -1 ? places.length : calls, 0, name).join(', ');
  return typeof by === 'string' ? place : { place, note: by.note };
}

function withFields(
  request: Entry['request'] = {},
  given: readonly (readonly [string, string])[],
): Fields | 'as-is' {
  if (request === 'as-is') return request;
  const fields = Object.fromEntries(
    given.map(([field, place]) => {
      const known = request[field];
      return [field, known === undefined ? place : typeof known === 'string' ? `${known}, ${place}` : known];
    }),
  );
  return { ...fields, ...Object.fromEntries(Object.entries(request).filter(([name]) => !(name in fields))) };
}

/** The data source that returns whole objects of a schema; a data source for a single object comes before a list. */
function handingOut(schema: string, sources: readonly Source[]): string | undefined {
  const [one] = sources.find(([, { result }]) => 'object' in result && isWhole(result, result.object)) ?? [];
  const [many] = sources.find(([, { result }]) => 'list' in result && isWhole(result, result.list)) ?? [];
  return one ?? many;

  function isWhole(result: object, name: string): boolean {
    return name === schema && !('without' in result) && !('more' in result);
  }
}
