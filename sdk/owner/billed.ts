// Follows the billed resources of a run from their registration to its end.
import * as pulumi from '@pulumi/pulumi';
import type { TaggedCollection } from '../../api/services/tags';
import type { CloudComputeClient } from '../../api/client';
import { wholeUrn } from '../../core/urn';
import { LAG_MS, intentLogIn } from '../../core/intentLog';
import { CREATED_AT, PENDING_TAG_ID, stackHashOf } from '../../core/pendingTag';
import type { Orphan, Thing } from '../../core/orphans';
import { listThings, orphansAmong } from '../../core/orphans';
import { client } from '../config';
import { currentOwner } from '../owner';
import { isMocked, perRun, perRunOfAllCopies } from '../run';
import { urnBelowStack } from '../token';
import { valueOf } from '../valueOf';
import { atEndOfRun } from './endOfRun';
import { NOT_YET_LISTED, namingOf, namingOfRestored } from './nameOrphans';
import type { Saved } from './removePendingTag';
import { PendingTagRemoval } from './removePendingTag';

/** For how long the end of a run waits for the cloud to answer anything, in ms. */
const PATIENCE_MS = 5_000;

/** What all copies of this package in one program know together of its billed resources. */
interface Known {
  /** Each ends when its resource has its id, or has failed. */
  readonly registrations: Promise<unknown>[];
  /** The ids of the resources, of the volumes that came with them, and of the orphans that were named. */
  readonly ids: Set<string>;
  /** How many of the resources have an id. */
  withId: number;
  /** From when on lists show all that an interrupted run ordered; unset until the owner is known. */
  listedFrom?: number;
}

const nothingKnown = (): Known => ({ registrations: [], ids: new Set(), withId: 0 });

/** The billed resources of one run of a program. */
export class BilledResources {
  private readonly startedAt = Date.now();
  private owner: string | undefined;
  private readonly patience: Patience;
  private readonly removal: PendingTagRemoval;

  constructor(
    private readonly api: () => CloudComputeClient,
    private readonly warn: (message: string) => void,
    private readonly stackHash: string,
    patienceMs = PATIENCE_MS,
    private readonly known = nothingKnown(),
  ) {
    this.patience = new Patience(patienceMs);
    this.removal = new PendingTagRemoval(api, warn, {
      signal: this.patience.signal,
      onProgress: () => {
        this.patience.progress();
      },
    });
  }

  /** The id of the stack's owner; without one nothing is named. */
  ownedBy(owner: Promise<string | undefined>): void {
    void owner.then(
      (id) => {
        this.owner = id;
        // Nothing of this run is ordered before the owner is known.
        const wasOpen = id !== undefined && intentLogIn(process.env).isOpen(id);
        this.known.listedFrom ??= wasOpen ? Date.now() + LAG_MS : 0;
      },
      // Pulumi reports why the owner was not registered.
      () => undefined,
    );
  }

  /** Follows a resource from its registration on. */
  follow(collection: TaggedCollection, resource: pulumi.CustomResource): void {
    const followed = savedOf(collection, resource, this.startedAt).then((saved) => {
      const [itself] = saved;
      if (!itself) return;
      this.known.withId += 1;
      for (const one of saved) {
        this.known.ids.add(one.id);
        this.removal.add(one);
      }
    });
    // Pulumi reports why a resource was not registered.
    this.known.registrations.push(followed.catch(() => undefined));
  }

  /** How many resources have been registered, once each has its id or has failed. */
  async registered(): Promise<number> {
    const { registrations } = this.known;
    await Promise.all(registrations);
    return registrations.length;
  }

