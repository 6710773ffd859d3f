import { attachedTo, isShared } from '../../../../api/services/volumes';
import type { Instance, Volume } from '../../../../api/index';
import { pendingTagOf, resourceHashOf } from '../../../../core/pendingTag';
import { nameIn } from '../../../../core/urn';
import type { Problem } from '../../../../core/validation/shape';
import type { Call } from '../../../run/call';
import { isAutomaticName } from '../../../schema/automaticName';
import type { PlannedResource } from '../../plan';
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
 * Says that machines which share a volume are shut down in their create, except the first one. That would interrupt a
 * startup script, so a machine with a script needs `allowShutdown`. Only `up` shows which machine is the first: before
 * that, each of them needs it.
 */
export async function checkAttachedLater(
  plan: PlannedResource<Sharing>,
  hasStartupScript: boolean,
): Promise<Problem[]> {
  const { run } = plan.call;
  const explained = run.once('explained shared volumes', () => new Set<string>());
  const isRefused = hasStartupScript && !plan.isUnknown('allowShutdown') && plan.at('allowShutdown') !== true;
  const problems = await Promise.all(
    plan.entries('existingVolumes').map(async (given): Promise<Problem[]> => {
      const volume = (await plan.find('volumes', run.volumes, given.value))?.found;
      if (!volume || !isShared(volume)) return [];
      const { path } = given;
      const which = `the shared volume ${nameAndId(volume)}`;
      const [isSharedHere, others] = sharers(plan, volume, isRefused);
      const named = others.map((urn) => refusalOf(path, which, JSON.stringify(nameIn(urn))));
      if (!isSharedHere && !(await isHeldByOthers(plan, volume))) {
        if (await mayBeRenamed(plan, volume)) plan.warn({ path, reason: ifRenamed(which, isRefused) });
        return [];
      }
      if (isRefused) {
        return [
          {
            path,
            reason: `other machines use ${which} too, so this one is shut down once it runs, attached, and started again${isSharedHere ? ', unless it is the first' : ''}. That would interrupt its startup script: set allowShutdown: true, or leave the script out`,
          },
          ...named,
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
      return named;
    }),
  );
  return problems.flat();
}

const refusalOf = (path: string, which: string, name: string): Problem => ({
  path,
  reason: `names ${which}, which ${name} uses too: only the first machine is deployed with it. If ${name} is not the first, it is shut down once it runs, attached, and started again. That would interrupt the startup script of ${name}: set allowShutdown: true there, or leave that script out`,
});

/**
 * Whether another resource of the program uses the volume, and the URNs of the machines checked before that may not be
 * shut down, each once. An `up` knows the first machine: the others have failed.
 */
function sharers(
  { call: { run, urn, isPreview } }: PlannedResource<Sharing>,
  { id }: Volume,
  isRefused: boolean,
): [isShared: boolean, refused: string[]] {
  const { program } = run;
  if (isPreview === false) return [program.earlierUser(urn, 'volume', id) !== undefined, []];
  const isSharedHere = program.hasOtherUser(urn, 'volume', id);
  const alone = run.once(`only machine so far with the volume ${id}`, () => new Set<string>());
  // If it is shared, the machine is refused by its own check.
  alone.delete(urn);
  const refused = [...alone];
  alone.clear();
  if (isRefused && !isSharedHere) alone.add(urn);
  return [isSharedHere, refused];
}

/** Whether machines hold the volume that are not this one. */
async function isHeldByOthers(plan: PlannedResource<Sharing>, volume: Volume): Promise<boolean> {
  const { instances } = plan.call.run;
  const holders = await Promise.all(attachedTo(volume).map((id) => instances.read(id)));
  return holders.some((holder) => holder !== undefined && !isOwn(plan, holder));
}

/** Whether a machine holds the volume of which only the name says that it is this one: the program may have renamed it. */
async function mayBeRenamed(plan: PlannedResource<Sharing>, volume: Volume): Promise<boolean> {
  const { instances, things } = plan.call.run;
  if (plan.replaced) return false;
  const holders = await Promise.all(attachedTo(volume).map((id) => instances.read(id)));
  return holders.some((holder) => holder && things.urnOf(holder.id) === undefined && !pendingTagOf(holder));
}

const ifRenamed = (which: string, isRefused: boolean): string =>
  `names ${which}, which a machine with the host name of this one holds. If this resource was renamed in the program, that ` +
  'machine is deleted last: the new one is shut down once it runs, attached, and started again' +
  (isRefused
    ? '. That would interrupt its startup script, so it would fail without allowShutdown: true'
    : '');

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
