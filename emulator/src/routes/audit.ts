import type { AuditAction, AuditEvent, AuditObjectType } from '#contract';
import { invalidRequest } from '../model/errors';
import { resolve } from '../contract/document';
import { timestamp } from '../resources/shared/wording';
import type { AuditFilter, Position } from '../cloud/audit';
import type { CloudEvent } from '../model/events';
import type { Handlers } from '../contract/handlers';

/** Where exported files are served, outside the API and without a token. */
export const exportsPath = '/exports/audit';

const enumOf = (schema: string): ReadonlySet<string> =>
  new Set((resolve(`/components/schemas/${schema}`).value as { enum: string[] }).enum);

const actions = enumOf('AuditAction');
const objectTypes = enumOf('AuditObjectType');

/** `start:complete` is `start_complete` here; what has no word of its own is `other`. */
function actionOf({ action }: CloudEvent): string {
  const word = action.replaceAll(':', '_');
  return actions.has(word) ? word : 'other';
}

const objectTypeOf = ({ objectType }: CloudEvent): string =>
  objectTypes.has(objectType) ? objectType : 'other';

/** The data of an event: of a machine as the API shows it, of anything else as it was recorded. */
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

const worded = (event: CloudEvent, baseUrl: string): AuditEvent => ({
  specversion: '1.0',
  id: event.id,
  source: `${baseUrl}/project/${event.projectId}`,
  subject: event.objectId,
  type: `com.cloudcompute.api.cloud.${objectTypeOf(event)}.${actionOf(event)}.v1`,
  time: timestamp(event.at),
  data: dataOf(event),
});

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function instant(property: string, text: string | null | undefined): number | undefined {
  if (text === undefined || text === null) return undefined;
  const parsed = isoDate.test(text) ? Date.parse(text) : NaN;
  if (!Number.isNaN(parsed)) return parsed;
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

export const audit: Handlers<'listAuditEvents' | 'exportAuditEvents'> = {
  listAuditEvents({ cloud, caller, query, baseUrl }) {
    const after = query.cursor === undefined ? undefined : positionOf(query.cursor);
    const { events, next } = cloud.audit.page(caller, filterOf(query), query.page_size ?? 20, after);
    const data = events.map((event) => worded(event, baseUrl));
    return { status: 200, body: { data, ...(next !== undefined && { cursor: cursorOf(next) }) } };
  },
  exportAuditEvents({ cloud, caller, body, baseUrl }) {
    const file = cloud.audit.export(caller, filterOf(body ?? {}), (events) =>
      JSON.stringify(events.map((event) => worded(event, baseUrl))),
    );
    const url = `${baseUrl}${exportsPath}/${file.id}.json`;
    return { status: 200, body: { url, expires_at: timestamp(file.expiresAt) } };
  },
};
