import type { Instance } from '../../../../api';
import { attach, detach } from '../../../machines/volumes/attachments';
import { growVolume } from '../../../machines/volumes/volumeChanges';
import type { Call } from '../../../session/call';
import { removeVolume } from '../../../lifecycle/removeVolume';
import { syncTags, writtenTagKeys } from '../../../lifecycle/tags';
import type { TagMap } from '../../../schema/tagMap';
import type { InlineVolume } from '../schema';
import { stateOf } from './inlineVolumeStates';
import type { InlineVolumeState } from '../volumes/volumeSchemas';
import { isKept } from '../volumes/deletedVolumes';
import { nameAndId } from '../../../checks/messages';
import { addVolume, tagsOf } from './addedVolume';
import type { InlineVolumePlan, InlineVolumes, LeavingVolume, PresentVolume } from './inlineVolumePlan';
import { isDeletedAfter, planInlineVolumes, whyItStays } from './inlineVolumePlan';

/** A part of an update. */
export type Step = () => Promise<void>;

/** Called with the inline volumes that the machine has from now on, and with their ids, after each change. */
type ReachedVolumesListener = (volumes: InlineVolume[], states: InlineVolumeState[]) => void;

/** The inline volumes that an update has reached, for state. */
class ReachedVolumes {
  #volumes: readonly InlineVolume[];
  #states: readonly InlineVolumeState[];

  /** @param createdIds the ids of the volumes that were created with the machine; kept up to date. */
  constructor(
    private readonly plan: InlineVolumePlan,
    private readonly createdIds: Set<string>,
    private readonly reached: ReachedVolumesListener,
  ) {
    this.#volumes = plan.before;
    this.#states = plan.states;
  }

  /** A volume is as declared, except its eviction policy: that is set later, for all volumes at once. */
  record(id: string, { onSpotDiscontinue: _later, ...declared }: InlineVolume): void {
    this.createdIds.add(id);
    const old = this.plan.before.find(({ name }) => name === declared.name)?.onSpotDiscontinue;
    const volume = { ...declared, ...(old && { onSpotDiscontinue: old }) };
    this.#states = [...this.#without(id), stateOf(id, volume)];
    const isKnown = this.#volumes.some(({ name }) => name === volume.name);
    this.#set(
      isKnown
        ? this.#volumes.map((one) => (one.name === volume.name ? volume : one))
        : [...this.#volumes, volume],
    );
  }

  /** Removes a volume from the inline volumes in state. */
  forget(id: string, name: string): void {
    this.createdIds.delete(id);
    this.#states = this.#without(id);
    this.#set(this.#volumes.filter((volume) => volume.name !== name));
  }

  #without(id: string): InlineVolumeState[] {
    return this.#states.filter((state) => state.id !== id);
  }

  #set(volumes: InlineVolume[]): void {
    this.#volumes = volumes;
    this.reached(volumes, [...this.#states]);
  }
}

/** The steps of an update for inline volumes. */
interface Steps {
  /** These need the machine off. */
  readonly whileOff: readonly Step[];
  /** These delete data, and do not need the machine off. */
  readonly last: readonly Step[];
}

/**
 * Grows and tags the inline volumes that exist. Returns the steps that create and attach declared volumes, and that remove
 * volumes that are no longer declared.
 *
 * @param createdIds the ids of the volumes that were created with the machine; the steps keep them up to date.
 */
export async function inlineVolumeSteps(
  call: Call,
  machine: Instance,
  given: InlineVolumes,
  createdIds: Set<string>,
  listener: ReachedVolumesListener,
): Promise<Steps> {
  if (given.wanted.length === 0 && given.before.length === 0) return { whileOff: [], last: [] };
  const { settings } = given;
  const plan = await planInlineVolumes(call, machine, given);
  const reached = new ReachedVolumes(plan, createdIds, listener);
  for (const present of plan.present) await growAndTag(call, present, reached);
  const attaching = plan.present
    .filter(({ isAttached }) => !isAttached)
    .map(
      ({ volume }): Step =>
        () =>
          attach(call, volume, machine.id, true),
    );
  const creating = plan.created.map(
    (volume): Step =>
      () =>
        addVolume(call, machine, volume, isKept(volume, settings), (id) => {
          reached.record(id, volume);
        }),
  );
  const leaving = plan.leaving.filter((volume) => !leavesAsItIs(call, machine, volume, settings, reached));
  const removal = (volume: LeavingVolume): Step => {
    return () => removeUndeclared(call, machine, volume, settings, reached);
  };
  const attached = leaving.filter(({ isAttached }) => isAttached).map(removal);
  const last = leaving.filter(({ isAttached }) => !isAttached).map(removal);
  return { whileOff: [...attaching, ...creating, ...attached], last };
}

/** Says that a volume which is no longer declared stays as it is, and takes it out of state, if that is so. */
function leavesAsItIs(
  call: Call,
  machine: Instance,
  leaving: LeavingVolume,
  settings: InlineVolumes['settings'],
  reached: ReachedVolumes,
): boolean {
  const why = whyItStays(call, machine.id, leaving, settings);
  if (!why) return false;
  call.warn(why.sentence);
  reached.forget(leaving.volume.id, leaving.before.name);
  return true;
}

/** Detaches an inline volume that is no longer declared, and removes it unless it is kept. */
async function removeUndeclared(
  call: Call,
  machine: Instance,
  leaving: LeavingVolume,
  settings: InlineVolumes['settings'],
  reached: ReachedVolumes,
): Promise<void> {
  // Checked again: another resource may have adopted the volume since the plan.
  if (leavesAsItIs(call, machine, leaving, settings, reached)) return;
  const { volume, before, isAttached } = leaving;
  if (isAttached) await detach(call, volume, machine.id, true);
  if (isDeletedAfter(call, leaving, settings))
    await removeVolume(call, volume.id, settings.deletePermanently ?? false);
  else call.warn(`The volume ${nameAndId(volume)} is detached; it stays, and is still billed.`);
  reached.forget(volume.id, before.name);
}

/** Grows and tags an existing volume to match the program. */
async function growAndTag(
  call: Call,
  { volume, declared, before }: PresentVolume,
  reached: ReachedVolumes,
): Promise<void> {
  const { id } = volume;
  const { name, type, size } = declared;
  let now = before ?? { name, type, size: volume.size };
  if (size > volume.size) {
    call.status(`growing ${volume.name} from ${String(volume.size)} GB to ${String(size)} GB`);
    await growVolume(call, id, size);
    now = { ...now, size };
    reached.record(id, now);
  }
  try {
    await syncTags(call, 'volumes', id, volume.tags, tagsOf(call, declared), before?.tags);
  } catch (error) {
    const written = writtenTagKeys(call.session).get(id);
    if (written) reached.record(id, { ...now, tags: writtenTags(written, now.tags, declared.tags) });
    throw error;
  }
  reached.record(id, declared);
}

/** The declared tags of a volume, after some of their keys have been written. */
const writtenTags = (written: ReadonlySet<string>, before: TagMap = {}, wanted: TagMap = {}): TagMap => ({
  ...tagsWhere(before, (key) => !written.has(key)),
  ...tagsWhere(wanted, (key) => written.has(key)),
});

const tagsWhere = (tags: TagMap, isIncluded: (key: string) => boolean): TagMap =>
  Object.fromEntries(Object.entries(tags).filter(([key]) => isIncluded(key.toLowerCase())));
