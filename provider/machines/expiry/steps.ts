// Writes the end of a machine: its own tag, which is added after the answer of its create and changed in place.
import type { Tag } from '../../../api';
import { ForbiddenError, NotFoundError } from '../../../api/errors';
import type { TaggedCollection } from '../../../api/services/tags';
import { MOST_TAGS } from '../../../api/services/tags';
import type { Expiry } from '../../../core/expiryTag';
import { expiryTag, expiryTime, isExpiryTag } from '../../../core/expiryTag';
import { isPendingTag } from '../../../core/pendingTag';
import { addTag, removeTag } from '../../lifecycle/tags';
import type { Collection } from '../../polling/collection';
import type { Call } from '../../run/call';
import { UserFacingError } from '../../run/errors';
import type { Part, Step } from '../../schema/plan';
import { same } from '../../schema/derived/same';
import { hasUnknown } from '../../schema/unknown';
import type { Machine } from '../machine';
import type { ExpiryInputs } from './schema';
import { endOf } from './schema';

type Tagged = Pick<Machine, 'id' | 'tags' | 'created_at'>;

/** The end that a program gives a machine; undefined without one, `unknown` in a preview that does not know the inputs. */
export type DeclaredExpiry = Expiry | 'unknown' | undefined;

/** @param keepsOsVolume whether a delete leaves the operating-system volume; undefined while that is not known. */
export function declaredExpiry(
  machine: Pick<Tagged, 'id' | 'created_at'>,
  { maxRunDuration, onExpiry, hibernate }: ExpiryInputs,
  keepsOsVolume: boolean | undefined,
): DeclaredExpiry {
  if (hasUnknown([maxRunDuration, onExpiry, hibernate]) || keepsOsVolume === undefined) return 'unknown';
  const expiresAt = endOf(machine, maxRunDuration);
  return expiresAt === undefined
    ? undefined
    : {
        expiresAt,
        onExpiry: onExpiry ?? (hibernate ? 'hibernate' : 'delete'),
        ...{ keepsOsVolume, machineId: machine.id },
      };
}

const textOf = (expiry: Expiry | undefined): string | undefined => expiry && expiryTag(expiry).value;

/** Whether the tag of a machine is not what the program declares: it is missing, differs, is a copy, or is one too many. */
export const hasOtherExpiry = ({ tags }: Pick<Tagged, 'tags'>, wanted: Expiry | undefined): boolean =>
  tags.find(isExpiryTag)?.value !== textOf(wanted);

/** The step that gives a machine the declared end; none if it has it, and state says so. */
export function expirySteps<I extends ExpiryInputs, O>(
  collection: TaggedCollection,
  machine: Tagged,
  wanted: DeclaredExpiry,
  { maxRunDuration, onExpiry }: ExpiryInputs,
  state: ExpiryInputs,
): Step<I, O>[] {
  if (wanted === 'unknown') return [];
  const isWritten = hasOtherExpiry(machine, wanted);
  if (!isWritten && same([maxRunDuration, onExpiry], [state.maxRunDuration, state.onExpiry])) return [];
  // A cluster has no `onExpiry`: to set it to undefined changes nothing.
  const sets = { maxRunDuration, ...('onExpiry' in state || onExpiry ? { onExpiry } : {}) } as Part<I, O>;
  if (!isWritten) return [{ sets }];
  return [
    {
      says: wanted ? `setting its end to ${expiryTime(wanted.expiresAt)}` : 'removing its end',
      sets,
      run: (call) => writeExpiry(call, collection, machine, wanted),
    },
  ];
}

/** Removes the tag of a machine that is not the declared one, and adds that. */
export async function writeExpiry(
  call: Call,
  collection: TaggedCollection,
  { id, tags }: Pick<Tagged, 'id' | 'tags'>,
  wanted: Expiry | undefined,
): Promise<void> {
  const machines: Pick<Collection<{ readonly tags: readonly Tag[] }>, 'read' | 'invalidate'> = call.run[
    collection
  ];
  try {
    // The steps before may have changed its tags.
    const now = (await machines.read(id))?.tags ?? tags;
    const old = now.find(isExpiryTag);
    if (old?.value === textOf(wanted)) return;
    if (old) await removeTag(call, collection, id, old.id);
    else if (wanted && now.length >= MOST_TAGS) await makePlace(call, collection, id, now);
    if (wanted) await addTag(call, collection, id, expiryTag(wanted));
  } finally {
    machines.invalidate();
  }
}

/** The id of a resource in state needs no pending tag any more. */
async function makePlace(
  call: Call,
  collection: TaggedCollection,
  id: string,
  tags: readonly Tag[],
): Promise<void> {
  const pending = tags.find(isPendingTag);
  if (!pending || call.recorded.createdAt === undefined) throw new UserFacingError(`${noPlaceFor(id)}.`);
  await removeTag(call, collection, id, pending.id);
}

/** Why the tags of others leave no place for the end, without a full stop. */
export const noPlaceFor = (id: string): string =>
  `maxRunDuration needs a tag on ${id}, which has ${String(MOST_TAGS)} tags already, and that is the limit: remove one of them`;

/**
 * Writes the end of a machine that was ordered, before it is ready. If the cloud does not let it be tagged yet, the update
 * that follows its deployment writes it.
 */
export async function writeExpiryEarly(
  call: Call,
  collection: TaggedCollection,
  machine: Tagged,
  wanted: DeclaredExpiry,
): Promise<void> {
  if (!wanted || wanted === 'unknown') return;
  try {
    await writeExpiry(call, collection, machine, wanted);
  } catch (error) {
    if (!(error instanceof ForbiddenError || error instanceof NotFoundError)) throw error;
  }
}
