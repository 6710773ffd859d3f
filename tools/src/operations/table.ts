import type { Areas } from '../generate/dataSources';
import { access } from './entries/access';
import { catalogue } from './entries/catalogue';
import { GENERAL_CALL } from './entry';
import type { Subject, Table } from './completeness';
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
  return withDataSources(withResources({ operations, replies, headers }, resources, subject), areas, subject);
}

/** An operation without an entry is reached by the client's general call. */
const unnamed = ({ parts }: Subject): Table['operations'] =>
  Object.fromEntries(
    parts.map(({ operation }) => [operation.id, { by: GENERAL_CALL, request: 'as-is' as const }]),
  );
