import type { Volume } from '../../api';
import {
  orderOf,
  pendingName,
  pendingTag,
  restoreMeaning,
  PENDING,
  pendingTagIdOf,
  pendingTagOf,
} from '../../core/pendingTag';
import { omitUndefined, pick } from '../../core/values/omitUndefined';
import { adopt, differencesFrom } from '../lifecycle/adopt';
import type { BillableKind, Created } from '../lifecycle/createOnce/billable';
import { createOnce } from '../lifecycle/createOnce/createOnce';
import { onceVolumeIsFree, waitUntilDeleted } from '../lifecycle/removeVolume';
import { declaredTagKeys, addTag, withPendingTag } from '../lifecycle/tags';
import { writeField } from '../schema/derived/fields';
import { meaningOfOrder, requestFrom } from '../schema/derived/mapping';
import type { ResourceSchema } from '../schema/resourceSchema';
import type { Call } from '../run/call';
import type { VolumeInputs } from './schema';
import { volumeSchema } from './schema';
import { CloudComputeError, ForbiddenError, NotFoundError } from '../../api/errors';
import { isGoing, isGone, unlessGone } from '../../core/statuses';
import { DeadlineError } from '../polling/deadline';
import { waitFor } from '../lifecycle/waiting/waitFor';
import { formatDuration } from '../../core/values/duration';
import type { StatusRule } from '../polling/statusRule';
import { untilReady } from '../polling/statusRule';
import { nameAndId } from '../checks/messages';

/** How `createOnce` orders and recognizes a volume. */
export const billableVolume = (call: Call, inputs: VolumeInputs): BillableKind<Volume> => ({
  noun: 'volume',
  collection: call.run.volumes,
  path: 'volumes',
  order: orderOf(call, {
    whenOrphaned: call.keep ? 'keep' : 'drop',
    meaning: meaningOfOrder(volumeSchema, inputs),
  }),
  tagKeys: declaredTagKeys(inputs),
  fits: ({ size }) => size <= inputs.size,
});

/** The inputs that the order of a copy carries; check refuses others that only an order sends with `sourceVolumeId`. */
const COPIED = ['type', 'locationCode'] as const;

/** The given inputs that only the order of an empty volume carries. */
export const notCopied = ({ inputs }: ResourceSchema, given: object): string[] =>
  Object.keys(omitUndefined(given)).filter((name) => {
    const input = inputs[name];
    const isOrdered = input?.onChange === 'replace' || input?.onChange === 'creation only';
    return isOrdered && writeField(input) !== undefined && !COPIED.some((copied) => copied === name);
  });

/** Adopts, restores, copies or orders a volume, as the inputs say. */
export async function obtainVolume(call: Call, inputs: VolumeInputs): Promise<Created<Volume>> {
  const billable = billableVolume(call, inputs);
  const { adoptId, restoreVolumeId, sourceVolumeId } = inputs;
  if (adoptId !== undefined)
    return adopt(call, billable, adoptId, (found) => differencesFrom(volumeSchema, found, inputs));
  if (restoreVolumeId !== undefined) return restoreVolume(call, restoreVolumeId);
  const { volumes } = call.run.client;
  if (sourceVolumeId === undefined)
    return createOnce(call, billable, (tagAt) =>
      volumes.create(
        (...sent) => ({
          ...requestFrom(volumeSchema, { ...inputs, name: inputs.name ?? call.name }),
          tags: withPendingTag(tagAt(...sent), inputs.tags),
        }),
        call.requests,
      ),
    );
  // The API takes no tags with the order of a copy: the name carries the pending tag until the copy is ready.
  return createOnce(call, billable, (tagAt) =>
    onceVolumeIsFree(call, sourceVolumeId, () =>
      volumes.clone(
        (...sent) => ({
          id: sourceVolumeId,
          name: pendingName(tagAt(...sent).value),
          ...pick(inputs, COPIED),
        }),
        call.requests,
      ),
    ),
  );
}

/**
 * Restores a volume from the trash, unless an interrupted run has done so already. Volumes in the trash take no tags,
 * so the intent log holds the id until the volume carries its pending tag.
 */
export async function restoreVolume(call: Call, id: string): Promise<Created<Volume>> {
  const { client, clock, intentLog, known, volumes } = call.run;
  const found = await volumes.get(id);
  const isInTrash = !found || isDeleted(found);
  if (found && isInTrash && !isGone(found)) await waitUntilDeleted(call, id);
  if (isInTrash) {
    intentLog.addRestore(call.owner, id);
    try {
      await client.volumes.perform({ action: 'restore', id }, call.requests);
    } catch (error) {
      if (error instanceof CloudComputeError && !error.mayHaveArrived)
        intentLog.removeRestore(call.owner, id);
      if (!(await isRestored(call, id, error))) throw error;
    }
  }
  if (isInTrash || intentLog.restoresOf(call.owner).includes(id)) await addPendingTag(call, id);
  volumes.invalidate();
  known.add(id);
  return { id, at: clock.now() };
}

/** Whether a request whose reply was lost has restored the volume: then the cloud refuses the repeated request. */
async function isRestored({ run, requests }: Call, id: string, error: unknown): Promise<boolean> {
  if (!(error instanceof ForbiddenError && error.mayHaveArrived)) return false;
  const found = await unlessGone(run.client.volumes.get(id, requests));
  return found !== undefined && !isGoing(found);
}

