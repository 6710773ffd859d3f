import type * as schema from '../../api/schema';
import { InvalidRequestError } from '../../api/errors';
import { flag, oneOf, text, wholeNumber } from '../../core/validation/shape';
import { dataSource } from '../dataSource';
import type { Camelized } from '../words';
import { camelize } from '../words';

/** Something that happened to an instance, a cluster or a volume. */
export type JournalEntry = Camelized<schema.JournalEntry>;
/** Who did what in the project, when and from where: a CloudEvents 1.0 envelope. */
export type AuditEvent = Camelized<schema.AuditEvent>;
/** An export of the audit log: whoever has the address can download it until it expires. */
export type AuditExport = Camelized<schema.AuditExport>;

/** Which entries of the journal: give either `computeId` or `volumeId`. */
export interface GetJournalArgs {
  /** Those of this instance or cluster, with those of its volumes coming and going. */
  computeId?: string;
  /** Those of this volume. */
  volumeId?: string;
  /** Only this action, e.g. `start:complete`. */
  actionCode?: schema.JournalActionCode;
  /** Only `compute` or only `volume`. */
  objectType?: 'compute' | 'volume';
  /** Adds the user, the instance and the volume to every entry. Default: false. */
  hydrate?: boolean;
}

/** The journal of an instance, a cluster or a volume, of all pages (Journal (beta)). */
export const getJournal = dataSource<GetJournalArgs, JournalEntry[]>({
  name: 'getJournal',
  shape: 'list',
  args: {
    computeId: text(),
    volumeId: text(),
    actionCode: text(),
    objectType: oneOf(['compute', 'volume']),
    hydrate: flag,
  },
  ask: async (api, { computeId, volumeId, ...filter }) => {
    if (computeId !== undefined && volumeId === undefined) {
      return camelize(await api.journal.listAll({ ...filter, computeId }));
    }
    if (volumeId !== undefined && computeId === undefined) {
      return camelize(await api.journal.listAll({ ...filter, volumeId }));
    }
    throw new InvalidRequestError('Give either computeId or volumeId.', { operation: '' });
  },
});

/** `getJournal` as an output. */
export const getJournalOutput = getJournal.output;

/** Which events of the audit log. */
export interface AuditFilterArgs {
  /** Only this action, e.g. `delete`. */
  action?: schema.AuditAction;
  /** Only this type of object, e.g. `compute`. */
  objectType?: schema.AuditObjectType;
  /** Only events at or after it, ISO 8601. Default, and earliest: 90 days ago. */
  startDate?: string;
  /** Only events at or before it, ISO 8601; not before `startDate`. */
  endDate?: string;
}

/** Which events of the audit log, and how many at most. */
export interface GetAuditLogArgs extends AuditFilterArgs {
  /** How many at most, the newest first. Default: all. */
  limit?: number;
}

const auditShapes = { action: text(), objectType: text(), startDate: text(), endDate: text() };

/**
 * The audit log of the project, newest first, of as many pages as it takes (GET /v1/audit/log). Only for its owner
 * and admins: other credentials are an error.
 *
 * @example
 * const deletions = await getAuditLog({ objectType: 'compute', action: 'delete', limit: 50 });
 */
export const getAuditLog = dataSource<GetAuditLogArgs, AuditEvent[]>({
  name: 'getAuditLog',
  shape: 'list',
  args: { ...auditShapes, limit: wholeNumber({ min: 0 }) },
  ask: async (api, { limit = Infinity, ...filter }) => {
    const events: AuditEvent[] = [];
    if (limit <= 0) return events;
    for await (const event of api.audit.all(filter)) {
      events.push(camelize(event));
      if (events.length >= limit) break;
    }
    return events;
  },
});

/** `getAuditLog` as an output. */
export const getAuditLogOutput = getAuditLog.output;

/**
 * Has the audit log written to a file and answers its address, which needs no credentials and is valid for 15
 * minutes (POST /v1/audit/log/download). Only for the owner of the project and its admins.
 */
export const getAuditLogExport = dataSource<AuditFilterArgs, AuditExport>({
  name: 'getAuditLogExport',
  shape: 'object',
  args: auditShapes,
  secret: true,
  ask: async (api, filter) => camelize(await api.audit.export(filter)),
});

/** `getAuditLogExport` as an output; a secret, since its address needs no credentials. */
export const getAuditLogExportOutput = getAuditLogExport.output;
