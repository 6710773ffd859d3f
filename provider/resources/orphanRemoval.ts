import { randomBytes } from 'node:crypto';
import { postOf, stackHashOf } from '../../core/pendingTag';
import { isInSomeState } from '../lifecycle/createOnce/billable';
import { removeLeftUnbilled } from '../lifecycle/unbilled/interruptedUnbilled';
import { removeOrphans } from '../lifecycle/createOnce/removeOrphans';
import { defineResource } from '../schema/define';
import { resourceSchema } from '../schema/resourceSchema';
import { text } from '../schema/types';

/** The description of the removal of orphans. */
export const orphanRemovalSchema = resourceSchema({
  name: 'OrphanRemoval',
  provider: 'orphanRemoval',
  noun: 'removal of orphans',
  onlyInPlugin: true,
  doc:
    'Removes the orphans of this stack when it is deleted, for example by `pulumi destroy`: machines and volumes that an ' +
    'interrupted run ordered and that are in no state. It removes only what the notes of this computer in ' +
    '`~/.pulumi/cloud-compute` prove; the end of a run names the others. Let the other resources depend on it.',
  inputs: {},
  outputs: {
    owner: {
      type: text(),
      doc: 'Identifies the orders of the provider that was in use when this resource was created.',
      computed: true,
    },
  },
});

/** A plugin is not asked to delete its provider, so a declared resource does what the hidden owner does otherwise. */
export const orphanRemoval = defineResource(orphanRemovalSchema, {
  timeouts: { create: 5, update: 5, delete: 20 },

  // Its `delete` finds nothing in another account.
  isReached: ({ run, recorded }) => run.account.isReachable(recorded.account),

  create({ owner }) {
    return Promise.resolve({ id: randomBytes(6).toString('hex'), outputs: { owner } });
  },

  read(call, _id, { owner = call.owner }) {
    return Promise.resolve({ inputs: {}, outputs: { owner } });
  },

  update(call, _id, { owner = call.owner }) {
    return Promise.resolve({ outputs: { owner } });
  },

  async delete(call, _id, state) {
    const { intentLog } = call.run;
    const stackHash = stackHashOf(call.urn);
    // An upgrade of the plugin may have given the provider another id since.
    for (const owner of new Set([state.owner ?? call.owner, call.owner])) {
      await removeLeftUnbilled(call, owner);
      // An answered order may be in state, also if this run does not delete it (`retainOnDelete`).
      const unanswered = new Set(intentLog.orders(owner).map(({ resource }) => resource));
      const { orphans } = await removeOrphans(
        call,
        owner,
        stackHash,
        ({ object, tag }) =>
          (unanswered.has(tag.resource) || call.run.posts.isOpen(postOf(tag) ?? '')) &&
          !isInSomeState(call.run, object.id, tag),
      );
      for (const { tag } of orphans) intentLog.removeOrder(owner, tag.resource);
    }
  },
});
