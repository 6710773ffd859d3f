// What is billed carries a mark until its id is in state. Only the program learns of that moment, so it is the
// program that takes the mark off.
import * as pulumi from '@pulumi/pulumi';
import type { Tag } from '../api';
import type { CloudComputeClient } from '../api/client';
import { ConflictError, NotFoundError } from '../api/errors';
import { MOST_TAGS } from '../api/areas/tags';
import { CREATED_AT, PENDING_TAG_ID, PENDING } from '../core/pendingTag';
import { client } from './config';
import { isMocked, perRun, registrationsOver } from './run';
import { valueOf } from './valueOf';

/** The collections whose members carry a mark while they are created, as they stand in the API's paths. */
export type Marked = 'instances' | 'volumes' | 'clusters';

interface Carrier {
  readonly id: string;
  readonly tags: readonly Tag[];
}

/** A resource whose id is in state. */
interface Saved {
  readonly collection: Marked;
  readonly id: string;
  /** The tags that the program declares. */
  readonly tags: Readonly<Record<string, string>>;
}

/** All of a collection that carries a mark. Only instances can be filtered by a tag. */
const LISTS: {
  readonly [Collection in Marked]: (client: CloudComputeClient) => Promise<readonly Carrier[]>;
} = {
  instances: (api) => api.instances.list({ tags: [PENDING] }),
  volumes: (api) => api.volumes.list({}),
  clusters: (api) => api.clusters.list(),
};

/**
 * Takes the marks off, for one run of a program. What this run created loses its mark as soon as it is in state;
 * when nothing more is outstanding, one list for each collection finds what interrupted runs have left marked.
 */
export class Unmarker {
  private readonly startedAt = Date.now();
  /** Resources whose id is not in state yet. */
  private outstanding = 0;
  /** In state, with a mark that has not been looked for since. */
  private unswept: Saved[] = [];
  /** In state, created by this run, with a mark that is to go now. */
  private fresh: Saved[] = [];
  /** What is known to carry a mark: by its create, or by the last list of its collection. */
  private readonly seen = new Map<string, Carrier>();
  private readonly failures: { readonly id: string; readonly reason: string }[] = [];
  private working = Promise.resolve();

  constructor(
    private readonly api: () => CloudComputeClient,
    private readonly warn: (message: string) => void,
  ) {}

  /** Follows a resource from its registration on; one that fails leaves nothing to unmark. */
  follow(collection: Marked, resource: pulumi.CustomResource): void {
    this.outstanding += 1;
    const over = registrationsOver();
    // The program counts as ended when nothing is under way, and registrations end before their ids are known.
    const done = pulumi.runtime.rpcKeepAlive();
    void Promise.race([valueOf(resource.id), over])
      .then((id) => (id === undefined ? undefined : this.saved(collection, id, resource)))
      .catch(() => undefined)
      .then(() => {
        this.outstanding -= 1;
        return this.work();
      })
      .finally(done);
  }

  /** The id of a resource resolves when the engine has saved it. */
  private async saved(collection: Marked, id: string, resource: pulumi.CustomResource): Promise<void> {
    const outputs = resource as unknown as Record<string, pulumi.Output<unknown> | undefined>;
    const [tags, createdAt, markedBy] = await Promise.all(
      ['tags', CREATED_AT, PENDING_TAG_ID].map((name) => valueOf(outputs[name])),
    );
    const saved = { collection, id, tags: (tags ?? {}) as Saved['tags'] };
    this.unswept.push(saved);
    if (typeof createdAt !== 'number' || createdAt < this.startedAt) return;
    this.fresh.push(saved);
    // Its other tags are of interest only where the mark took the place of one.
    if (typeof markedBy === 'string' && Object.keys(saved.tags).length < MOST_TAGS)
      this.seen.set(id, { id, tags: [{ id: markedBy, key: PENDING, value: '' }] });
  }

  /** What arrives while a round is under way waits for the next: many at once cost one list. */
  private work(): Promise<void> {
    this.working = this.working.then(() => this.rounds());
    return this.working;
  }

