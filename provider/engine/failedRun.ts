// If a resource fails, the engine ends the program when the calls under way are answered. The program then leaves the
// pending tags of what was created last, although the engine has saved it.
import { listThings } from '../../core/orphans/orphans';
import type { Identity } from '../../core/pendingTag';
import { resourceHashOf } from '../../core/pendingTag';
import { idsCreatedWith } from '../../core/orphans/volumesInState';
import { markSaved } from '../lifecycle/createOnce/pendingTagsInState';
import { END_OF_RUN_MS } from '../run/engineConnection';
import type { Answer } from '../run/phase';
import type { Run } from '../run/run';

/** After a second Ctrl-C, which ends a run before the engine has saved the last answers, the plugin ends within this time. */
const SETTLED_MS = 5_000;

/** A create is about to be answered. */
export function willAnswer(run: Run, creator: Identity, id: string, outputs: object): void {
  run.phase.answers.push(answerOf(run, creator, id, outputs));
}

/** A create is about to fail. This failure ends the run, and not a Ctrl-C, so the engine saves what was created. */
export function willFail(run: Run, creator: Identity, id: string, outputs: object): void {
  run.phase.savedAnswers.push(answerOf(run, creator, id, outputs));
}

const answerOf = ({ clock }: Run, creator: Identity, id: string, outputs: object): Answer => ({
  creator,
  ids: idsCreatedWith(id, outputs),
  at: clock.now(),
});

/** Makes a call, and records whether it fails. */
export async function watched<T>(run: Run, call: () => Promise<T>): Promise<T> {
  const { phase } = run;
  run.once('end of the failed run', () => phase.atEnd.push(() => finish(run)));
  phase.savedAnswers.push(...phase.answers.splice(0));
  try {
    return await call();
  } catch (error) {
    phase.hasFailed = true;
    throw error;
  }
}

/**
 * Does nothing if nothing failed: then the program removes the tags. Things that the engine may not have saved keep
 * their tags and notes.
 */
async function finish({ client, clock, intentLog, phase }: Run): Promise<void> {
  if (!phase.hasFailed || phase.stopped.aborted) return;
  const latest = clock.now() - SETTLED_MS;
  // Waits that the end of the run breaks off fail later: the engine saves nothing of them.
  const settled = [...phase.savedAnswers, ...phase.answers.filter(({ at }) => at <= latest)];
  const saved = new Set(settled.flatMap(({ ids }) => ids));
  if (saved.size === 0) return;
  for (const { creator } of settled) intentLog.removeOrder(creator.owner, resourceHashOf(creator.urn));
  for (const id of saved) intentLog.addSaved(id);
  const options = { signal: AbortSignal.timeout(END_OF_RUN_MS) };
  await listThings(client, options)
    .then((things) => markSaved(client, things, saved, options))
    // The notes are enough on this computer, and nobody would read a message now.
    .catch(() => undefined);
}
