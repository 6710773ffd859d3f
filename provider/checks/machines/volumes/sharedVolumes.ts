import { attachedTo, isShared } from '../../../../api/services/volumes';
import type { Instance, Volume } from '../../../../api/index';
import { pendingTagOf, resourceHashOf } from '../../../../core/pendingTag';
import type { Problem } from '../../../../core/validation/shape';
import type { Call } from '../../../run/call';
import { isAutomaticName } from '../../../schema/automaticName';
import type { InputValue, PlannedResource } from '../../plan';
import { hostnameFrom } from '../hostname';
import { nameAndId } from '../../messages';

/** The inputs about shared volumes. */
interface Sharing {
  existingVolumes: string[];
  allowShutdown: boolean;
  awaitReady: boolean;
  hostname: string;
}

/**
 * Says that machines which share a volume are shut down in their create, except the first one. That would
 * interrupt a startup script, so a machine with a script needs `allowShutdown`.
 */
export async function checkAttachedLater(
  plan: PlannedResource<Sharing>,
  hasStartupScript: boolean,
): Promise<Problem[]> {
  const { run } = plan.call;
  const explained = run.once('explained shared volumes', () => new Set<string>());
  const problems = await Promise.all(
    plan.entries('existingVolumes').map(async (given): Promise<Problem[]> => {
      const volume = (await plan.find('volumes', run.volumes, given.value))?.found;
      if (!volume || !isShared(volume) || !(await isUsed(plan, given, volume))) return [];
      const { path } = given;
      const which = `the shared volume ${nameAndId(volume)}`;
      if (hasStartupScript && plan.at('allowShutdown') !== true) {
        return [
          {
            path,
            reason: `other machines use ${which} too, so this one is shut down once it runs, attached, and started again. That would interrupt its startup script: set allowShutdown: true, or leave the script out`,
          },
        ];
      }
      if (!explained.has(volume.id)) {
        explained.add(volume.id);
        const isLeftToGate = plan.at('awaitReady') === false;
        const byGate = isLeftToGate
          ? ' With awaitReady: false, their gate (InstancesReady, Fleet) does that.'
          : '';
        plan.warn({
          path,
          reason: `several machines use ${which}: only the first is deployed with it. The others are shut down once they run, attached, and started again: at their first boot, the volume is missing.${byGate}`,
        });
      }
      return [];
    }),
  );
  return problems.flat();
}

/** Whether other machines use the volume. */
async function isUsed(plan: PlannedResource<Sharing>, given: InputValue, volume: Volume): Promise<boolean> {
  if (plan.call.run.program.earlierUser(plan.call.urn, 'volume', given.value)) return true;
  const { instances } = plan.call.run;
  const holders = await Promise.all(attachedTo(volume).map((id) => instances.read(id)));
  return holders.some((holder) => holder !== undefined && !isOwn(plan, holder));
}

/**
 * Whether a machine is this one, ordered by an interrupted run, or the machine that it replaces. A forced
 * replacement shows no id of the old machine: then only the name identifies it.
 */
export function isOwn(
  { call, inputs }: { readonly call: Call; readonly inputs: object },
  { id, hostname, tags }: Instance,
): boolean {
  const urn = call.run.things.urnOf(id);
  if (urn !== undefined) return urn === call.urn;
  const tag = pendingTagOf({ tags });
  if (tag) return tag.resource === resourceHashOf(call.urn);
  const declared = (inputs as { readonly hostname?: unknown }).hostname;
  return hostname === declared || isAutomaticName(hostnameFrom(call.name), hostname);
}
