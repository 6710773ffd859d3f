import { attachedTo, isShared } from '../../../api/services/volumes';
import type { Volume } from '../../../api/index';
import { pendingTagOf, stackHashOf } from '../../../core/pendingTag';
import type { Problem } from '../../../core/validation/shape';
import type { Call } from '../../session/call';
import { perSession } from '../../session/perSession';
import type { InputValue, PlannedResource } from '../plan';
import { otherUser } from '../unique';

/** The inputs about shared volumes. */
interface Sharing {
  existingVolumes: string[];
  allowShutdown: boolean;
}

const explained = perSession(() => new Set<string>());

/**
 * Says that machines which share a volume are shut down in their create, except the first one. A startup script would
 * be cut off by that, so it needs `allowShutdown`.
 */
export async function attachedLater(
  plan: PlannedResource<Sharing>,
  hasStartupScript: boolean,
): Promise<Problem[]> {
  const { session } = plan.call;
  const problems = await Promise.all(
    plan.entries('existingVolumes').map(async (given): Promise<Problem[]> => {
      const volume = (await plan.find('volumes', session.volumes, given.value))?.found;
      if (!volume || !isShared(volume) || !(await isUsed(plan.call, given, volume))) return [];
      const { path } = given;
      const which = `the shared volume ${volume.name} (${volume.id})`;
      if (hasStartupScript && plan.at('allowShutdown') !== true) {
        return [
          {
            path,
            reason: `other machines use ${which} too, so this one is shut down once it runs, attached, and started again, which would cut off its startup script: set allowShutdown: true, or leave the script out`,
          },
        ];
      }
      if (!explained(session).has(volume.id)) {
        explained(session).add(volume.id);
        plan.warn({
          path,
          reason: `several machines use ${which}: only the first is deployed with it. The others are shut down once they run, attached, and started again; their first boot does not see it.`,
        });
      }
      return [];
    }),
  );
  return problems.flat();
}

/** Whether other machines use the volume. */
async function isUsed(call: Call, given: InputValue, volume: Volume): Promise<boolean> {
  if (otherUser(call, 'volume', given) !== undefined) return true;
  const { instances, knownIds } = call.session;
  const holders = await Promise.all(attachedTo(volume).map((id) => instances.read(id)));
  // A create takes over the machine of an interrupted run.
  const others = holders.filter(
    (holder) => holder !== undefined && pendingTagOf(holder)?.stack !== stackHashOf(call.urn),
  );
  // A single holder in state may be the machine that this one replaces.
  return others.length > 1 || others.some((holder) => holder !== undefined && !knownIds.has(holder.id));
}
