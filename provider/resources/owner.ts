import { randomBytes } from 'node:crypto';
import { NotFoundError } from '../../api/errors';
import { describeThing, holderOf, orphansOf, whyKept } from '../../core/orphans/orphans';
import { removeOrphan } from '../../core/orphans/removeOrphan';
import { stackHashOf } from '../../core/pendingTag';
import type { Call } from '../session/call';
import { patienceOf, untilListed } from '../lifecycle/createOnce/interruptedOrders';
import { defineResource } from '../schema/define';
import { resourceSchema } from '../schema/resourceSchema';
import { text } from '../schema/types';

/** The description of the owner. */
export const ownerSchema = resourceSchema({
  name: 'Owner',
  provider: 'owner',
  noun: 'owner',
  isInternal: true,
  doc:
    'The hidden resource of every stack. It is in state before anything billed is created, so its id distinguishes what ' +
    'an interrupted run left from what other stacks own, even if two people have local stacks of the same name.',
  example: 'new Owner(); // The SDK does it, once for each stack.',
  inputs: {
    stack: {
      type: text(),
      doc: "The prefix of the stack's URNs, `urn:pulumi:<stack>::<project>`; `pulumi stack rename` changes it.",
      onChange: 'in place',
      api: { none: 'The API knows no stacks.' },
    },
  },
  outputs: { owner: { type: text(), doc: 'A random id, made once for each state.', computed: true } },
});

/** The hidden owner of a stack: at the end of a run its orphans and pending tags are handled. */
export const owner = defineResource(ownerSchema, {
  timeouts: { create: 5, update: 5, delete: 20 },

  // State of an older version has no hash of the account: the next `up` adds it.
  isOutdated: ({ recorded }) => recorded.account === undefined,
  // `delete` looks for what interrupted runs left, and would find nothing in another account.
  isReached: ({ session, recorded }) => session.account.hasReached(recorded.account),

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

  /** The last delete of a stack: removes what interrupted runs of this stack left, and names everything else. */
  async delete(call, id, { stack = call.urn }) {
    const { client, intentLog } = call.session;
    await untilListed({ ...call, owner: id });
    // What is in state is deleted or kept as the program says, even if it still carries a pending tag.
    const orphans = (await orphansOf(client, call.requests)).filter(
      ({ tag, object }) => tag.owner === id && !call.session.volumesInState.has(object.id),
    );
    const stackHash = stackHashOf(stack);
    const going = orphans
      .filter((orphan) => whyKept(orphan, id, stackHash) === undefined)
      .map(({ object }) => object.id);
    await Promise.all(
      orphans.map(async (orphan) => {
        const holder = holderOf(orphan, going);
        const reason =
          whyKept(orphan, id, stackHash) ?? (holder && `It is attached to the ${holder}, which stays.`);
        const thing = describeThing(orphan);
        if (reason !== undefined) {
          call.warn(
            `The ${thing} stays and is billed. ${reason} If nobody needs it, remove it in the console.`,
          );
          return;
        }
        await removeOrphan(client, orphan, patienceOf(call));
        call.warn(`Removed the ${thing}, which an interrupted run had left. Its volumes are in the trash.`);
      }),
    );
    await Promise.all(intentLog.restores(id).map((volumeId) => nameRestored(call, id, volumeId)));
    intentLog.forget(id);
  },
});

/** Names a volume whose restore from the trash was interrupted. A person may have restored it, so it is not removed. */
async function nameRestored(call: Call, owner: string, volumeId: string): Promise<void> {
  const { client, intentLog } = call.session;
  try {
    const found = await client.volumes.get(volumeId, call.requests);
    if (!('deleted_at' in found) && !call.session.knownIds.has(volumeId)) {
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
