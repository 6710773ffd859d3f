import type { AuditAction, AuditEvent, AuditObjectType } from '#contract';
import { enumOf } from '../contract/document';
import { forbidden, invalidRequest, notFound } from '../model/errors';
import { retentionMilliseconds } from '../model/events';
import { timestamp } from './shared/fields';
import type { Handlers, OperationId } from '../contract/handlers';
import type { CloudError } from '../model/errors';
import type { Caller, CloudEvent, Role } from '../model/events';
import { planned, rowOf, text } from '../model/rows';
import type { Entity } from '../model/store';
import type { World } from '../model/world';

export interface AuditFilter {
  /** Milliseconds. Default: as far back as events are kept. */
  start?: number | undefined;
  /** Milliseconds. Default: no end. */
  end?: number | undefined;
  isMeant: (event: CloudEvent) => boolean;
}

/** The end of a page: its last event. */
export interface Position {
  id: string;
  at: number;
}

export interface AuditPage {
  events: CloudEvent[];
  /** The start of the next page, if there is one. */
  next: Position | undefined;
}

/** An exported file. Anybody with its link can read it until it expires. */
export interface AuditExport extends Entity {
  expiresAt: number;
  content: string;
}

const exportRow = rowOf<AuditExport>({ expiresAt: planned, content: text });

const linkValidity = 15 * 60 * 1000;
/** How long an expired link is answered by 403 instead of 404. */
const remembered = 24 * 3600 * 1000;

/** The audit log of a project, for its owner and its admins. */
export class Audit {
  private readonly exports: Map<string, AuditExport>;

  /** `mostText`: the characters that all exports together may have. */
  constructor(
    private readonly world: World,
    private readonly mostText = 64 * 1024 * 1024,
  ) {
    this.exports = world.store.table<AuditExport>('auditExports', { row: exportRow });
    world.retention.limit(this.exports, ({ expiresAt }, now) => expiresAt + remembered < now);
    world.retention.also((now) => {
      this.makeRoom(0, now);
    });
  }

  /** Newest first. Later events come before the pages that were read, and so do not move them. */
  page(caller: Caller, filter: AuditFilter, size: number, after?: Position): AuditPage {
    const found = this.find(caller, filter);
    const first = after === undefined ? 0 : indexAfter(found, after);
    const events = found.slice(first, first + size);
    const last = events.at(-1);
    const hasMore = first + size < found.length;
    return { events, next: hasMore && last !== undefined ? { id: last.id, at: last.at } : undefined };
  }

  /** Writes all matching events to a new file. */
  export(caller: Caller, filter: AuditFilter, write: (events: readonly CloudEvent[]) => string): AuditExport {
    const now = Math.floor(this.world.now());
    const content = write(this.find(caller, filter));
    if (content.length > this.mostText)
      throw invalidRequest(
        `The export would have ${content.length} characters, but may have ${this.mostText}. Narrow it with start_date, end_date, action or object_type.`,
      );
    this.makeRoom(content.length, now);
    const file = { id: this.world.identifiers.token(), expiresAt: now + linkValidity, content };
    this.exports.set(file.id, file);
    return file;
  }

  /** The content of an exported file: 403 once its link has expired, 404 for an unknown link. */
  download(id: string): string {
    const file = this.exports.get(id);
    if (file === undefined) throw notFound('There is no such export.');
    if (file.expiresAt <= this.world.now())
      throw forbidden('The link to this export has expired. Export again.');
    return file.content;
  }

  /** Removes the contents of expired exports and, if there is not enough room, of the oldest ones. */
  private makeRoom(length: number, now: number): void {
    let total = length;
    for (const file of [...this.exports.values()].reverse()) {
      total += file.content.length;
      if (file.expiresAt > now && total <= this.mostText) continue;
      Object.assign(file, { expiresAt: Math.min(file.expiresAt, now), content: '' });
    }
  }

  private find(caller: Caller, filter: AuditFilter): CloudEvent[] {
    const oldest = Math.floor(this.world.now()) - retentionMilliseconds;
    const { start = oldest, end = Infinity, isMeant } = filter;
    if (start < oldest)
      throw invalidRequest('start_date: events are kept for 90 days. Ask for a later start.');
    if (end < start) throw invalidRequest('end_date: the end lies before the start.');
    // Charges that are due must appear in the log.
    this.world.billing.accrue();
    return this.world.events
      .of(caller.projectId)
      .filter((event) => event.at >= start && event.at <= end && isMeant(event))
      .reverse();
  }
}

const operations: ReadonlySet<string | undefined> = new Set<OperationId>([
  'listAuditEvents',
  'exportAuditEvents',
]);

/** Refuses the operations of the audit log to members who may not read it. */
export const refuseAudit = (operationId: string | undefined, role: Role): CloudError | undefined =>
  operations.has(operationId) && role !== 'owner' && role !== 'admin'
    ? forbidden('Only the owner of the project and its admins may read the audit log.')
    : undefined;

