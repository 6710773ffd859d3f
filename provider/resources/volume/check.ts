import { orderHashOf, pendingTagOf, restoreMeaning, stackHashOf } from '../../../core/pendingTag';
import type { Volume } from '../../../api';
import type { Call } from '../../session/call';
import { UNKNOWN } from '../../schema/unknown';
import { storagePrice } from '../../checks/cost/machinePrice';
import type { VolumeInputs } from '.';
import type { Problem } from '../../../core/validation/shape';
import { quote } from '../../checks/cost/cost';
import { unshared } from '../../checks/claims';
import { adoption, adopts, contradictions, found } from '../../checks/existing';
import { sharedTypes, trashed } from '../../checks/existingVolumes';
import { isRetired, locations, volumeTypes } from '../../checks/listed';
import type { Given, Plan } from '../../checks/plan';
import { review } from '../../checks/plan';
import { warnOfRename } from '../../checks/renamed';
import { tags } from '../../checks/tags';

type VolumePlan = Plan<VolumeInputs>;

/** What is wrong with a volume, as far as it can be told before the update. */
export async function checkVolume(
  call: Call,
  inputs: Partial<VolumeInputs>,
  olds: Partial<VolumeInputs> | undefined,
): Promise<Problem[]> {
  return review(call, inputs, olds, (plan) => {
    const always = [oneOrigin(plan), growing(plan), tags(plan, 'tags'), attached(plan)];
    if (adopts(plan)) return [...always, adopted(plan)];
    if (plan.isNew && inputs.restoreVolumeId !== undefined) return [...always, restored(plan), cost(plan)];
    return [
      ...always,
      locations(plan, plan.changed('locationCode')),
      copied(plan),
      renamed(plan),
      cost(plan),
    ];
  });
}

/** A volume is new, a copy, back from the trash, or taken over: one of these. */
function oneOrigin(plan: VolumePlan): Problem[] {
  const origins = (['sourceVolumeId', 'restoreVolumeId', 'adoptId'] as const).filter(
    (path) => plan.inputs[path] !== undefined,
  );
  const [first, ...others] = origins;
  if (first === undefined || others.length === 0 || !origins.some((path) => plan.differs(path))) return [];
  return [
    {
      path: others.join(', '),
      reason: `cannot be had together with ${first}: a volume comes from one of them`,
    },
  ];
}

/** HDD volumes that exist can be used on, but not resized (Volumes, PUT). */
function growing(plan: VolumePlan): Problem[] {
  const type = plan.text('type');
  if (plan.isNew || type === undefined || !isRetired(type) || plan.differs('type') || !plan.differs('size'))
    return [];
  return [
    {
      path: 'size',
      reason: `cannot change: volumes of the type ${type} are not resized any more. Make a copy of the type ${type.replace('HDD', 'NVMe')} (sourceVolumeId), which grows`,
    },
  ];
}

async function adopted(plan: VolumePlan): Promise<Problem[]> {
  const missing = await adoption(plan, 'volume', plan.call.session.volumes, (volume) => ({
    type: volume.type,
    locationCode: volume.location,
  }));
  return missing.length > 0
    ? missing
    : matching(plan, plan.changed('adoptId'), (volume) => `the volume ${volume.id} to take over`);
}

/** What exists is not in the trash, and not larger than the program says: a volume never shrinks. */
async function matching(
  plan: VolumePlan,
  givens: readonly Given[],
  which: (volume: Volume) => string,
): Promise<Problem[]> {
  const size = plan.at('size');
  return found(plan, givens, 'volume', plan.call.session.volumes, (given, volume) => [
    ...trashed(given, volume),
    ...(typeof size === 'number' && size < volume.size
      ? [
          {
            path: 'size',
            reason: `is ${String(size)} GB, but ${which(volume)} has ${String(volume.size)} GB and cannot shrink: say ${String(volume.size)} or more`,
          },
        ]
      : []),
  ]);
}

