import { forbidden, invalidRequest, notFound } from '../model/errors';
import { retentionMilliseconds } from '../model/events';
import type { Cloud } from './cloud';
import type { Caller, CloudEvent } from '../model/events';
import type { Entity } from '../model/store';

export interface AuditFilter {
  /** Milliseconds. Default: as far back as events are kept. */
  start?: number | undefined;
  /** Milliseconds. Default: no end. */
  end?: number | undefined;
  isMeant: (event: CloudEvent) => boolean;
}

/** Where a page ended: the last event that was read. */
export interface Position {
  id: string;
  at: number;
}

export interface AuditPage {
  events: CloudEvent[];
  /** Where the next page begins, if there is one. */
  next: Position | undefined;
}

/** A file that anybody with its link can read, for a while. */
export interface AuditExport extends Entity {
  expiresAt: number;
  content: string;
}

const linkValidity = 15 * 60 * 1000;
/** How long a link that is no longer valid is told from one that never was. */
const remembered = 24 * 3600 * 1000;

/** Who did what in a project: for its owner and its admins. */
export class Audit {
  private readonly exports: Map<string, AuditExport>;

  constructor(private readonly cloud: Cloud) {
    this.exports = cloud.store.table<AuditExport>('auditExports');
  }

  /** Newest first. What is written later comes before what was read, and so never shifts it. */
  page(caller: Caller, filter: AuditFilter, size: number, after?: Position): AuditPage {
    const found = this.find(caller, filter);
    const first = after === undefined ? 0 : beginning(found, after);
    const events = found.slice(first, first + size);
    const last = events.at(-1);
    const hasMore = first + size < found.length;
    return { events, next: hasMore && last !== undefined ? { id: last.id, at: last.at } : undefined };
  }

  /** Writes all matching events to a new file. */
  export(caller: Caller, filter: AuditFilter, write: (events: readonly CloudEvent[]) => string): AuditExport {
    const now = Math.floor(this.cloud.now());
    for (const { id, expiresAt } of this.exports.values()) {
      if (expiresAt + remembered < now) this.exports.delete(id);
    }
    const content = write(this.find(caller, filter));
    const file = { id: this.cloud.identifiers.token(), expiresAt: now + linkValidity, content };
    this.exports.set(file.id, file);
    return file;
  }

  /** What a link leads to: 403 once it has expired, 404 when there never was one. */
  download(id: string): string {
    const file = this.exports.get(id);
    if (file === undefined) throw notFound('There is no such export.');
    if (file.expiresAt <= this.cloud.now())
      throw forbidden('The link to this export has expired. Export again.');
    return file.content;
  }

  private find(caller: Caller, filter: AuditFilter): CloudEvent[] {
    if (caller.role === 'developer') {
      throw forbidden('Only the owner of the project and its admins may read the audit log.');
    }
    const oldest = Math.floor(this.cloud.now()) - retentionMilliseconds;
    const { start = oldest, end = Infinity, isMeant } = filter;
    if (start < oldest)
      throw invalidRequest('start_date: events are kept for 90 days. Ask for a later start.');
    if (end < start) throw invalidRequest('end_date: the end lies before the start.');
    // What is due to be charged happened before somebody looked.
    this.cloud.billing.accrue();
    return this.cloud.events
      .of(caller.projectId)
      .filter((event) => event.at >= start && event.at <= end && isMeant(event))
      .reverse();
  }
}

/** The index of the first event after a position, also when the event itself is no longer there. */
function beginning(found: readonly CloudEvent[], { id, at }: Position): number {
  const index = found.findIndex((event) => event.id === id);
  if (index >= 0) return index + 1;
  const older = found.findIndex((event) => event.at < at);
  return older < 0 ? found.length : older;
}
