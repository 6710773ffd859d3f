import { attachedTo, isShared } from '../../api/services/volumes';
import type { Instance, Volume } from '../../api/index';
import { pendingTagOf, resourceHashOf } from '../../core/pendingTag';
import { nameIn } from '../../core/urn';
import type { Problem } from '../../core/validation/shape';
import type { Call } from '../run/call';
import { UNKNOWN } from '../schema/unknown';
import { isAutomaticName } from '../schema/resourceSchema';
import type { PlannedResource } from '../checks/plan';
import { hostnameFrom } from '../checks/machines/hostname';
import { nameAndId } from '../checks/messages';

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
  const { run, urn, isPreview } = plan.call;
  const isRefused = hasStartupScript && !plan.isUnknown('allowShutdown') && plan.at('allowShutdown') !== true;
  const problems = await Promise.all(
    plan.entries('existingVolumes').map(async ({ path, value: id }): Promise<Problem[]> => {
      const volume = (await plan.find('volumes', run.volumes, id))?.found;
      if (!volume || !isShared(volume)) return [];
      const which = `the shared volume ${nameAndId(volume)}`;
      const isUsed =
        isPreview === false
          ? run.program.earlierUser(urn, 'volume', id) !== undefined
          : run.program.hasOtherUser(urn, 'volume', id);
      const refused = refusedBefore(plan, id, isUsed, isRefused);
      if (isUsed || (await isHeldByOthers(plan, volume)))
        return problemsOf(plan, { path, which, id, isUsed, isRefused, refused });
      if (await mayBeRenamed(plan, volume)) plan.warn({ path, reason: ifRenamed(which, isRefused) });
      return [];
    }),
  );
  const unknown = newSharedVolume(plan);
  if (unknown) {
    const { urn: id, isUsed } = unknown;
    const refused = refusedBefore(plan, id, isUsed, isRefused);
    const which = `the new shared volume ${JSON.stringify(nameIn(id))}`;
    if (isUsed)
      problems.push(problemsOf(plan, { path: 'existingVolumes', which, id, isUsed, isRefused, refused }));
  }
  return problems.flat();
}

interface SharedVolume {
  readonly path: string;
  readonly which: string;
  readonly id: string;
  /** Whether another resource of the program uses it. */
  readonly isUsed: boolean;
  /** Whether this machine may not be shut down. */
  readonly isRefused: boolean;
  /** The URNs of other machines that may not be shut down. */
  readonly refused: readonly string[];
}

function problemsOf(
  plan: PlannedResource<Sharing>,
  { path, which, id, isUsed, isRefused, refused }: SharedVolume,
): Problem[] {
  const named = refused.map((urn) => refusalOf(path, which, JSON.stringify(nameIn(urn))));
  if (isRefused) {
    return [
      {
        path,
        reason: `other machines use ${which} too, so this one is shut down once it runs, attached, and started again${isUsed ? ', unless it is the first' : ''}. That would interrupt its startup script: set allowShutdown: true, or leave the script out`,
      },
      ...named,
    ];
  }
  const explained = plan.call.run.once('explained shared volumes', () => new Set<string>());
  if (!explained.has(id)) {
    explained.add(id);
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
}

const refusalOf = (path: string, which: string, name: string): Problem => ({
  path,
  reason: `names ${which}, which ${name} uses too: only the first machine is deployed with it. If ${name} is not the first, it is shut down once it runs, attached, and started again. That would interrupt the startup script of ${name}: set allowShutdown: true there, or leave that script out`,
});

/**
 * The URNs of the machines checked before that use the volume and may not be shut down, each once, and only if it is
 * shared. An `up` knows the first machine: the others have failed.
 */
function refusedBefore(
  { call: { run, urn, isPreview } }: PlannedResource<Sharing>,
  id: string,
  isUsed: boolean,
  isRefused: boolean,
): string[] {
  if (isPreview === false) return [];
  const alone = run.once(`machines that share ${id}`, () => new Set<string>());
  // If it is shared, the machine is refused by its own check.
  alone.delete(urn);
  const refused = isUsed ? [...alone] : [];
  for (const one of refused) alone.delete(one);
  if (isRefused && !isUsed) alone.add(urn);
  return refused;
}

/**
 * The only new shared volume of the program, if this machine names new volumes, and whether all machines that do so must
 * share it, because there are too few others. The program does not tell a native plugin where an unknown value comes from.
 */
function newSharedVolume(
  plan: PlannedResource<Sharing>,
): { readonly urn: string; readonly isUsed: boolean } | undefined {
  const { program } = plan.call.run;
  if (plan.call.isPreview !== undefined || !plan.items('existingVolumes').includes(UNKNOWN)) return undefined;
  const volumes = program.ofType('Volume').filter(([, { isNew }]) => isNew);
  const [shared, ...others] = volumes.filter(([, { inputs }]) => {
    const { type } = inputs as { readonly type?: string };
    return type !== undefined && isShared({ type: type as Volume['type'] });
  });
  if (!shared || others.length > 0) return undefined;
  const counts = [...program.ofType('Instance'), ...program.ofType('Cluster')]
    .map(([, { inputs }]) => (inputs as Partial<Sharing>).existingVolumes)
    .map((ids) => (Array.isArray(ids) ? ids.filter((one) => one === UNKNOWN).length : 0))
    .filter((count) => count > 0);
  const named = counts.reduce((sum, count) => sum + count, 0);
  // Each of the other new volumes has one machine at most.
  const users = named - (volumes.length - 1);
  return { urn: shared[0], isUsed: counts.length > 1 && users >= counts.length };
}

async function holdersOf({ call }: PlannedResource<Sharing>, volume: Volume): Promise<Instance[]> {
  const { instances } = call.run;
  const holders = await Promise.all(attachedTo(volume).map((id) => instances.read(id)));
  return holders.filter((holder) => holder !== undefined);
}

/** Whether machines hold the volume that are not this one. */
const isHeldByOthers = async (plan: PlannedResource<Sharing>, volume: Volume): Promise<boolean> =>
  (await holdersOf(plan, volume)).some((holder) => !isOwn(plan, holder));

/** Whether a machine holds the volume of which only the name says that it is this one: the program may have renamed it. */
async function mayBeRenamed(plan: PlannedResource<Sharing>, volume: Volume): Promise<boolean> {
  const { things } = plan.call.run;
  if (plan.replaced) return false;
  const holders = await holdersOf(plan, volume);
  return holders.some((holder) => things.urnOf(holder.id) === undefined && !pendingTagOf(holder));
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