  /** Removes the tags that are left of what is in state, and names the orphans; removes nothing else. */
  async finish(): Promise<void> {
    this.patience.begin();
    const listsAreWhole = Date.now() >= (this.known.listedFrom ?? 0);
    const options = { signal: this.patience.signal };
    let things: readonly Thing[] | undefined;
    let orphans: Orphan[] | undefined;
    try {
      await this.removal.finish(async () => (things = await listThings(this.api(), undefined, options)));
      orphans = await orphansAmong(this.api(), things ?? [], options);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.warn(`Could not look for pending tags and orphans; the next \`pulumi up\` does: ${reason}`);
    } finally {
      this.patience.end();
    }
    if (!things || !orphans || this.owner === undefined) return;
    const { owner, stackHash } = this;
    const { ids, registrations, withId } = this.known;
    const isComplete = withId === registrations.length;
    const log = intentLogIn(process.env);
    const warnings = [
      ...namingOf(orphans, { owner, stackHash, ids, isComplete }),
      ...namingOfRestored(things, log.restores(owner), ids),
      ...(listsAreWhole ? [] : [NOT_YET_LISTED]),
    ];
    for (const warning of warnings) this.warn(warning);
    // What one copy has named, no other names again.
    for (const { object } of orphans) ids.add(object.id);
    // All that was ordered is in state, or was named.
    if (isComplete && listsAreWhole) log.forget(owner);
  }
}

/** Ends requests when nothing has been answered for some time. */
class Patience {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly ms: number) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.timer = setTimeout(() => {
      this.controller.abort(new Error(`the cloud has not answered for ${this.ms / 1_000} s`));
    }, this.ms);
  }

  progress(): void {
    this.timer?.refresh();
  }

  /** What is still under way, because something else has failed, ends as well. */
  end(): void {
    clearTimeout(this.timer);
    this.controller.abort(new Error('the run is over'));
  }
}

/** What is in state of a resource: itself, first, and the volumes that were made with it. Its id resolves when the engine has saved it. */
async function savedOf(
  collection: TaggedCollection,
  resource: pulumi.CustomResource,
  startedAt: number,
): Promise<Saved[]> {
  const id = await valueOf(resource.id);
  if (id === undefined) return [];
  const outputs = resource as unknown as Record<string, pulumi.Output<unknown> | undefined>;
  const [tags, createdAt, pendingTagId, osVolumeId, own, shared] = await Promise.all(
    ['tags', CREATED_AT, PENDING_TAG_ID, 'osVolumeId', 'ownVolumeIds', 'sharedVolumes'].map((name) =>
      valueOf(outputs[name]),
    ),
  );
  const isNew = typeof createdAt === 'number' && createdAt >= startedAt;
  const volumeIds = [
    ...((own ?? []) as string[]),
    ...((shared ?? []) as { readonly id: string }[]).map((volume) => volume.id),
  ];
  return [
    {
      ...{ collection, id, isNew, tags: (tags ?? {}) as Saved['tags'] },
      ...(typeof pendingTagId === 'string' && { pendingTagId }),
    },
    ...volumeIds.map((volumeId): Saved => {
      // No order tags the operating-system volume: it need not be looked at before the end of the run.
      return { collection: 'volumes', id: volumeId, isNew: isNew && volumeId !== osVolumeId, tags: {} };
    }),
  ];
}

const whatIsKnown = perRunOfAllCopies('billed resources', nothingKnown);

const theBilledResources = perRun(() => {
  const billed = new BilledResources(
    client,
    (message) => void pulumi.log.warn(message),
    stackHashOf(wholeUrn(urnBelowStack('owner'), 'Owner')),
    PATIENCE_MS,
    whatIsKnown(),
  );
  billed.ownedBy(valueOf(currentOwner()));
  atEndOfRun(
    () => billed.registered(),
    () => billed.finish(),
  );
  return billed;
});

/** Follows a billed resource to the end of the run. A preview creates nothing, nor does a test on mocks. */
export function followBilled(collection: TaggedCollection, resource: pulumi.CustomResource): void {
  if (!pulumi.runtime.isDryRun() && !isMocked()) theBilledResources().follow(collection, resource);
}
