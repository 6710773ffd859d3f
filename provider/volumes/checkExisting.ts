import type { Instance, Volume } from '../../api/index';
import type { DeletedVolume } from '../../api/schema';
import { attachedTo, isForClusters } from '../../api/services/volumes';
import { belongsTo, pendingTagOf, resourceHashOf } from '../../core/pendingTag';
import type { Problem } from '../../core/validation/shape';
import { UNKNOWN } from '../schema/unknown';
import type { Call } from '../run/call';
import { usedByOthers } from '../checks/unique';
import type { Usable } from '../checks/existing';
import { found } from '../checks/existing';
import type { InputValue, PlannedResource } from '../checks/plan';
import { bootedFrom } from '../checks/messages';
import { ifRenamed } from '../checks/renamed';
import { isOwn } from './checkShared';

/** The inputs about existing volumes and other locations. */
interface Placed {
  fallbackLocationCodes: string[];
  existingVolumes: string[];
}

/** The machine to which volumes are attached. */
export interface AttachTarget {
  /** `instance` or `cluster`. */
  readonly noun: string;
  /** Its location; undefined while it is not known. */
  readonly location: string | undefined;
  /** Whether the location is new or changed. */
  readonly moves: boolean;
  /** Other locations where the machine may be deployed. */
  readonly fallbacks: readonly InputValue[];
  /** All existing volumes that the machine uses, changed or not. */
  readonly volumes: readonly InputValue[];
}

/** Checks that new volumes in the list exist, are in the machine's location, and are not attached elsewhere. */
export async function checkExistingVolumes(
  plan: PlannedResource<Placed>,
  givens: readonly InputValue[],
  target: AttachTarget,
): Promise<Problem[]> {
  const isNewPlace = target.moves || plan.differs('fallbackLocationCodes');
  const all = isNewPlace ? plan.entries('existingVolumes') : [];
  const asked = [...givens, ...all.filter(({ value }) => !givens.some((given) => given.value === value))];
  if (asked.length === 0 && target.volumes.length === 0) return [];
  const shared = await sharedTypes(plan);
  const problems = await found(
    plan,
    asked,
    'volume',
    plan.call.run.volumes,
    async (given, volume) => [
      ...trashed(given, volume),
      ...exported(given, volume),
      ...elsewhere(given, volume, target),
      ...wrongType(given, volume, target),
      ...(givens.includes(given)
        ? await warnIfOccupied(plan, target.noun, given, volume, shared.includes(volume.type))
        : []),
    ],
    ({ path }) => (path === 'image' ? bootable(plan) : undefined),
  );
  return [...problems, ...(await usedOnce(plan, target.volumes, shared))];
}

const bootable = ({ call: { run } }: PlannedResource<object>): Usable => ({
  noun: 'free operating-system volume',
  list: async () =>
    (await run.volumes.list()).filter((one) => one.is_os_volume && attachedTo(one).length === 0),
});

/** Checks that only one machine of the stack uses a volume, unless its type is shared. */
async function usedOnce(
  plan: PlannedResource<object>,
  givens: readonly InputValue[],
  shared: readonly string[],
): Promise<Problem[]> {
  const usedTwice = usedByOthers(
    plan,
    'volume',
    givens,
    `a volume is attached to one machine, unless its type is shared (${shared.join(', ')})`,
  );
  const problems = await Promise.all(
    usedTwice.map(async (problem) => {
      const id = givens.find(({ path }) => path === problem.path)?.value ?? '';
      const answer = await plan.find('volumes', plan.call.run.volumes, id);
      return answer?.found && !shared.includes(answer.found.type) ? [problem] : [];
    }),
  );
  return problems.flat();
}

/** The types of volumes that several machines can mount. */
export async function sharedTypes(plan: PlannedResource<object>): Promise<readonly string[]> {
  const types = await plan.catalogue.volumeTypes(plan.call);
  return (types ?? []).filter((type) => type.is_shared_fs).map(({ type }) => type);
}

/** Refuses a volume that was deleted permanently, which the API still shows for a time. */
export const purged = ({ path }: InputValue, volume: Volume | DeletedVolume): Problem[] =>
  'is_permanently_deleted' in volume && volume.is_permanently_deleted
    ? [
        {
          path,
          reason: `names the volume ${volume.id}, which was deleted permanently and cannot be restored: choose another one`,
        },
      ]
    : [];

