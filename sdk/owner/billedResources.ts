// Follows the billed resources of a run from their registration to the end of the run.
import * as pulumi from '@pulumi/pulumi';
import type { CloudComputeClient } from '../../api/client';
import type { TaggedCollection } from '../../api/services/tags';
import { intentLogIn, listedFrom } from '../../core/orphans/intentLog';
import { warningsAtEnd } from '../../core/orphans/orphanWarnings';
import type { Thing } from '../../core/orphans/billed';
import type { FoundOrphans } from '../../core/orphans/orphans';
import { withAnswers } from '../../core/orphans/originals';
import { orphansAmong } from '../../core/orphans/orphans';
import { orderedVolumesIn, OUTPUTS_WITH_VOLUMES } from '../../core/orphans/volumesInState';
import { CREATED_AT, ORDER_TAG, PENDING_TAG_ID } from '../../core/hiddenProperties';
import { PENDING, resourceHashOf } from '../../core/pendingTag';
import { client } from '../config';
import { isMocked, perRun, perRunOfAllCopies } from '../pulumi/run';
import { outputOf, valueOf } from '../pulumi/undeclared';
import { atEndOfRun } from '../pulumi/endOfRun';
import { warnOfOtherAccount } from './otherAccount';
import { currentOwner, currentStackHash } from './owner';
import type { Saved } from './removePendingTag';
import { PendingTagRemoval } from './removePendingTag';
import { SavedForGood } from './savedForGood';

/** How long the end of a run waits for an answer of the cloud, in ms. */
const IDLE_TIMEOUT_MS = 5_000;

const OTHER_RUN =
  'Another run of this stack on this computer was under way at the same time, and may replace the state of this run. ' +
  `What this run has created keeps the tag ${PENDING}, so that nothing is ordered twice. When both runs have ended, run ` +
  '`pulumi up`.';

/**
 * The billed resources of a program. All copies of this package in it share the object, also other versions: properties
 * keep their names and types, and new ones are optional.
 */
interface Known {
  /** Each ends when its resource has its id, or has failed. */
  readonly registrations: Promise<unknown>[];
  /** The ids of the resources, of the volumes that came with them, and of the orphans that were named. */
  readonly ids: Set<string>;
  /** The ids of machines whose outputs do not list their volumes yet; an older copy of this package has none. */
  readonly withoutVolumes?: Set<string>;
  /** The tags of the orders of the resources, by their ids; an older copy of this package has none. */
  readonly orderTags?: Map<string, string>;
  /** How many of the resources have an id. */
  withId: number;
  /**
   * When lists show all orders of an interrupted run, in ms since the epoch; unset until the owner is known.
   */
  listedFrom?: number;
}

const nothingKnown = (): Known => ({
  registrations: [],
  ids: new Set(),
  withoutVolumes: new Set(),
  orderTags: new Map(),
  withId: 0,
});

/** The billed resources of one run of a program. */
export class BilledResources {
  private readonly startedAt = Date.now();
  private owner: string | undefined;
  /** The URNs of what this run has created, and the engine has saved. */
  private readonly created: string[] = [];
  private readonly requests = new AbortController();
  private idleTimer: NodeJS.Timeout | undefined;
  private readonly removal: PendingTagRemoval;
  private readonly savedForGood: SavedForGood;

  constructor(
    private readonly api: () => CloudComputeClient,
    private readonly warn: (message: string) => void,
    private readonly stackHash: string,
    private readonly idleTimeoutMs = IDLE_TIMEOUT_MS,
    private readonly known = nothingKnown(),
  ) {
    const onProgress = () => this.idleTimer?.refresh();
    const options = { signal: this.requests.signal, onProgress };
    this.savedForGood = new SavedForGood(stackHash);
    this.removal = new PendingTagRemoval(api, warn, options, this.savedForGood);
  }

  /** The id of the stack's owner; without one no orphan is named. */
  ownedBy(owner: Promise<string | undefined>): void {
    void owner.then(
      (id) => {
        this.owner = id;
        if (id !== undefined) this.savedForGood.ownedBy(id);
        this.known.listedFrom ??= id === undefined ? 0 : listedFrom(intentLogIn(process.env), id);
      },
      // Pulumi reports why the owner was not registered.
      () => undefined,
    );
  }

  /** Follows a resource from its registration on. */
  follow(collection: TaggedCollection, resource: pulumi.CustomResource): void {
    const followed = savedOf(collection, resource, this.startedAt).then(
      ({ urn, saved, listsVolumes, orderTag }) => {
        const [first] = saved;
        if (first) this.known.withId += 1;
        if (first?.isNew && urn !== undefined) this.created.push(urn);
        if (first && !listsVolumes) this.known.withoutVolumes?.add(first.id);
        if (first && orderTag !== undefined) this.known.orderTags?.set(first.id, orderTag);
        for (const one of saved) {
          this.known.ids.add(one.id);
          this.removal.add(one);
        }
      },
    );
    // Pulumi reports why a resource was not registered.
    this.known.registrations.push(followed.catch(() => undefined));
  }