/** The index of the first event after a position, also when the event itself is no longer there. */
function indexAfter(found: readonly CloudEvent[], { id, at }: Position): number {
  const index = found.findIndex((event) => event.id === id);
  if (index >= 0) return index + 1;
  const older = found.findIndex((event) => event.at < at);
  return older < 0 ? found.length : older;
}

/** Where exported files are served, outside the API and without a token. */
export const exportsPath = '/exports/audit';

const actions: ReadonlySet<string> = new Set(enumOf('AuditAction'));
const objectTypes: ReadonlySet<string> = new Set(enumOf('AuditObjectType'));

/** `start:complete` is `start_complete` here; an action without a code of its own is `other`. */
function actionOf({ action }: CloudEvent): string {
  const word = action.replaceAll(':', '_');
  return actions.has(word) ? word : 'other';
}

const objectTypeOf = ({ objectType }: CloudEvent): string =>
  objectTypes.has(objectType) ? objectType : 'other';

/** The data of an event: for a machine as the API shows it, otherwise as it was recorded. */
function dataOf({ objectType, objectId, data, cause }: CloudEvent): AuditEvent['data'] {
  const origin = {
    discontinue_reason: cause.reason ?? null,
    request_ip: cause.actor?.ip ?? null,
    request_origin: cause.actor?.origin ?? null,
    actor_id: cause.actor?.userId ?? null,
  };
  if (objectType !== 'compute') return { ...data, ...origin };
  const { contract, ip, os_volume_id, is_cluster = false, ...rest } = data;
  const named = rest as { hostname: string; instance_type: string; location_code: string };
  return {
    contract: contract as string,
    ...named,
    ...origin,
    compute: {
      id: objectId,
      ...named,
      ip: ip as string | null,
      os_volume_id: os_volume_id as string | null,
      is_cluster: is_cluster as boolean,
    },
  };
}

const toResponse = (event: CloudEvent, baseUrl: string): AuditEvent => ({
  specversion: '1.0',
  id: event.id,
  source: `${baseUrl}/project/${event.projectId}`,
  subject: event.objectId,
  type: `com.cloudcompute.api.cloud.${objectTypeOf(event)}.${actionOf(event)}.v1`,
  time: timestamp(event.at),
  data: dataOf(event),
});

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function instant(property: string, text: string | null | undefined): number | undefined {
  if (text === undefined || text === null) return undefined;
  const [, hasTime, zone] = isoDate.exec(text) ?? [];
  // Without a time zone, Date.parse reads a time in the zone of this machine, but a date in UTC.
  const parsed = isoDate.test(text) ? Date.parse(hasTime && !zone ? `${text}Z` : text) : NaN;
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  // Date.parse accepts 31 November as 1 December.
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  if (!Number.isNaN(parsed) && isDay) return parsed;
  throw invalidRequest(`${property}: "${text}" is not a time, such as 2026-01-31T12:00:00Z.`);
}

interface Filter {
  action?: AuditAction | null | undefined;
  object_type?: AuditObjectType | null | undefined;
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
}

const filterOf = ({ action, object_type, start_date, end_date }: Filter): AuditFilter => ({
  start: instant('start_date', start_date),
  end: instant('end_date', end_date),
  isMeant: (event) =>
    (action ?? actionOf(event)) === actionOf(event) &&
    (object_type ?? objectTypeOf(event)) === objectTypeOf(event),
});

const cursorOf = ({ id, at }: Position): string => Buffer.from(`${at} ${id}`).toString('base64url');

function positionOf(cursor: string): Position {
  const [at = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const position = { at: Number(at), id };
  if (rest.length === 0 && id.startsWith('log_') && Number.isFinite(position.at)) return position;
  throw invalidRequest(
    'cursor: this is not the cursor of a page before. Leave it out to begin with the newest.',
  );
}

export const auditHandlers = (audit: Audit): Handlers<'listAuditEvents' | 'exportAuditEvents'> => ({
  listAuditEvents({ caller, query, baseUrl }) {
    const after = query.cursor === undefined ? undefined : positionOf(query.cursor);
    const { events, next } = audit.page(caller, filterOf(query), query.page_size ?? 20, after);
    const data = events.map((event) => toResponse(event, baseUrl));
    return { status: 200, body: { data, ...(next !== undefined && { cursor: cursorOf(next) }) } };
  },
  exportAuditEvents({ caller, body, baseUrl }) {
    const file = audit.export(caller, filterOf(body ?? {}), (events) =>
      JSON.stringify(events.map((event) => toResponse(event, baseUrl))),
    );
    const url = `${baseUrl}${exportsPath}/${file.id}.json`;
    return { status: 200, body: { url, expires_at: timestamp(file.expiresAt) } };
  },
});
