import type { JournalActionCode, JournalEntry as EntryBody } from '#contract';
import { invalidRequest } from '../model/errors';
import { resolve } from '../contract/document';
import { clusterBody } from './clusters';
import { instanceBody } from './instances';
import { paged } from '../resources/shared/paging';
import { timestamp } from '../resources/shared/wording';
import { VolumeResponses } from '../resources/volumes/responses';
import type { Cloud } from '../cloud/cloud';
import type { Caller } from '../model/events';
import type { JournalEntry, JournalSubject } from '../cloud/journal';
import type { Answer, Call, Handlers } from '../contract/handlers';

type Operations = 'listJournal' | 'listComputeJournal' | 'listVolumeJournal';

const { enum: list } = resolve('/components/schemas/JournalActionCode').value as { enum: string[] };
const codes: ReadonlySet<string> = new Set(list);

/** What happens to machines and volumes without a code of the journal's own is not shown there. */
const isCode = (action: string): action is JournalActionCode => codes.has(action);

/** The machine and the volume as they are now, if they still are the project's. */
function hydrated(
  cloud: Cloud,
  caller: Caller,
  { event, computeId, volumeId }: JournalEntry,
): Partial<EntryBody> {
  const mine = <T extends { projectId: string }>(found: T | undefined): T | undefined =>
    found?.projectId === caller.projectId ? found : undefined;
  const instance = mine(cloud.instances.table.get(computeId ?? ''));
  const cluster = mine(cloud.clusters.table.get(computeId ?? ''));
  const volume = mine(cloud.volumes.table.get(volumeId ?? ''));
  return {
    user: event.cause.actor && { id: event.cause.actor.userId },
    instance:
      (instance && { ...instanceBody(cloud, instance) }) ??
      (cluster && { ...clusterBody(cloud, cluster) }) ??
      null,
    volume: volume === undefined ? null : { ...new VolumeResponses(cloud, cloud.volumes).of(volume) },
  };
}

type JournalCall = Pick<Call<'listJournal'>, 'cloud' | 'caller' | 'query'>;

function answer({ cloud, caller, query }: JournalCall, subject: JournalSubject): Answer<'listJournal'> {
  const entries = cloud.journal.of(
    caller,
    subject,
    {
      computeId: query.compute_id,
      volumeId: query.volume_id,
      action: query.action_code,
      objectType: query.object_type,
    },
    isCode,
  );
  const { items, headers } = paged(entries, query);
  const body = items.map((entry): EntryBody => ({
    id: entry.event.id,
    action_code: entry.event.action as JournalActionCode,
    object_type: entry.objectType,
    compute_id: entry.computeId,
    volume_id: entry.volumeId,
    created_at: timestamp(entry.event.at),
    user_id: entry.event.cause.actor?.userId ?? null,
    ...(query.hydrate === true && hydrated(cloud, caller, entry)),
  }));
  return { status: 200, headers, body };
}

export const journal: Handlers<Operations> = {
  listJournal(call) {
    const { compute_id: computeId, volume_id: volumeId } = call.query;
    if (computeId !== undefined && volumeId === undefined) return answer(call, { computeId });
    if (volumeId !== undefined && computeId === undefined) return answer(call, { volumeId });
    throw invalidRequest(
      'Name either compute_id or volume_id: a journal is that of one machine or of one volume.',
    );
  },
  listComputeJournal: (call) => answer(call, { computeId: call.path.computeId }),
  listVolumeJournal: (call) => answer(call, { volumeId: call.path.volumeId }),
};