async function addPendingTag(call: Call, id: string): Promise<void> {
  const { clock, intentLog } = call.run;
  const order = orderOf(call, {
    // It was in the trash before, so as an orphan it returns to the trash.
    whenOrphaned: call.keep ? 'keep' : 'trash',
    meaning: restoreMeaning(id),
  });
  try {
    // The time tells the tag from that of an earlier restore, which the state of a later run records.
    await addTag(call, 'volumes', id, pendingTag(order, clock.now()));
    intentLog.removeRestore(call.owner, id);
  } catch (error) {
    // A volume with ten tags cannot take another one: then only the program and the intent log record the restore.
    if (!(error instanceof ForbiddenError || error instanceof NotFoundError)) throw error;
  }
}

// A copy takes hours and is billed from the start, so a copy that nobody waits for is cancelled.

/** How long the cloud may take to drop a cancelled copy, in ms. */
const CANCEL_MS = 5 * 60_000;

/** A copy was cancelled, and nothing of it is left. */
export class CopyCancelledError extends Error {
  override readonly name = 'CopyCancelledError';
}

/** A copy could not be cancelled. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

/** Whether a copy still has the temporary name of its order. */
export const hasPendingName = ({ name }: Volume): boolean => pendingTagOf({ tags: [], name }) !== undefined;

/**
 * Waits for a copy. At the deadline, or when the engine has exited, it cancels the copy, so that no half-made copy stays
 * billed.
 *
 * @throws CopyCancelledError when the copy was cancelled; CopyError when that failed, so that the copy still exists.
 */
export async function finishCopy(call: Call, id: string, sourceId: string): Promise<Volume> {
  const { run } = call;
  const started = run.clock.now();
  try {
    return await waitUntilReady(call, id, 'cloning');
  } catch (error) {
    const isLate = error instanceof DeadlineError;
    if (!isLate && !run.phase.stopped.aborted) throw error;
    const elapsed = formatDuration(run.clock.now() - started);
    await run.phase.mustFinish(cancel(call, id, error as Error));
    const advice = isLate
      ? 'Give it more time with customTimeouts: { create: "6h" }, then run `pulumi up` again.'
      : 'Run `pulumi up` again for another copy.';
    throw new CopyCancelledError(
      `The copy of the volume ${sourceId} was still under way after ${elapsed}. It was cancelled, and nothing of it ` +
        `stays. ${advice}`,
      { cause: error },
    );
  }
}

/** @param why the wait ended, for the error if cancelling fails too. */
async function cancel(call: Call, id: string, why: Error): Promise<void> {
  const { client, clock, phase, volumes } = call.run;
  try {
    await client.volumes.perform({ action: 'cancel', id }, { takesBack: true });
    volumes.invalidate();
    if (phase.stopped.aborted) return;
    await waitFor(call, volumes, id, 'cancelling the copy', isCancelled, {
      deadline: clock.now() + CANCEL_MS,
    });
  } catch (error) {
    throw new CopyError(`${why.message} Cancelling the copy ${id} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

const isCancelled = (found: Volume | undefined) =>
  !found || found.status === 'canceled'
    ? ({ state: 'done', value: found } as const)
    : ({ state: 'waiting', status: found.status } as const);

/** Moves the pending tag of a copy from its name to its tags; then the name can change. */
export async function movePendingTagFromName(call: Call, found: Volume): Promise<void> {
  const tag = pendingTagOf(found);
  if (!tag || pendingTagIdOf(found) !== undefined) return;
  await addTag(call, 'volumes', found.id, { key: PENDING, value: tag.text });
  call.run.volumes.invalidate();
}

/** The statuses of a volume (States and transitions). With any other status, a change is under way. */
const STATUSES: StatusRule = {
  ready: ['detached', 'attached', 'created', 'exported'],
  failed: ['canceling', 'canceled'],
  gone: ['deleting', 'deleted'],
};

export const isReady = ({ status }: Volume): boolean => STATUSES.ready.includes(status);

/** Whether it is in the trash, or about to be. */
export const isDeleted = ({ status }: Volume): boolean => STATUSES.gone.includes(status);

/** A volume can no longer become usable. */
export class VolumeError extends Error {
  override readonly name = 'VolumeError';
}

const lostError = (found: Volume | undefined, id: string): Error =>
  new VolumeError(
    found
      ? `The volume ${nameAndId(found)} is ${found.status}: it cannot become usable any more.`
      : `The volume ${id} is gone.`,
  );

/** Waits until a volume is usable; throws a VolumeError if it can no longer become usable. */
export async function waitUntilReady(call: Call, id: string, doing: string): Promise<Volume> {
  const found = await waitFor(
    call,
    call.run.volumes,
    id,
    doing,
    untilReady(STATUSES, (object) => lostError(object, id)),
  );
  if (!found) throw lostError(undefined, id);
  return found;
}

/** Reads a volume, and waits if it is not ready yet. */
export async function readReady(call: Call, id: string): Promise<Volume> {
  const found = await call.run.volumes.read(id);
  return found && isReady(found) ? found : waitUntilReady(call, id, 'waiting until it is ready');
}
