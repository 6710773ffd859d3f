import { randomBytes } from 'node:crypto';
import { warningsAtDestroy } from '../../core/orphans/orphanWarnings';
import { stackHashOf } from '../../core/pendingTag';
import { removeLeftUnbilled } from '../lifecycle/unbilled/interruptedUnbilled';
import { removeOrphans } from '../lifecycle/createOnce/removeOrphans';
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
    'The hidden resource of every stack. It is in state before anything billed is created, so its id distinguishes the ' +
    'orphans of this stack from resources of other stacks, even if two people have local stacks of the same name.',
  inputs: {
    stack: {
      type: text(),
      doc: "The prefix of the stack's URNs, `urn:pulumi:<stack>::<project>`; `pulumi stack rename` changes it.",
      onChange: 'in place',
      api: { none: 'The API has no stacks.' },
    },
  },
  outputs: { owner: { type: text(), doc: 'A random id, made once for each state.', computed: true } },
});

/** The hidden owner of a stack: at the end of a run its orphans and pending tags are handled. */
export const owner = defineResource(ownerSchema, {
  timeouts: { create: 5, update: 5, delete: 20 },

  // `delete` looks for orphans of interrupted runs, and would not find them in another account.
  isReached: ({ run, recorded }) => run.account.isReachable(recorded.account),

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

  /** The last delete of a stack: removes the orphans of this stack, or says why one of them stays. */
  async delete(call, id, { stack = call.urn }) {
    const { intentLog, known } = call.run;
    const stackHash = stackHashOf(stack);
    await removeLeftUnbilled(call, id);
    const { things, orphans } = await removeOrphans(
      call,
      id,
      stackHash,
      ({ object }) => !known.isInState(object.id),
    );
    const ids = new Set([...known.ids, ...orphans.map(({ object }) => object.id)]);
    const run = { owner: id, stackHash, ids, log: intentLog };
    for (const text of warningsAtDestroy(things, run)) call.warn(text);
    for (const volumeId of intentLog.restoresOf(id)) intentLog.removeRestore(id, volumeId);
    intentLog.removeOrders(id);
  },
});