/** Refuses a volume in the trash: it must be restored first. */
export function trashed(given: InputValue, volume: Volume | DeletedVolume): Problem[] {
  const gone = purged(given, volume);
  if (gone.length > 0) return gone;
  const { path } = given;
  return volume.status === 'deleted' || volume.status === 'deleting'
    ? [
        {
          path,
          reason: `names the volume ${volume.id}, which is ${volume.status === 'deleted' ? 'in the trash' : 'being deleted'}: restore it with a Volume that has restoreVolumeId, or use another one`,
        },
      ]
    : [];
}

const exported = ({ path }: InputValue, { id, status }: Volume): Problem[] =>
  status === 'exported'
    ? [
        {
          path,
          reason: `names the volume ${id}, which is exported and cannot be attached: use a copy of it (sourceVolumeId of a Volume), or another one`,
        },
      ]
    : [];

/** Refuses a volume in another location; names all locations that cannot work, to correct them at once. */
function elsewhere(
  { path }: InputValue,
  volume: Volume,
  { noun, location, fallbacks }: AttachTarget,
): Problem[] {
  const wrong = fallbacks.filter(({ value }) => value !== volume.location);
  const others = wrong.map(({ value }) => JSON.stringify(value)).join(', ');
  if (location !== undefined && volume.location !== location) {
    const also = wrong.length === 0 ? '' : `, with the fallbackLocationCodes ${others}`;
    const only = wrong.length === 0 ? '' : ' only';
    return [
      {
        path,
        reason: `names the volume ${volume.id}, which is in ${volume.location}; the ${noun} is in ${location}${also}: deploy in ${volume.location}${only}, or clone the volume to ${location} (sourceVolumeId)`,
      },
    ];
  }
  const [first, ...more] = wrong;
  if (first === undefined) return [];
  const why = `the volume ${volume.id} is in ${volume.location}, and a machine uses only volumes of its own location`;
  return more.length === 0
    ? [
        {
          path: first.path,
          reason: `is ${others}, which cannot be a fallback: ${why}. Remove this fallback, or leave the volume out`,
        },
      ]
    : [
        {
          path: 'fallbackLocationCodes',
          reason: `has ${others}, which cannot be fallbacks: ${why}. Remove them, or leave the volume out`,
        },
      ];
}

const wrongType = ({ path }: InputValue, volume: Volume, { noun }: AttachTarget): Problem[] =>
  noun === 'instance' && isForClusters(volume) && !volume.is_os_volume
    ? [
        {
          path,
          reason: `names the volume ${volume.id} of the type ${volume.type}, which only clusters mount: use a volume of another type`,
        },
      ]
    : [];

/** Machines of this stack detach the volume in time, or are replaced. Only other machines matter. */
async function warnIfOccupied(
  plan: PlannedResource<object>,
  noun: string,
  given: InputValue,
  volume: Volume,
  isShared: boolean,
): Promise<Problem[]> {
  const { instances, known } = plan.call.run;
  if (isShared) return [];
  const attached = attachedTo(volume);
  const [holder] = attached;
  const booted = holder === undefined ? undefined : await instances.read(holder);
  if (booted?.os_volume_id === volume.id && !isOwn(plan, booted)) {
    plan.warn({ path: given.path, reason: `names the volume ${volume.id}, ${bootedFrom(booted)}` });
    return [];
  }
  const others = attached.filter((id) => !known.has(id));
  // The check of an existing machine does not know its id.
  const machines = await Promise.all(others.map((id) => instances.read(id)));
  const own = machines.find(
    (machine) => machine && (plan.isNew ? givesWay(plan.call, machine) : isOwn(plan, machine)),
  );
  const holders = others.filter((id) => id !== own?.id);
  if (holders.length > 0) {
    plan.warn({
      path: given.path,
      reason:
        `names the volume ${volume.id}, which is attached to the instance ${holders.join(', ')} now. Another instance of ` +
        'the program detaches it in time if its existingVolumes leaves the volume out. An instance that is no longer in ' +
        `the program is deleted too late: remove it in an \`up\` of its own first${plan.isNew ? `. ${ifRenamed(noun)}` : ''}`,
    });
  }
  return [];
}

/** Whether an interrupted run of a new machine has ordered this one: the create takes it over, or removes it. */
function givesWay({ owner, urn }: Call, machine: Instance): boolean {
  const tag = pendingTagOf(machine);
  // A preview may not know the owner.
  const isOurs = tag !== undefined && [tag.owner, UNKNOWN, ''].includes(owner);
  return (
    isOurs && tag.resource === resourceHashOf(urn) && tag.whenOrphaned === 'drop' && belongsTo(tag, machine)
  );
}
