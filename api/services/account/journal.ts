import type { CallOptions } from '../../options';
import { optionalObject, requiredObject } from '../../http/given';
import { allPages } from '../../http/paging';
import { path } from '../../http/path';
import type { JournalActionCode, JournalEntry } from '../../schema';
import type { Send, SendForReply } from '../../http/send';

/** Filters for the entries of a journal. */
export interface JournalFilter {
  /** The page, from 1. Default: 1. */
  readonly page?: number | undefined;
  /** Entries on a page, 1 to 100. Default: 10. */
  readonly pageSize?: number | undefined;
  /** Only this action, e.g. `start:complete`. Default: all. */
  readonly actionCode?: JournalActionCode | undefined;
  /** Only events of this kind. Default: both. */
  readonly objectType?: 'compute' | 'volume' | undefined;
  /** Adds the user, the instance and the volume to every entry. Default: false. */
  readonly hydrate?: boolean | undefined;
}

/** The subject of the journal; the API requires exactly one. */
export type JournalSubject =
  | {
      /** Id of an instance or a cluster. Give this or `volumeId`. */
      readonly computeId: string;
      /** Not with `computeId`. */
      readonly volumeId?: never;
    }
  | {
      /** Id of a volume. Give this or `computeId`. */
      readonly volumeId: string;
      /** Not with `volumeId`. */
      readonly computeId?: never;
    };

const NAMES = ['page', 'pageSize', 'actionCode', 'objectType', 'hydrate'] as const;

const queryOf = ({ page, pageSize, actionCode, objectType, hydrate }: JournalFilter) => ({
  page,
  pageSize,
  action_code: actionCode,
  object_type: objectType,
  hydrate,
});

function withSubject(query: JournalSubject & JournalFilter) {
  const { computeId, volumeId, ...filter } = requiredObject('GET /v1/journal', 'query', query, [
    'computeId',
    'volumeId',
    ...NAMES,
  ]);
  return { ...queryOf(filter), compute_id: computeId, volume_id: volumeId };
}

/** The history of machines and volumes (beta): `/v1/journal`. */
export class JournalApi {
  readonly #send: Send;
  readonly #sendForReply: SendForReply;

  constructor(send: Send, sendForReply: SendForReply) {
    this.#send = send;
    this.#sendForReply = sendForReply;
  }

  /** One page of the entries of one machine, cluster or volume. */
  async list(query: JournalSubject & JournalFilter, options?: CallOptions): Promise<JournalEntry[]> {
    return this.#page('/v1/journal', withSubject(query), options);
  }

  /** All entries of one machine, cluster or volume, from all pages. */
  async listAll(
    query: JournalSubject & Omit<JournalFilter, 'page' | 'pageSize'>,
    options?: CallOptions,
  ): Promise<JournalEntry[]> {
    return allPages(this.#sendForReply, { ...options, path: '/v1/journal', query: withSubject(query) });
  }

  /**
   * One page of the entries of an instance or a cluster, including those about volumes that were attached or detached.
   */
  async forCompute(id: string, filter: JournalFilter = {}, options?: CallOptions): Promise<JournalEntry[]> {
    const from = path`/v1/journal/compute/${id}`;
    return this.#page(from, queryOf(optionalObject(`GET ${from}`, 'filter', filter, NAMES)), options);
  }

  /** One page of the entries of a volume only. */
  async forVolume(id: string, filter: JournalFilter = {}, options?: CallOptions): Promise<JournalEntry[]> {
    const from = path`/v1/journal/volume/${id}`;
    return this.#page(from, queryOf(optionalObject(`GET ${from}`, 'filter', filter, NAMES)), options);
  }

  async #page(
    from: string,
    query: NonNullable<Parameters<Send>[0]['query']>,
    options?: CallOptions,
  ): Promise<JournalEntry[]> {
    return this.#send({ ...options, method: 'GET', path: from, query, expects: 'list' });
  }
}
