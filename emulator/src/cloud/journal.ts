import { unknownId } from '../model/errors';
import type { Cloud } from './cloud';
import type { Caller, CloudEvent } from '../model/events';

/** What a journal shows: one machine (an instance or a cluster) or one volume. */
export type JournalSubject = { computeId: string } | { volumeId: string };

export interface JournalFilter {
  /** Only what concerns this machine, or this volume, as well. */
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

/** The events of volumes that the journal of a machine shows. */
const comingAndGoing: ReadonlySet<string> = new Set([
  'attach',
  'attach:complete',
  'detach',
  'detach:complete',
]);

/** The history of machines and volumes. */
export class Journal {
  constructor(private readonly cloud: Cloud) {}

  /** Newest first. 404 for what the project neither has nor had. */
  of(
    caller: Caller,
    subject: JournalSubject,
    filter: JournalFilter,
    isShown: (action: string) => boolean,
  ): JournalEntry[] {
    const entries = this.cloud.events
      .of(caller.projectId)
      .flatMap((event) => entryOf(event, subject) ?? [])
      .filter(({ event }) => isShown(event.action));
    if (entries.length === 0) this.checkKnown(caller, subject);
    return entries.filter((entry) => matches(entry, filter)).reverse();
  }

  private checkKnown(caller: Caller, subject: JournalSubject): void {
    const { instances, clusters, volumes } = this.cloud;
    const [id, found, what] =
      'computeId' in subject
        ? [
            subject.computeId,
            instances.table.get(subject.computeId) ?? clusters.table.get(subject.computeId),
            'machine',
          ]
        : [subject.volumeId, volumes.table.get(subject.volumeId), 'volume'];
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
