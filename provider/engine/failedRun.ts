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

/** After a second Ctrl-C, which ends a run before the engine has saved the last answers, the plugin ends within this time. */
const SETTLED_MS = 5_000;

/** An answer to a create. */
interface Answer {
  readonly creator: Identity;
  /** The ids of what it has created. */
  readonly ids: readonly string[];
  readonly at: number;
}

/** What this process has seen of a run that may fail. */
class FailedRun {
  /** The answers that the engine has certainly saved. */
  private readonly settled: Answer[] = [];
  /** The answers since the last call began: a run that a Ctrl-C has interrupted begins no steps. */
  private readonly answers: Answer[] = [];

  constructor(private readonly session: Session) {
    session.atEndOfRun.push(() => this.finish());
  }

  /** A create is about to be answered. */
  willAnswer(creator: Identity, id: string, outputs: object): void {
    this.answers.push(this.answerOf(creator, id, outputs));
  }

  /** A create is about to fail. This failure ends the run, and not a Ctrl-C, so the engine saves what was created. */
  willFail(creator: Identity, id: string, outputs: object): void {
    this.settled.push(this.answerOf(creator, id, outputs));
  }

  /** A check has found problems, or a call fails. */
  failed(): void {
    failureOf(this.session).hasOccurred = true;
  }

  async watch<T>(call: () => Promise<T>): Promise<T> {
    this.settled.push(...this.answers.splice(0));
    try {
      return await call();
    } catch (error) {
      this.failed();
      throw error;
    }
  }

  private answerOf(creator: Identity, id: string, outputs: object): Answer {
    return { creator, ids: idsCreatedWith(id, outputs), at: this.session.clock.now() };
  }

  /**
   * Does nothing if nothing failed: then the program removes the tags. Things that the engine may not have saved keep
   * their tags and notes.
   */
  private async finish(): Promise<void> {
    const { session } = this;
    if (!failureOf(session).hasOccurred || session.writesStopped.signal.aborted) return;
    const latest = session.clock.now() - SETTLED_MS;
    // Waits that the end of the run breaks off fail later: the engine saves nothing of them.
    const settled = [...this.settled, ...this.answers.filter(({ at }) => at <= latest)];
    const saved = new Set(settled.flatMap(({ ids }) => ids));
    if (saved.size === 0) return;
    for (const { creator } of settled)
      session.intentLog.removeOrder(creator.owner, resourceHashOf(creator.urn));
    for (const id of saved) session.intentLog.addSaved(id);
    const options = { signal: AbortSignal.timeout(END_OF_RUN_MS) };
    await listThings(session.client, options)
      .then((things) => markSaved(session.client, things, saved, options))
      // The notes are enough on this computer, and nobody would read a message now.
      .catch(() => undefined);
  }
}

export const failedRunOf = perSession((session) => new FailedRun(session));
