// If a resource fails, the engine ends the program when the calls under way are answered. The program then leaves the
// pending tags of what was created last, although the engine has saved it.
import { listThings } from '../../core/orphans/orphans';
import type { Identity } from '../../core/pendingTag';
import { resourceHashOf } from '../../core/pendingTag';
import { idsCreatedWith } from '../../core/orphans/volumesInState';
import { markSaved } from '../lifecycle/createOnce/pendingTagsInState';
import { END_OF_RUN_MS } from '../session/engineConnection';
import { failureOf } from '../session/failure';
import { perSession } from '../session/perSession';
import type { Session } from '../session/session';

/** What this process has seen of a run that may fail. */
class FailedRun {
  /** The ids of what this run has created: the engine has the answers. */
  private readonly created = new Set<string>();
  private readonly creators: Identity[] = [];
  private callsUnderWay = 0;

  constructor(private readonly session: Session) {
    session.atEndOfRun.push(() => this.finish());
  }

  /** A create is about to be answered. */
  willAnswer(creator: Identity, id: string, outputs: object): void {
    this.creators.push(creator);
    for (const one of idsCreatedWith(id, outputs)) this.created.add(one);
  }

  /** A check has found problems, or a call fails. */
  failed(): void {
    failureOf(this.session).hasOccurred = true;
  }

  async watch<T>(call: () => Promise<T>): Promise<T> {
    this.callsUnderWay += 1;
    try {
      return await call();
    } catch (error) {
      this.failed();
      throw error;
    } finally {
      this.callsUnderWay -= 1;
    }
  }

  /**
   * Does nothing if nothing failed: then the program removes the tags. After a second Ctrl-C, which alone ends a run with
   * calls under way, things that the engine has not saved must keep theirs.
   */
  private async finish(): Promise<void> {
    const { session, created } = this;
    if (!failureOf(session).hasOccurred || created.size === 0) return;
    if (session.writesStopped.signal.aborted || this.callsUnderWay > 0) return;
    for (const id of created) session.intentLog.addSaved(id);
    for (const { owner, urn } of this.creators) session.intentLog.removeOrder(owner, resourceHashOf(urn));
    const options = { signal: AbortSignal.timeout(END_OF_RUN_MS) };
    await listThings(session.client, options)
      .then((things) => markSaved(session.client, things, created, options))
      // The notes are enough on this computer, and nobody would read a message now.
      .catch(() => undefined);
  }
}

export const failedRunOf = perSession((session) => new FailedRun(session));
