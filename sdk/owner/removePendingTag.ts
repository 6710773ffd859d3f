// A billed resource carries a pending tag until its id is in state. Only the program can find out that time, so it
// removes the tag.
import type { Tag } from '../../api';
import type { CloudComputeClient } from '../../api/client';
import type { CallOptions } from '../../api/options';
import type { TaggedCollection } from '../../api/services/tags';
import { intentLogIn } from '../../core/orphans/intentLog';
import type { Thing } from '../../core/orphans/billed';
import { listThings } from '../../core/orphans/orphans';
import { PENDING, pendingTagIdOf } from '../../core/pendingTag';
import { unlessGone } from '../../core/statuses';
import type { Doubt, Saving } from './savedForGood';
import { DELAY_MS } from './savedForGood';

/** A resource whose id is in state. */
export interface Saved {
  /** The collection that contains it, as named in the paths of the API. */
  readonly collection: TaggedCollection;
  /** Its id in the cloud. */
  readonly id: string;
  /** Whether this run has created it. */
  readonly isNew: boolean;
  /** The id of its pending tag, if the create saw it. */
  readonly pendingTagId?: string | undefined;
}

/** Removes the pending tags of one run of a program. */
export class PendingTagRemoval {
  /** Created by this run, and not yet checked; with the time from which the tag may be removed. */
  private fresh: { readonly saved: Saved; readonly from: number }[] = [];
  /** Must be checked for a pending tag at the end of the run. */
  private readonly unchecked = new Map<string, Saved>();
  /** The tags of each thing that is known to carry a pending tag, by its id. */
  private readonly taggedThings = new Map<string, readonly Tag[]>();
  private working = Promise.resolve();

  /** @param options the options of each request; `onProgress` is called after each tag. */
  constructor(
    private readonly api: () => CloudComputeClient,
    private readonly warn: (message: string) => void,
    private readonly options: CallOptions & { readonly onProgress?: () => void } = {},
    private readonly saving: Saving = { delayMs: DELAY_MS, findDoubt: () => Promise.resolve(undefined) },
  ) {}

  /** Removes the tag of a thing of this run soon, and that of an earlier run at the end. */
  add(saved: Saved): void {
    this.unchecked.set(saved.id, saved);
    if (!saved.isNew) return;
    this.fresh.push({ saved, from: performance.now() + this.saving.delayMs });
    this.working = this.working.then(() => this.removeDue());
  }

  /** Waits a little longer than the first thing has to, so that one list serves many. */
  private async removeDue(): Promise<void> {
    const [first] = this.fresh;
    if (!first) return;
    const until = first.from + this.saving.delayMs / 2;
    while (performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(until - performance.now())));
    const now = performance.now();
    const due = this.fresh.filter(({ from }) => from <= now);
    this.fresh = this.fresh.filter(({ from }) => from > now);
    if ((await this.saving.findDoubt()) !== undefined) return;
    await this.removeFresh(due.map(({ saved }) => saved));
  }

  /**
   * Removes the remaining tags, of this run and of interrupted runs; returns everything that exists in the cloud. If the
   * results of this run may not stay in state, it removes nothing and says why.
   */
  async finish(): Promise<Thing[] | Doubt> {
    await this.working;
    const doubt = await this.saving.findDoubt();
    if (doubt !== undefined) return doubt;
    this.taggedThings.clear();
    const things = await this.list();
    const failures = await this.remove([...this.unchecked.values()]);
    const [reason] = failures.values();
    const ids = [...failures.keys()].sort().join(', ');
    // The engine does not show a kept resource to `destroy`, which would take it for an orphan by its tag.
    for (const id of failures.keys()) intentLogIn(process.env).addSaved(id);
    if (reason !== undefined)
      this.warn(
        `Could not remove the tag ${PENDING} from ${ids}; the next \`pulumi up\` tries again: ${reason}`,
      );
    return things;
  }

  private async removeFresh(fresh: readonly Saved[]): Promise<void> {
    for (const { id, pendingTagId } of fresh) {
      if (pendingTagId !== undefined)
        this.taggedThings.set(id, [{ id: pendingTagId, key: PENDING, value: '' }]);
    }
    const unknown = fresh.filter(({ id }) => !this.taggedThings.has(id));
    const collections = new Set(unknown.map(({ collection }) => collection));
    // A failed removal is repeated at the end of the run, which warns if it fails again.
    await this.list([...collections]).catch(() => undefined);
    await this.remove(fresh);
  }

  private async list(collections?: readonly TaggedCollection[]): Promise<Thing[]> {
    const things = await listThings(this.api(), this.options, collections);
    for (const { object } of things)
      if (pendingTagIdOf(object) !== undefined) this.taggedThings.set(object.id, object.tags);
    return things;
  }

  /** Removes the known pending tags, and returns the reasons of failures, by the id of the thing with the tag. */
  private async remove(saved: readonly Saved[]): Promise<ReadonlyMap<string, string>> {
    const failures = new Map<string, string>();
    await Promise.all(
      saved.map(async ({ collection, id }) => {
        const tags = this.taggedThings.get(id) ?? [];
        const tagId = pendingTagIdOf({ tags });
        if (tagId === undefined) return;
        try {
          await unlessGone(this.api().tags.remove(collection, id, tagId, this.options));
          this.unchecked.delete(id);
          this.options.onProgress?.();
        } catch (error) {
          failures.set(id, reasonOf(error));
        }
      }),
    );
    return failures;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