  private async rounds(): Promise<void> {
    for (;;) {
      if (this.fresh.length > 0) await this.unmarkFresh(this.fresh.splice(0));
      else if (this.outstanding === 0 && this.unswept.length > 0) await this.sweep(this.unswept.splice(0));
      else break;
    }
    if (this.outstanding === 0) this.tellFailures();
  }

  private async unmarkFresh(fresh: readonly Saved[]): Promise<void> {
    // What the list does not show yet, and a list that fails, is left to the sweep.
    await this.look(fresh.filter(({ id }) => !this.seen.has(id))).catch(() => undefined);
    const done = await this.unmark(fresh);
    this.unswept = this.unswept.filter((saved) => !done.has(saved.id));
  }

  private async sweep(saved: readonly Saved[]): Promise<void> {
    try {
      await this.look(saved);
    } catch (error) {
      this.warn(
        `Could not look for the tag ${PENDING}, which is left to the next \`pulumi up\`: ${reason(error)}`,
      );
    }
    await this.unmark(saved);
  }

  /** One list for each collection that is concerned. */
  private async look(concerned: readonly Saved[]): Promise<void> {
    const collections = [...new Set(concerned.map(({ collection }) => collection))];
    await Promise.all(
      collections.map(async (collection) => {
        for (const carrier of await LISTS[collection](this.api())) {
          if (markOf(carrier)) this.seen.set(carrier.id, carrier);
        }
      }),
    );
  }

  /** Takes the marks off as far as they are seen; answers the ids of what is done with. */
  private async unmark(saved: readonly Saved[]): Promise<Set<string>> {
    const done = new Set<string>();
    await Promise.all(
      saved.map(async (resource) => {
        const carrier = this.seen.get(resource.id);
        const mark = carrier && markOf(carrier);
        if (!carrier || !mark) return;
        this.seen.delete(resource.id);
        done.add(resource.id);
        try {
          await ignoring(NotFoundError, this.api().tags.remove(resource.collection, resource.id, mark.id));
          await this.addWhatHadNoRoom(resource, carrier);
        } catch (error) {
          this.failures.push({ id: resource.id, reason: reason(error) });
        }
      }),
    );
    return done;
  }

  private tellFailures(): void {
    const failures = this.failures.splice(0);
    const [first] = failures;
    if (!first) return;
    const ids = failures.map(({ id }) => id).sort();
    this.warn(
      `Could not take the tag ${PENDING} off ${ids.join(', ')}, which is left to the next \`pulumi up\`: ${first.reason}`,
    );
  }

  /** The mark took the place of the tenth tag. */
  private async addWhatHadNoRoom({ collection, id, tags }: Saved, carrier: Carrier): Promise<void> {
    if (Object.keys(tags).length < MOST_TAGS) return;
    const there = new Set(carrier.tags.map(({ key }) => key));
    const lacking = Object.entries(tags).filter(([key]) => !there.has(key.toLowerCase()));
    const room = MOST_TAGS - (carrier.tags.length - 1);
    for (const [index, [key, value]] of lacking.entries()) {
      if (index >= room) {
        this.warn(`There is no room for the tag ${key} on ${id}: it carries ${MOST_TAGS} already.`);
        return;
      }
      await ignoring(ConflictError, this.api().tags.add(collection, id, { key, value }));
    }
  }
}

const markOf = (carrier: Carrier): Tag | undefined => carrier.tags.find(({ key }) => key === PENDING);

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** That somebody else was faster is success. */
async function ignoring(
  kind: abstract new (...args: never[]) => Error,
  request: Promise<unknown>,
): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof kind)) throw error;
  }
}

const unmarker = perRun(
  () =>
    new Unmarker(client, (message) => {
      void pulumi.log.warn(message);
    }),
);

/** Takes the mark off a resource once its id is in state. A preview creates nothing, nor does a test on mocks. */
export function unmarkOnceSaved(collection: Marked, resource: pulumi.CustomResource): void {
  if (!pulumi.runtime.isDryRun() && !isMocked()) unmarker().follow(collection, resource);
}
