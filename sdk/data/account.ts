// Generated from the descriptions in sdk/dataSources by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import type { OutputArgs } from '../dataSource';
import { invoke, invokeOutput } from '../dataSource';
import * as account from '../dataSources/account';
import type {
  AuditAction,
  AuditEvent,
  AuditExport,
  AuditObjectType,
  Balance,
  JournalActionCode,
  JournalEntry,
} from './types';

/** The arguments of {@link getBalance}: none. */
export type GetBalanceArgs = Record<string, never>;

/** The answer of {@link getBalance}. */
export interface GetBalanceResult extends Balance {}

/**
 * The balance of the project and the currency in which it is billed. Requests: GET /v1/balance.
 *
 * @example
 * export const balance = getBalanceOutput().apply(({ amount, currency }) => `${String(amount)} ${currency}`);
 */
export function getBalance(args?: GetBalanceArgs, opts?: pulumi.InvokeOptions): Promise<GetBalanceResult> {
  return invoke('getBalance', account.getBalance, args, opts);
}

/**
 * The balance of the project and the currency in which it is billed. The same as {@link getBalance},
 * for arguments that may not be known yet.
 */
export function getBalanceOutput(
  args?: OutputArgs<GetBalanceArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetBalanceResult> {
  return invokeOutput('getBalance', account.getBalance, args, opts);
}

/** The arguments of {@link getJournal}. */
export interface GetJournalArgs {
  /** The id of an instance or cluster. Entries about volumes that it gains or loses are included. */
  computeId?: string | undefined;
  /** The id of a volume. */
  volumeId?: string | undefined;
  /** Only entries of this action, e.g. `start:complete`. Default: all. */
  actionCode?: JournalActionCode | undefined;
  /** Only entries about machines, or only those about volumes. Default: both. */
  objectType?: 'compute' | 'volume' | undefined;
  /**
   * Adds the user, the instance without the token of its Jupyter server, and the volume to every entry.
   * Default: false.
   */
  hydrate?: boolean | undefined;
}

/** The answer of {@link getJournal}. */
export type GetJournalResult = JournalEntry[];

/**
 * All pages of the journal of an instance, a cluster or a volume. Give either `computeId` or
 * `volumeId`. Requests: GET /v1/journal.
 *
 * @example
 * // pulumi config set instanceId <id of an instance>
 * const computeId = new pulumi.Config().require('instanceId');
 *
 * export const history = getJournalOutput({ computeId }).apply((entries) =>
 *   entries.map(({ actionCode }) => actionCode),
 * );
 */
export function getJournal(args?: GetJournalArgs, opts?: pulumi.InvokeOptions): Promise<GetJournalResult> {
  return invoke('getJournal', account.getJournal, args, opts);
}

/**
 * All pages of the journal of an instance, a cluster or a volume. Give either `computeId` or
 * `volumeId`. The same as {@link getJournal}, for arguments that may not be known yet.
 */
export function getJournalOutput(
  args?: OutputArgs<GetJournalArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetJournalResult> {
  return invokeOutput('getJournal', account.getJournal, args, opts);
}

/** The arguments of {@link getAuditLog}. */
export interface GetAuditLogArgs {
  /** Only events of this action, e.g. `delete`. Default: all. */
  action?: AuditAction | undefined;
  /** Only events about this type of object, e.g. `compute`. Default: all. */
  objectType?: AuditObjectType | undefined;
  /** Only events at or after this time, ISO 8601. Default: 90 days ago, which is also the earliest. */
  startDate?: string | undefined;
  /** Only events at or before this time, ISO 8601; not before `startDate`. Default: now. */
  endDate?: string | undefined;
  /** How many events at most. Default: all. */
  limit?: number | undefined;
}

/** The answer of {@link getAuditLog}. */
export type GetAuditLogResult = AuditEvent[];

/**
 * The audit log of the project, newest first, of as many pages as needed. Only for the owner and the
 * admins of the project: other credentials are an error. Requests: GET /v1/audit/log.
 *
 * @example
 * // The last fifty deletions of machines.
 * export const deletions = getAuditLogOutput({ objectType: 'compute', action: 'delete', limit: 50 }).apply(
 *   (events) => events.map(({ time, subject }) => ({ time, subject })),
 * );
 */
export function getAuditLog(args?: GetAuditLogArgs, opts?: pulumi.InvokeOptions): Promise<GetAuditLogResult> {
  return invoke('getAuditLog', account.getAuditLog, args, opts);
}

/**
 * The audit log of the project, newest first, of as many pages as needed. Only for the owner and the
 * admins of the project: other credentials are an error. The same as {@link getAuditLog}, for
 * arguments that may not be known yet.
 */
export function getAuditLogOutput(
  args?: OutputArgs<GetAuditLogArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAuditLogResult> {
  return invokeOutput('getAuditLog', account.getAuditLog, args, opts);
}

/** The arguments of {@link getAuditLogExport}. */
export interface GetAuditLogExportArgs {
  /** Only events of this action, e.g. `delete`. Default: all. */
  action?: AuditAction | undefined;
  /** Only events about this type of object, e.g. `compute`. Default: all. */
  objectType?: AuditObjectType | undefined;
  /** Only events at or after this time, ISO 8601. Default: 90 days ago, which is also the earliest. */
  startDate?: string | undefined;
  /** Only events at or before this time, ISO 8601; not before `startDate`. Default: now. */
  endDate?: string | undefined;
}

/** The answer of {@link getAuditLogExport}. */
export interface GetAuditLogExportResult extends AuditExport {}

/**
 * Writes the audit log to a file and returns its address, which is valid for 15 minutes. Only for the
 * owner and the admins of the project. Requests: POST /v1/audit/log/download.
 *
 * @example
 * // The address of a file with the deletions of machines; a secret.
 * export const download = getAuditLogExportOutput({ objectType: 'compute', action: 'delete' }).url;
 */
export function getAuditLogExport(
  args?: GetAuditLogExportArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetAuditLogExportResult> {
  return invoke('getAuditLogExport', account.getAuditLogExport, args, opts);
}

/**
 * Writes the audit log to a file and returns its address, which is valid for 15 minutes. Only for the
 * owner and the admins of the project. The same as {@link getAuditLogExport}, for arguments that may
 * not be known yet. The output is a secret: the address needs no credentials.
 */
export function getAuditLogExportOutput(
  args?: OutputArgs<GetAuditLogExportArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAuditLogExportResult> {
  return invokeOutput('getAuditLogExport', account.getAuditLogExport, args, opts);
}
