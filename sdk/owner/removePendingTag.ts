// What is billed carries a pending tag until its id is in state. Only the program learns of that moment, so it is the
// program that removes the tag.
import { setImmediate as turn } from 'node:timers/promises';
import type { Tag } from '../../api';
import type { TaggedCollection } from '../../api/services/tags';
import { MOST_TAGS } from '../../api/services/tags';
import type { CloudComputeClient } from '../../api/client';
import { ConflictError, NotFoundError } from '../../api/errors';
import type { CallOptions } from '../../api/options';
import { PENDING } from '../../core/pendingTag';
import type { Thing } from '../../core/orphans';
import { listThings } from '../../core/orphans';

/** Something whose id is in state. */
export interface Saved {
  /** The list that shows it, as in the paths of the API. */
  readonly collection: TaggedCollection;
  /** Its id in the cloud. */
  readonly id: string;
  /** The tags that the program declares. */
  readonly tags: Readonly<Record<string, string>>;
  /** Whether this run has created it. */
  readonly isNew: boolean;
  /** The id of its pending tag, where its create saw it. */
  readonly pendingTagId?: string | undefined;
}

/** Removes the pending tags of one run of a program. */
export class PendingTagRemoval {
  /** In state, created by this run, with a tag that is to be removed now. */
  private fresh: Saved[] = [];
  /** The tags of what carried a pending tag when its create or the last list showed it. */
  private readonly seen = new Map<string, readonly Tag[]>();
  /** In state, and it is not known whether it carries a tag. */
  private readonly unchecked = new Map<string, Saved>();
  private readonly failures = new Map<string, string>();
  private working = Promise.resolve();

  /** @param options ends what takes too long. */
  constructor(
    private readonly api: () => CloudComputeClient,
    private readonly warn: (message: string) => void,
    private readonly options: CallOptions & { readonly onProgress?: () => void } = {},
  ) {}

  /** What arrives while requests are under way waits for the next round: many at once cost one list. */
  add(saved: Saved): void {
    this.unchecked.set(saved.id, saved);
    if (!saved.isNew) return;
    this.fresh.push(saved);
    this.working = this.working.then(turn).then(() => this.removeFresh(this.fresh.splice(0)));
  }

  /** The tags that this run could not remove yet, and those that interrupted runs have left. */
  async finish(list: () => Promise<readonly Thing[]>): Promise<void> {
    await this.working;
    const carriers = await list();
    await this.remove(
      [...this.unchecked.values()],
      new Map(carriers.map(({ object }) => [object.id, object.tags])),
    );
    this.tellFailures();
  }

  private async removeFresh(fresh: readonly Saved[]): Promise<void> {
    // Its other tags are of interest only where the pending tag took the place of one.
    for (const { id, pendingTagId } of fresh.filter((saved) => !hasNoRoom(saved)))
      if (pendingTagId !== undefined) this.seen.set(id, [{ id: pendingTagId, key: PENDING, value: '' }]);
    const unseen = fresh.filter(({ id }) => !this.seen.has(id));
    const collections = [...new Set(unseen.map(({ collection }) => collection))];
    try {
      for (const { object } of await listThings(this.api(), collections, this.options))
        if (object.tags.some(isPending)) this.seen.set(object.id, object.tags);
    } catch {
      // The end of the run lists again, and says so if it fails again.
    }
    await this.remove(
      fresh.filter(({ id }) => this.seen.has(id)),
      this.seen,
    );
  }

  private async remove(saved: readonly Saved[], tagsOf: ReadonlyMap<string, readonly Tag[]>): Promise<void> {
    await Promise.all(
      saved.map(async (one) => {
        const tags = tagsOf.get(one.id) ?? [];
        const tag = tags.find(isPending);
        this.unchecked.delete(one.id);
        if (!tag) return;
        try {
          // Somebody else may have been faster.
          await unless(NotFoundError, this.api().tags.remove(one.collection, one.id, tag.id, this.options));
          this.options.onProgress?.();
        } catch (error) {
          this.failures.set(one.id, reasonOf(error));
          return;
        }
        if (hasNoRoom(one)) await this.addWhatHadNoRoom(one, tags);
      }),
    );
  }

  /** The pending tag took the place of the tenth tag. */
  private async addWhatHadNoRoom({ collection, id, tags }: Saved, carried: readonly Tag[]): Promise<void> {
    const others = carried.filter((tag) => !isPending(tag)).map(({ key }) => key);
    const missing = Object.entries(tags).filter(([key]) => !others.includes(key.toLowerCase()));
    const room = MOST_TAGS - others.length;
    for (const [key] of missing.slice(room)) {
      this.warn(
        `The tag ${key} is missing on ${id}, which carries ${MOST_TAGS} tags already. ` +
          'Remove one that the program does not declare, then run `pulumi up`.',
      );
    }
    for (const [key, value] of missing.slice(0, room)) {
      try {
        await unless(ConflictError, this.api().tags.add(collection, id, { key, value }, this.options));
        this.options.onProgress?.();
      } catch (error) {
        this.warn(
          `Could not add the tag ${key} to ${id}; the next \`pulumi up\` tries again: ${reasonOf(error)}`,
        );
      }
    }
  }

  private tellFailures(): void {
    const [reason] = this.failures.values();
    if (reason === undefined) return;
    const ids = [...this.failures.keys()].sort().join(', ');
    this.warn(
      `Could not remove the tag ${PENDING} from ${ids}; the next \`pulumi up\` tries again: ${reason}`,
    );
  }
}

/** Whether its create had to leave out a tag, to have room for the pending one. */
const hasNoRoom = ({ tags }: Saved): boolean => Object.keys(tags).length >= MOST_TAGS;

const isPending = ({ key }: Tag): boolean => key === PENDING;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Such an error means that there was nothing to do. */
async function unless(
  kind: abstract new (...args: never[]) => Error,
  request: Promise<unknown>,
): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof kind)) throw error;
  }
}
