// Removes what interrupted runs of a stack have ordered and no state has.
import type { FoundOrphans, Orphan } from '../../../core/orphans/orphans';
import { describeThing, findOrphans, holderOf, volumesAmong, whyKept } from '../../../core/orphans/orphans';
import type { Call } from '../../run/call';
import { untilListed } from './interruptedOrders';
import { removeWithUnusedVolumes, warnOfRemoval } from './removal';

/**
 * Removes the orphans of an owner, and names the orphans that must stay.
 *
 * @param owner the owner in their pending tags.
 * @param stackHash the hash of the stack in their pending tags.
 * @param isOrphan whether no state has it. What is in state is deleted or kept as the program says.
 * @returns everything that it found, and the orphans that were removed, or named with the reason why they stay.
 */
export async function removeOrphans(
  call: Call,
  owner: string,
  stackHash: string,
  isOrphan: (orphan: Orphan) => boolean,
): Promise<FoundOrphans> {
  const { client, intentLog } = call.run;
  await untilListed(call, owner);
  const found = await findOrphans(client, call.run.posts, call.requests);
  const volumes = volumesAmong(found.things);
  const orphans = found.orphans.filter((orphan) => orphan.tag.owner === owner && isOrphan(orphan));
  const whyItStays = (orphan: Orphan) =>
    whyKept(orphan, owner, stackHash, intentLog.isSaved(orphan.object.id));
  const going = orphans.filter((orphan) => whyItStays(orphan) === undefined).map(({ object }) => object.id);
  await Promise.all(
    orphans.map(async (orphan) => {
      const holder = holderOf(orphan, going);
      const reason = whyItStays(orphan) ?? (holder && `It is attached to the ${holder}, which stays.`);
      if (reason !== undefined) {
        call.warn(
          `The ${describeThing(orphan)} stays and is billed. ${reason} If nobody needs it, remove it in the console.`,
        );
        return;
      }
      warnOfRemoval(call, orphan, 'left', await removeWithUnusedVolumes(call, orphan, volumes));
    }),
  );
  return { ...found, orphans };
}
