import type { CallOptions } from '../../options';
import type { AuditAction, AuditEvent, AuditExport, AuditObjectType, AuditPage } from '../../schema';
import { optionalObject } from '../../http/given';
import { PAGE_SIZE } from '../../http/paging';
import type { Send } from '../../http/send';

/** Filters for the events of the audit log. */
export interface AuditFilter {
  /** Only this action, e.g. `delete`. Default: all. */
  readonly action?: AuditAction | undefined;
  /** Only this type of object, e.g. `compute`. Default: all. */
  readonly objectType?: AuditObjectType | undefined;
  /** Only events at or after this time, ISO 8601. Default: 90 days ago, which is also the earliest. */
  readonly startDate?: string | undefined;
  /** Only events at or before this time, ISO 8601; not before `startDate`. Default: now. */
  readonly endDate?: string | undefined;
}

const NAMES = ['action', 'objectType', 'startDate', 'endDate'] as const;

const queryOf = ({ action, objectType, startDate, endDate }: AuditFilter) => ({
  action,
  object_type: objectType,
  start_date: startDate,
  end_date: endDate,
});

/**
 * The log of actions in the project: `/v1/audit/log`. Only its owner and its admins can read it: others get a
 * ForbiddenError.
 */
export class AuditApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** One page, newest first; `cursor` of the result leads to the next page, and is absent on the last one. */
  async list(
    filter: AuditFilter & {
      /** Events on a page, 1 to 100. Default: 20. */
      readonly pageSize?: number | undefined;
      /** `cursor` of the page before. Default: the first page. */
      readonly cursor?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<AuditPage> {
    const given = optionalObject('GET /v1/audit/log', 'filter', filter, [...NAMES, 'pageSize', 'cursor']);
    const query = { ...queryOf(given), page_size: given.pageSize, cursor: given.cursor };
    return this.#send({ ...options, method: 'GET', path: '/v1/audit/log', query, expects: 'object' });
  }

  /** All events, newest first. A page is read when the loop needs it. */
  async *all(filter: AuditFilter = {}, options?: CallOptions): AsyncGenerator<AuditEvent, void, undefined> {
    const given = optionalObject('GET /v1/audit/log', 'filter', filter, NAMES);
    let cursor: string | undefined;
    do {
      const page = await this.list({ ...given, pageSize: PAGE_SIZE, cursor }, options);
      yield* page.data;
      // A cursor that leads to itself would cause an endless loop.
      cursor = page.cursor === cursor ? undefined : page.cursor || undefined;
    } while (cursor !== undefined);
  }

  /**
   * Writes all matching events to one file; its address can be read without credentials and is valid for 15 minutes.
   */
  async export(filter: AuditFilter = {}, options?: CallOptions): Promise<AuditExport> {
    return this.#send({
      ...options,
      method: 'POST',
      path: '/v1/audit/log/download',
      body: queryOf(optionalObject('POST /v1/audit/log/download', 'filter', filter, NAMES)),
      expects: 'object',
      // A repeated export costs nothing and changes nothing.
      onlyReads: true,
    });
  }
}