  /** How many resources have been registered, once each has its id or has failed. */
  async registered(): Promise<number> {
    const { registrations } = this.known;
    await Promise.all(registrations);
    return registrations.length;
  }

  /**
   * Removes the remaining pending tags of resources in state, and names the orphans; removes nothing else.
   */
  async finish(): Promise<void> {
    const listsAreComplete = Date.now() >= (this.known.listedFrom ?? 0);
    const found = await this.removeTags();
    if (!found || this.owner === undefined) return;
    const { owner, stackHash } = this;
    const { ids, withoutVolumes = new Set(), registrations, withId } = this.known;
    const isComplete = withId === registrations.length;
    const log = intentLogIn(process.env);
    const facts = { ids, withoutVolumes, isComplete, listsAreComplete };
    for (const warning of warningsAtEnd(found, { owner, stackHash, ...facts, log })) this.warn(warning);
    // So that another copy of this package does not name the same orphans again.
    for (const { object } of found.orphans) ids.add(object.id);
    if (!listsAreComplete) {
      log.addInterrupted(owner);
      return;
    }
    // Everything that was ordered is in state, or was named.
    if (isComplete) log.removeOrders(owner);
    // With `--target` or `--exclude`. What was not created now may have been ordered by an interrupted run.
    else for (const urn of this.created) log.removeOrder(owner, resourceHashOf(urn));
  }

  /**
   * Removes the pending tags, and returns the listed things; undefined if the lists fail, or the state of this run is in
   * doubt.
   */
  private async removeTags(): Promise<FoundOrphans | undefined> {
    const { requests, idleTimeoutMs } = this;
    this.idleTimer = setTimeout(() => {
      requests.abort(new Error(`the cloud has not answered for ${idleTimeoutMs / 1_000} s`));
    }, idleTimeoutMs);
    try {
      const things = await this.removal.finish();
      if (things === 'another run is under way') this.warn(OTHER_RUN);
      if (typeof things === 'string') return undefined;
      const { ids, orderTags = new Map() } = this.known;
      const posts = withAnswers(intentLogIn(process.env).posts, orderTags);
      const isInNoState = ({ object }: Thing) => !ids.has(object.id);
      const options = { signal: requests.signal };
      return { things, orphans: await orphansAmong(this.api(), things, posts, options, isInNoState) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.warn(`Could not look for pending tags and orphans; the next \`pulumi up\` does: ${reason}`);
      return undefined;
    } finally {
      clearTimeout(this.idleTimer);
      // Requests may still be under way after another one has failed.
      requests.abort(new Error('the run is over'));
    }
  }
}

/** A resource, the volumes created with it, and its existing volumes; nothing without an id. Its id resolves when the engine has saved it. */
async function savedOf(
  collection: TaggedCollection,
  resource: pulumi.CustomResource,
  startedAt: number,
): Promise<{
  readonly urn?: string | undefined;
  readonly saved: readonly Saved[];
  readonly listsVolumes: boolean;
  readonly orderTag?: string | undefined;
}> {
  const [id, urn] = await Promise.all([valueOf(resource.id), valueOf(resource.urn)]);
  if (id === undefined) return { saved: [], listsVolumes: false };
  const names = [CREATED_AT, PENDING_TAG_ID, ORDER_TAG, ...OUTPUTS_WITH_VOLUMES];
  const values = await Promise.all(
    names.map(async (name) => [name, await valueOf(outputOf(resource, name))] as const),
  );
  const state = Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null));
  const { [CREATED_AT]: createdAt, osVolumeId } = state;
  const isNew = typeof createdAt === 'number' && createdAt >= startedAt;
  const main: Saved = {
    collection,
    id,
    isNew,
    pendingTagId: state[PENDING_TAG_ID] as string | undefined,
  };
  const volumes = orderedVolumesIn(state).map((volumeId): Saved => {
    // No order tags the operating-system volume: it is enough to read it at the end of the run.
    return { collection: 'volumes', id: volumeId, isNew: isNew && volumeId !== osVolumeId };
  });
  return {
    urn,
    saved: [main, ...volumes],
    listsVolumes: 'ownVolumeIds' in state,
    orderTag: state[ORDER_TAG] as string | undefined,
  };
}

const knownToAllCopies = perRunOfAllCopies('billed resources', nothingKnown);

const theBilledResources = perRun(() => {
  const billed = new BilledResources(
    client,
    (message) => void pulumi.log.warn(message),
    currentStackHash(),
    IDLE_TIMEOUT_MS,
    knownToAllCopies(),
  );
  billed.ownedBy(valueOf(currentOwner()));
  atEndOfRun(
    () => billed.registered(),
    async () => {
      await warnOfOtherAccount();
      await billed.finish();
    },
  );
  return billed;
});

/**
 * Names orphans at the end of the run, and follows the resource until then if it is billed. Does nothing in a preview or
 * on mocks, which create nothing.
 *
 * @param collection the collection of a billed resource.
 */
export function followRun(resource: pulumi.CustomResource, collection: TaggedCollection | undefined): void {
  if (pulumi.runtime.isDryRun() || isMocked()) return;
  const billed = theBilledResources();
  if (collection !== undefined) billed.follow(collection, resource);
}
