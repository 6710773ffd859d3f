import { randomBytes } from 'node:crypto';
import { leftoversOf, removeLeftover, wordFor } from '../../core/orphans';
import type { ChangeRules } from '../changes';
import { patienceOf, untilListed } from '../createOnce';
import { defineResource } from '../resource';

/** An owner takes nothing from the program. */
export type OwnerInputs = Record<string, never>;

/** What tells one stack's state from every other. */
export interface OwnerOutputs {
  /** A random id, made once per state. */
  owner: string;
}

const changes: ChangeRules<OwnerInputs> = {};

/**
 * One hidden resource of every stack that is billed for something. It is in state before anything billed is created,
 * so what a crash leaves behind can be told from what other stacks own, two people's local stacks of the same name
 * included.
 */
export const owner = defineResource<OwnerInputs, OwnerOutputs>({
  name: 'Owner',
  noun: 'owner',
  timeouts: { create: 5, update: 5, delete: 20 },
  shapes: {},
  changes,

  // Stacks of before there were hashes are guarded from their next `up` on.
  isOutdated: (_call, { __account: account }) => account === undefined,
  // What is asked for when the stack is destroyed is what interrupted runs left: in another account nothing is found.
  isReached: ({ session }, { __account: account }) => session.account.hasReached(account),

  create() {
    const id = randomBytes(6).toString('hex');
    return Promise.resolve({ id, outputs: { owner: id } });
  },

  read(_call, id) {
    return Promise.resolve({ inputs: {}, outputs: { owner: id } });
  },

  update(_call, id) {
    return Promise.resolve({ outputs: { owner: id } });
  },

  /** The last of a stack to go: what an interrupted run left behind goes with it. */
  async delete(call, id) {
    const { client, intentLog } = call.session;
    await untilListed({ ...call, owner: id });
    const leftovers = await leftoversOf(client, id, call.requests);
    await Promise.all(
      leftovers.map(async (leftover) => {
        const word = wordFor(leftover);
        if (leftover.mark.unclaimed === 'keep') {
          call.warn(`An interrupted run left the ${word} behind, to be kept: it stays and is still billed.`);
          return;
        }
        // All that was in state is gone by now: nobody has used it.
        await removeLeftover(client, leftover, patienceOf(call), true);
        call.warn(`Removed the ${word}, which an interrupted run had left behind.`);
      }),
    );
    intentLog.forget(id);
  },
});
