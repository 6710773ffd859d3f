import type { Areas } from '../generate/dataSources';
import { access } from './entries/access';
import { catalogue } from './entries/catalogue';
import { GENERAL_CALL, all } from './entry';
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
export function tableOf(resources: Resources, areas: Areas, subject: Subject): Table {
  const operations = { ...unnamed(subject), ...compute, ...storage, ...access, ...catalogue };
  const table = withResources({ operations, replies, headers }, resources, subject);
  const complete = withDataSources(withPerform(table, subject), areas, subject);
  return withUnnamedReplies(complete, subject);
}

/** An operation without an entry is reached by the client's general call. */
const unnamed = ({ parts }: Subject): Table['operations'] =>
  Object.fromEntries(
    parts.map(({ operation }) => [operation.id, { by: GENERAL_CALL, request: 'as-is' as const }]),
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

/** The reply of an operation without an entry is reached by the client's general call, too. */
function withUnnamedReplies(table: Table, { parts }: Subject): Table {
  const general = parts.filter(({ operation }) => table.operations[operation.id]?.by === GENERAL_CALL);
  const schemas = general.flatMap((part) => part.replies).filter((schema) => !(schema in table.replies));
  const entry = { reason: `only \`${GENERAL_CALL}\` returns it` };
  return {
    ...table,
    replies: { ...table.replies, ...Object.fromEntries(schemas.map((one) => [one, entry])) },
  };
}
