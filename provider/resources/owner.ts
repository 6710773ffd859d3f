import { randomBytes } from 'node:crypto';
import { NotFoundError } from '../../api/errors';
import { text } from '../../core/validation/shape';
import type { Orphan } from '../../core/orphans';
import { describeThing, orphansOf, whyKept } from '../../core/orphans';
import { removeOrphan } from '../../core/removeOrphan';
import { stackHashOf } from '../../core/pendingTag';
import { attachedTo } from '../machines/attachments';
import type { Call } from '../session/call';
import type { ChangeRules } from '../schema/rules';
import { update } from '../schema/rules';
import { patienceOf, untilListed } from '../lifecycle/createOnce/interruptedOrders';
import { defineResource } from '../schema/define';

/** What the SDK tells of the stack. */
export interface OwnerInputs {
  /** The URN's prefix, `urn:pulumi:<stack>::<project>`. On change: stored, e.g. after `pulumi stack rename`. */
  stack?: string;
}

/** What tells one stack's state from every other. */
export interface OwnerOutputs {
  /** A random id, made once per state. */
  owner: string;
}

const changes: ChangeRules<OwnerInputs> = { stack: update };

/**
 * One hidden resource of every stack that is billed for something. It is in state before anything billed is created,
 * so what a crash leaves behind can be told from what other stacks own, two people's local stacks of the same name
 * included.
 */
export const owner = defineResource<OwnerInputs, OwnerOutputs>({
  name: 'Owner',
  noun: 'owner',
  timeouts: { create: 5, update: 5, delete: 20 },
  shapes: { stack: text() },
  changes,

  // Stacks of before there were hashes are guarded from their next `up` on.
  isOutdated: (_call, { __account: account }) => account === undefined,
  // What is asked for when the stack is destroyed is what interrupted runs left: in another account nothing is found.
  isReached: ({ session }, { __account: account }) => session.account.hasReached(account),

  create() {
    const id = randomBytes(6).toString('hex');
    return Promise.resolve({ id, outputs: { owner: id } });
  },

  read(_call, id, { stack }) {
    return Promise.resolve({ inputs: stack === undefined ? {} : { stack }, outputs: { owner: id } });
  },

  update(_call, id) {
    return Promise.resolve({ outputs: { owner: id } });
  },

  /** The last of a stack to go: what interrupted runs of this stack left goes with it, and all else is named. */
  async delete(call, id, { stack = call.urn }) {
    const { client, intentLog } = call.session;
    await untilListed({ ...call, owner: id });
    // What a state has shown goes or stays as its program says, also where a killed run left its tags on.
    const orphans = (await orphansOf(client, call.requests)).filter(
      ({ tag, object }) => tag.owner === id && !call.session.volumesInState.has(object.id),
    );
    const going = orphans.filter((orphan) => whyKept(orphan, id, stackHashOf(stack)) === undefined);
    await Promise.all(
      orphans.map(async (orphan) => {
        const reason = whyKept(orphan, id, stackHashOf(stack)) ?? whoHolds(orphan, going);
        const word = describeThing(orphan);
        if (reason !== undefined) {
          call.warn(
            `The ${word} stays and is billed. ${reason} If nobody needs it, remove it in the console.`,
          );
          return;
        }
        await removeOrphan(client, orphan, patienceOf(call));
        call.warn(`Removed the ${word}, which an interrupted run had left. Its volumes are in the trash.`);
      }),
    );
    await Promise.all(intentLog.restores(id).map((volumeId) => nameRestored(call, id, volumeId)));
    intentLog.forget(id);
  },
});

/** Why a volume stays that a machine holds which stays, in a sentence. */
function whoHolds({ collection, object }: Orphan, going: readonly Orphan[]): string | undefined {
  if (collection !== 'volumes') return undefined;
  const holder = attachedTo(object).find((id) => !going.some((orphan) => orphan.object.id === id));
  return holder === undefined ? undefined : `It is attached to the instance ${holder}, which stays.`;
}

/** A run was interrupted right after it had a volume taken back from the trash: a person may have done so as well. */
async function nameRestored(call: Call, owner: string, volumeId: string): Promise<void> {
  const { client, intentLog } = call.session;
  try {
    const found = await client.volumes.get(volumeId, call.requests);
    if (!('deleted_at' in found) && !call.session.met.has(volumeId)) {
      call.warn(
        `The volume ${found.name} (${volumeId}) was taken back from the trash by a run that was interrupted. It stays and ` +
          'is billed. If nobody needs it, delete it in the console.',
      );
    }
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  intentLog.restored(owner, volumeId);
}
