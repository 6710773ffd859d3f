import type { Areas } from '../generate/dataSources';
import { access } from './entries/access';
import { catalogue } from './entries/catalogue';
import { GENERAL_CALL, all } from './entry';
import type { Calls } from './calls';
import type { Subject, Table } from './completeness';
import { placesOf } from './completeness';
import { compute } from './entries/compute';
import { withDataSources } from './dataSources';
import { replies } from './replies';
import type { Resources } from './resources';
import { withResources } from './resources';
import { storage } from './entries/storage';

/** Headers that the contract declares on many operations. */
const headers = {
  'user-agent': 'sent by the client',
  'cf-connecting-ip': 'added by the edge of the service',
};

/** Where a program reaches each operation of the contract. */
export function tableOf(resources: Resources, areas: Areas, calls: Calls, subject: Subject): Table {
  const operations = { ...unnamed(calls, subject), ...compute, ...storage, ...access, ...catalogue };
  const table = withResources({ operations, replies, headers }, resources, subject);
  const complete = withDataSources(withPerform(table, subject), areas, subject);
  return withUnnamedReplies(complete, calls, subject);
}

/** An operation without an entry is reached by its call of the client, or by the general one. */
const unnamed = (calls: Calls, { parts }: Subject): Table['operations'] =>
  Object.fromEntries(
    parts.map(({ operation: { id } }) => [
      id,
      { by: calls.get(id) ?? GENERAL_CALL, request: 'as-is' as const },
    ]),
  );

/** A call named `perform` takes every action. It is the place of fields and actions that nothing else names. */
function withPerform(table: Table, { parts }: Subject): Table {
  const operations = { ...table.operations };
  for (const { operation, request, actions } of parts) {
    const entry = operations[operation.id];
    if (!entry || entry.request === 'as-is') continue;
    const call = placesOf(entry.by).find((place) => place.endsWith('.perform'));
    if (call === undefined) continue;
    operations[operation.id] = {
      ...entry,
      request: { ...all(request, call), ...entry.request },
      actions: { ...all(actions, call), ...entry.actions },
    };
  }
  return { ...table, operations };
}

/** A reply that nothing else names is reached by the same call. */
function withUnnamedReplies(table: Table, calls: Calls, { parts }: Subject): Table {
  const unnamed = parts.flatMap(({ operation: { id }, replies }) => {
    const call = calls.get(id) ?? GENERAL_CALL;
    if (table.operations[id]?.by !== call) return [];
    const entry =
      call === GENERAL_CALL ? { reason: `only \`${GENERAL_CALL}\` returns it` } : { all: `${call}()` };
    return replies.filter((schema) => !(schema in table.replies)).map((schema) => [schema, entry] as const);
  });
  return { ...table, replies: { ...table.replies, ...Object.fromEntries(unnamed) } };
}
