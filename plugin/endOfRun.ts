// What the plugin does when a run ends: it names orphans, and marks what the engine has. It deletes nothing.
import { LAG_MS, listedFrom } from '../core/orphans/intentLog';
import { warningsAtEnd } from '../core/orphans/orphanWarnings';
import type { Thing } from '../core/orphans/billed';
import type { FoundOrphans, Orphan } from '../core/orphans/orphans';
import { findOrphans } from '../core/orphans/orphans';
import { stackHashOf } from '../core/pendingTag';
import { stackUrnOf } from '../core/urn';
import { idsCreatedWith } from '../core/orphans/volumesInState';
import { markSaved } from '../provider/lifecycle/createOnce/pendingTagsInState';
import { collectionOf } from '../provider/lifecycle/tags';
import { END_OF_RUN_MS } from '../provider/run/engineConnection';
import { warn } from '../provider/run/progress';
import type { Run } from '../provider/run/run';
import type { Kind } from './kinds';
import { sayThatOrphansStay } from './orphanRemovalHint';
import type { Properties } from './protocol/values';

/** What this process has seen of a run. */
export class EndOfRun {
  /** The URN of any resource of the stack; empty before the first call. */
  private urn = '';
  /** The ids of resources in state, and of the volumes that were created with them. */
  private readonly ids = new Set<string>();
  /** The ids of the billed things that this run has created or updated. Created ones still have their pending tags. */
  private readonly createdOrUpdated = new Set<string>();
  /** The ids of machines whose outputs do not list their volumes yet. */
  private readonly withoutVolumes = new Set<string>();
  private writes = false;
  /** When lists show all orders of an interrupted run, in ms since the epoch. */
  private readonly listedFrom: number;

  /** @param owner the id of the provider in the engine's state. */
  constructor(
    private readonly run: Run,
    private readonly owner: string,
  ) {
    this.listedFrom = listedFrom(run.intentLog, owner);
    run.phase.atEnd.push(
      () => this.finish(),
      () => sayThatOrphansStay(run),
    );
  }

  /** Notes that a resource is in state, or will be when its call is answered. */
  inState({ schema }: Kind, urn: string, id: string, outputs: Properties): void {
    this.urn = urn;
    for (const one of idsCreatedWith(id, outputs)) this.ids.add(one);
    const listsVolumes = !('ownVolumeIds' in schema.outputs) || outputs['ownVolumeIds'] !== undefined;
    if (listsVolumes) this.withoutVolumes.delete(id);
    else this.withoutVolumes.add(id);
  }

  /** Call it directly before a create or an update is answered. */
  willAnswer(kind: Kind, urn: string, id: string, outputs: Properties): void {
    this.inState(kind, urn, id, outputs);
    if (!collectionOf(kind.schema.name)) return;
    for (const one of idsCreatedWith(id, outputs)) this.createdOrUpdated.add(one);
  }

  /** Notes that the run creates, updates or deletes a resource, so it is no preview. */
  recordWrite(urn: string): void {
    this.urn = urn;
    this.writes = true;
  }

  /** Notes that a call has failed: the run may not reach all resources. */
  failed(): void {
    this.run.phase.hasFailed = true;
  }

  /** A run that changes nothing looks for orphans only while an interrupted run is noted. */
  private async finish(): Promise<void> {
    const { run, urn } = this;
    // The orders of all providers count: an interrupted run may have had another provider.
    const isWorthIt = this.writes || run.intentLog.hasOrders() || run.intentLog.hasOpenPosts(this.owner);
    if (urn === '' || !isWorthIt || run.phase.stopped.aborted) return;
    // The run was not interrupted, so the engine has saved them. If its backend failed, they are not in state and are
    // named as orphans.
    for (const id of this.createdOrUpdated) run.intentLog.addSaved(id);
    try {
      const options = { signal: AbortSignal.timeout(END_OF_RUN_MS) };
      const isInNoState = ({ object }: Thing) => !this.ids.has(object.id) && !run.known.has(object.id);
      const found = await findOrphans(run.client, run.posts, options, isInNoState);
      await Promise.all(this.warnings(found).map((text) => warn(stackUrnOf(urn), text)));
      this.closeNotes(found.orphans);
      await markSaved(run.client, found.things, this.createdOrUpdated, options);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const hint = '`npx pulumi-cloud-compute orphans` lists them';
      await warn(stackUrnOf(urn), `Could not look for orphans; ${hint}: ${reason}`);
    }
  }

  private warnings(found: FoundOrphans): string[] {
    const { run, owner, withoutVolumes } = this;
    return warningsAtEnd(found, {
      owner,
      stackHash: stackHashOf(this.urn),
      ids: new Set([...this.ids, ...run.known.ids]),
      withoutVolumes,
      isComplete: !run.phase.hasFailed,
      listsAreComplete: Date.now() >= this.listedFrom,
      log: run.intentLog,
    });
  }

  /**
   * Removes the notes of orders that created nothing: lists would show an object by now, unless another run has yet to
   * send the order.
   */
  private closeNotes(orphans: readonly Orphan[]): void {
    const { intentLog } = this.run;
    if (Date.now() < this.listedFrom) {
      intentLog.addInterrupted(this.owner);
      return;
    }
    const latest = Date.now() - LAG_MS;
    for (const { resource, at } of intentLog.orders(this.owner)) {
      const isFound = orphans.some(({ tag }) => tag.owner === this.owner && tag.resource === resource);
      const isUnderWay = intentLog.otherProcessOf(this.owner, resource) !== undefined;
      if (!isFound && !isUnderWay && at <= latest) intentLog.removeOrder(this.owner, resource);
    }
  }
}