/** The volume to bring back is in the trash, and is what the program says. */
async function restored(plan: VolumePlan): Promise<Problem[]> {
  const size = plan.at('size');
  const givens = plan.changed('restoreVolumeId');
  const twins = unshared(plan, 'volume in the trash', givens, 'it comes back once');
  const { call } = plan;
  const interrupted = call.session.intentLog.restores(call.owner);
  // The owner is not known in a preview: what this stack has restored, under whatever name, is taken by the create.
  const isInterrupted = (volume: Volume) => {
    const tag = pendingTagOf(volume);
    const isOurs =
      tag?.stack === stackHashOf(call.urn) &&
      tag.hash === orderHashOf(restoreMeaning(volume.id)) &&
      [tag.owner, UNKNOWN, ''].includes(call.owner);
    return isOurs || interrupted.includes(volume.id);
  };
  const problems = await found(plan, givens, 'volume', plan.call.session.volumes, ({ path }, volume) => {
    if (volume.status !== 'deleted' && !isInterrupted(volume)) {
      return [
        {
          path,
          reason: `the volume ${volume.id} is ${volume.status}, not in the trash: take it over with adoptId`,
        },
      ];
    }
    if ('is_permanently_deleted' in volume && volume.is_permanently_deleted === true) {
      return [{ path, reason: `the volume ${volume.id} was deleted for good and cannot be restored` }];
    }
    const which = `the volume ${volume.id} to restore`;
    return [
      ...contradictions(plan, which, { type: volume.type, locationCode: volume.location }, 'say that'),
      ...(typeof size === 'number' && size < volume.size
        ? [
            {
              path: 'size',
              reason: `is ${String(size)} GB, but ${which} has ${String(volume.size)} GB and cannot shrink`,
            },
          ]
        : []),
    ];
  });
  return [...twins, ...problems];
}

/** A type can be made, new or as a copy: a copy of an HDD volume may be one again. */
async function copied(plan: VolumePlan): Promise<Problem[]> {
  const id = plan.text('sourceVolumeId');
  const type = plan.changed('type');
  if (plan.isUnknown('sourceVolumeId')) return [];
  if (id === undefined) return volumeTypes(plan, type);
  const answer = await plan.find('volumes', plan.call.session.volumes, id);
  const fromHdd = answer?.found !== undefined && isRetired(answer.found.type);
  const problems = await matching(
    plan,
    plan.changed('sourceVolumeId'),
    (volume) => `its source, the volume ${volume.id},`,
  );
  return [...problems, ...(fromHdd ? [] : await volumeTypes(plan, type))];
}

/** The machines exist, are in the location of the volume, and are several only where the type is shared. */
async function attached(plan: VolumePlan): Promise<Problem[]> {
  const type = plan.text('type');
  const location = plan.text('locationCode');
  const count = plan.items('instanceIds').length;
  const shared = count > 1 && type !== undefined ? await sharedTypes(plan) : [];
  const crowded =
    shared.length > 0 &&
    type !== undefined &&
    !shared.includes(type) &&
    (plan.differs('instanceIds') || plan.differs('type'))
      ? [
          {
            path: 'instanceIds',
            reason: `has ${String(count)} instances, but a volume of the type ${type} is attached to one at most; shared types are ${shared.join(', ')}`,
          },
        ]
      : [];
  const problems = await found(
    plan,
    plan.added('instanceIds'),
    'instance',
    plan.call.session.instances,
    ({ path }, instance) => {
      if (location !== undefined && instance.location !== location) {
        return [
          {
            path,
            reason: `the instance ${instance.id} is in ${instance.location}, the volume in ${location}: both have to be in one location`,
          },
        ];
      }
      if (instance.status === 'running' && plan.at('allowShutdown') !== true) {
        plan.warn({
          path,
          reason: `the instance ${instance.id} is running: a volume is attached to a machine that is off. Set allowShutdown: true, or shut it down first`,
        });
      }
      return [];
    },
  );
  return [...crowded, ...problems];
}

function renamed(plan: VolumePlan): Promise<Problem[]> {
  const { size, sourceVolumeId: source } = plan.inputs;
  const [type, location] = [plan.text('type'), plan.text('locationCode')];
  const isAskedFor = (one: Volume) =>
    one.type === type && one.location === location && one.size === size && one.id !== source;
  return warnOfRename(plan, 'volume', 'name', plan.call.session.volumes, isAskedFor);
}

async function cost(plan: VolumePlan): Promise<Problem[]> {
  const size = plan.at('size');
  const type = plan.text('type');
  if (!plan.isNew || typeof size !== 'number' || type === undefined) return [];
  const types = await plan.catalogue.volumeTypes(plan.call);
  const currency = await plan.catalogue.currency(plan.call);
  if (types) await quote(plan, [{ of: type, hourly: storagePrice(types, type, size), currency }]);
  return [];
}
