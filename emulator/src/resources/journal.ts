import type { JournalActionCode, JournalEntry as JournalEntryBody } from '#contract';
import { enumOf } from '../contract/document';
import { invalidRequest, unknownId } from '../model/errors';
import { clusterResponse } from './clusters/handlers';
import { paged } from './shared/paging';
import { timestamp } from './shared/fields';
import { VolumeResponses } from './volumes/responses';
import type { Answer, Call, Handlers } from '../contract/handlers';
import type { Caller, CloudEvent } from '../model/events';
import type { World } from '../model/world';
import type { Clusters } from './clusters/clusters';
import type { Instances } from './instances/instances';
import type { InstanceResponses } from './instances/responses';
import type { Volumes } from './volumes/volumes';

/** The subject of a journal: one machine (an instance or a cluster) or one volume. */
export type JournalSubject = { computeId: string } | { volumeId: string };

export interface JournalFilter {
  /** Only events that concern this machine or this volume as well. */
  computeId?: string | undefined;
  volumeId?: string | undefined;
  /** A code as the journal writes it. */
  action?: string | undefined;
  objectType?: 'compute' | 'volume' | undefined;
}

/** An event as it appears in a journal. */
export interface JournalEntry {
  event: CloudEvent;
  objectType: 'compute' | 'volume';
  computeId: string | null;
  volumeId: string | null;
}

/** The events of volumes that the journal of a machine includes. */
const comingAndGoing: ReadonlySet<string> = new Set([
  'attach',
  'attach:complete',
  'detach',
  'detach:complete',
]);

/** The history of machines and volumes. */
export class Journal {
  constructor(
    private readonly world: World,
    private readonly volumes: Volumes,
  ) {}

  /** Newest first. 404 for an id that the project never had. */
  of(
    caller: Caller,
    subject: JournalSubject,
    filter: JournalFilter,
    isShown: (action: string) => boolean,
  ): JournalEntry[] {
    const entries = this.world.events
      .of(caller.projectId)
      .flatMap((event) => entryOf(event, subject) ?? [])
      .filter(({ event }) => isShown(event.action));
    if (entries.length === 0) this.checkKnown(caller, subject);
    return entries.filter((entry) => matches(entry, filter)).reverse();
  }

  private checkKnown(caller: Caller, subject: JournalSubject): void {
    const [id, found, what] =
      'computeId' in subject
        ? [subject.computeId, this.volumes.machines.findAny(subject.computeId), 'machine']
        : [subject.volumeId, this.volumes.table.get(subject.volumeId), 'volume'];
    if (found?.projectId !== caller.projectId) throw unknownId(what, id);
  }
}

function entryOf(event: CloudEvent, subject: JournalSubject): JournalEntry | undefined {
  const { objectType, volumeId = null, computeIds = [], action } = event;
  if (objectType !== 'compute' && objectType !== 'volume') return undefined;
  if ('computeId' in subject) {
    if (!computeIds.includes(subject.computeId)) return undefined;
    if (objectType === 'volume' && !comingAndGoing.has(action)) return undefined;
    return { event, objectType, computeId: subject.computeId, volumeId };
  }
  if (objectType !== 'volume' || volumeId !== subject.volumeId) return undefined;
  return { event, objectType, computeId: computeIds[0] ?? null, volumeId };
}

function matches({ event, objectType, volumeId }: JournalEntry, filter: JournalFilter): boolean {
  return (
    (filter.action === undefined || event.action === filter.action) &&
    (filter.objectType === undefined || objectType === filter.objectType) &&
    (filter.volumeId === undefined || volumeId === filter.volumeId) &&
    (filter.computeId === undefined || event.computeIds?.includes(filter.computeId) === true)
  );
}

type Operations = 'listJournal' | 'listComputeJournal' | 'listVolumeJournal';

const codes: ReadonlySet<string> = new Set(enumOf('JournalActionCode'));

/** The journal shows only events that have a code in the contract. */
const isCode = (action: string): action is JournalActionCode => codes.has(action);

/** The resources that journal entries describe. */
interface JournalParts {
  world: World;
  instances: Instances;
  instanceResponses: InstanceResponses;
  clusters: Clusters;
}

/** The present machine and volume, if they still belong to the project. */
function hydrated(
  { world, instances, instanceResponses, clusters }: JournalParts,
  caller: Caller,
  { event, computeId, volumeId }: JournalEntry,
): Partial<JournalEntryBody> {
  const mine = <T extends { projectId: string }>(found: T | undefined): T | undefined =>
    found?.projectId === caller.projectId ? found : undefined;
  const instance = mine(instances.table.get(computeId ?? ''));
  const cluster = mine(clusters.table.get(computeId ?? ''));
  const volume = mine(instances.volumes.table.get(volumeId ?? ''));
  return {
    user: event.cause.actor && { id: event.cause.actor.userId },
    instance:
      (instance && { ...instanceResponses.of(instance) }) ??
      (cluster && { ...clusterResponse(world, clusters, cluster) }) ??
      null,
    volume: volume === undefined ? null : { ...new VolumeResponses(world, instances.volumes).of(volume) },
  };
}

type JournalCall = Pick<Call<'listJournal'>, 'caller' | 'query'>;

function answer(
  parts: JournalParts,
  { caller, query }: JournalCall,
  subject: JournalSubject,
): Answer<'listJournal'> {
  const entries = new Journal(parts.world, parts.instances.volumes).of(
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
  const body = items.map((entry): JournalEntryBody => ({
    id: entry.event.id,
    action_code: entry.event.action as JournalActionCode,
    object_type: entry.objectType,
    compute_id: entry.computeId,
    volume_id: entry.volumeId,
    created_at: timestamp(entry.event.at),
    user_id: entry.event.cause.actor?.userId ?? null,
    ...(query.hydrate === true && hydrated(parts, caller, entry)),
  }));
  return { status: 200, headers, body };
}

export const journalHandlers = (parts: JournalParts): Handlers<Operations> => ({
  listJournal(call) {
    const { compute_id: computeId, volume_id: volumeId } = call.query;
    if (computeId !== undefined && volumeId === undefined) return answer(parts, call, { computeId });
    if (volumeId !== undefined && computeId === undefined) return answer(parts, call, { volumeId });
    throw invalidRequest(
      'Set either compute_id or volume_id: a journal belongs to one machine or to one volume.',
    );
  },
  listComputeJournal: (call) => answer(parts, call, { computeId: call.path.computeId }),
  listVolumeJournal: (call) => answer(parts, call, { volumeId: call.path.volumeId }),
});
