import { InvalidRequestError } from '../../api/errors';
import type { AuditEvent, JournalEntry, Tag } from '../../api/schema';
import { flag, oneOf, text, valueOf, wholeNumber } from './support/argumentTypes';
import { dataSource } from './support/describe';
import { withoutToken } from './support/withoutHidden';

export const getBalance = dataSource({
  doc: 'The balance of the project and the currency in which it is billed.',
  operations: ['getBalance'],
  args: {},
  result: { object: 'Balance' },
  ask: (api) => api.account.balance(),
});

/** An entry with the machine and the volume as the other data sources show them. */
function withoutHidden({ instance, volume, ...entry }: JournalEntry): JournalEntry {
  const shown = (object: { [key: string]: unknown } | null) =>
    object && withoutToken({ ...object, tags: (object['tags'] ?? []) as Tag[] });
  return {
    ...entry,
    ...(instance !== undefined && { instance: shown(instance) }),
    ...(volume !== undefined && { volume: shown(volume) }),
  };
}

export const getJournal = dataSource({
  doc: 'All pages of the journal of an instance, a cluster or a volume. Give either `computeId` or `volumeId`.',
  operations: ['listJournal'],
  args: {
    computeId: {
      type: text,
      doc: 'The id of an instance or cluster. Entries about volumes that it gains or loses are included.',
    },
    volumeId: { type: text, doc: 'The id of a volume.' },
    actionCode: {
      type: valueOf('JournalActionCode'),
      doc: 'Only entries of this action, e.g. `start:complete`.',
      default: 'all',
    },
    objectType: {
      type: oneOf('compute', 'volume'),
      doc: 'Only entries about machines, or only those about volumes.',
      default: 'both',
    },
    hydrate: {
      type: flag,
      doc: 'Adds the user, the instance without the token of its Jupyter server, and the volume to every entry.',
      default: 'false',
    },
  },
  result: { list: 'JournalEntry' },
  ask: async (api, { computeId, volumeId, ...filter }) => {
    if (computeId !== undefined && volumeId === undefined)
      return (await api.journal.listAll({ ...filter, computeId })).map(withoutHidden);
    if (volumeId !== undefined && computeId === undefined)
      return (await api.journal.listAll({ ...filter, volumeId })).map(withoutHidden);
    throw new InvalidRequestError('Give either computeId or volumeId.', { operation: '' });
  },
});

const auditFilter = {
  action: { type: valueOf('AuditAction'), doc: 'Only events of this action, e.g. `delete`.', default: 'all' },
  objectType: {
    type: valueOf('AuditObjectType'),
    doc: 'Only events about this type of object, e.g. `compute`.',
    default: 'all',
  },
  startDate: {
    type: text,
    doc: 'Only events at or after this time, ISO 8601.',
    default: '90 days ago, which is also the earliest',
  },
  endDate: {
    type: text,
    doc: 'Only events at or before this time, ISO 8601; not before `startDate`.',
    default: 'now',
  },
};

export const getAuditLog = dataSource({
  doc: 'The audit log of the project, newest first, of as many pages as needed. Only for the owner and the admins of the project: other credentials are an error.',
  operations: ['listAuditEvents'],
  args: {
    ...auditFilter,
    limit: { type: wholeNumber({ min: 0 }), doc: 'How many events at most.', default: 'all' },
  },
  result: { list: 'AuditEvent' },
  ask: async (api, { limit = Infinity, ...filter }) => {
    const events: AuditEvent[] = [];
    if (limit <= 0) return events;
    for await (const event of api.audit.all(filter)) {
      events.push(event);
      if (events.length >= limit) break;
    }
    return events;
  },
});

export const getAuditLogExport = dataSource({
  doc: 'Writes the audit log to a file and returns its address, which is valid for 15 minutes. Only for the owner and the admins of the project.',
  operations: ['exportAuditEvents'],
  args: auditFilter,
  result: { object: 'AuditExport' },
  secret: 'the address needs no credentials',
  ask: (api, filter) => api.audit.export(filter),
});
