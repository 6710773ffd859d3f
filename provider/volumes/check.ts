import type { Volume } from '../../api';
import { attachedTo, isForClusters, isShared } from '../../api/services/volumes';
import { isRestoreOf, pendingTagOf, stackHashOf } from '../../core/pendingTag';
import type { Problem } from '../../core/validation/shape';
import { use, usedByOthers } from '../checks/unique';
import type { Use } from '../run/program';
import { billAdopted, billing } from '../checks/cost/bill';
import { billStorageChange, storageLines } from '../checks/cost/deployCost';
import { showCost } from '../checks/cost/quote';
import { adopts, contradictions, found } from '../checks/existing';
import { nameAndId } from '../checks/messages';
import { purged, sharedTypes, trashed } from './checkExisting';
import { adoptionBySchema, listedInputs } from '../checks/fromSchema';
import { isRetired, volumeTypes } from '../checks/catalogue/listed';
import type { PlannedResource } from '../checks/plan';
import { runChecks } from '../checks/plan';
import { warnOfRename } from '../checks/renamed';
import { tags } from '../checks/tags';
import { outputsFrom } from '../schema/derived/mapping';
import { UNKNOWN } from '../schema/unknown';
import type { Call } from '../run/call';
import { notCopied, isDeleted } from './order';
import type { VolumeInputs } from './schema';
import { volumeSchema } from './schema';

type VolumePlan = PlannedResource<VolumeInputs>;

/** Reports the problems of a volume that a preview can find. */
export async function checkVolume(
  call: Call,
  inputs: Partial<VolumeInputs>,
  olds: Partial<VolumeInputs> | undefined,
): Promise<Problem[]> {
  return runChecks(call, inputs, olds, (plan) => {
    const always = [checkOrigins(plan), checkRetiredSize(plan), checkMachines(plan), checkUsers(plan)];
    if (adopts(plan)) return [...always, tags(plan, 'tags'), checkAdopted(plan), cost(plan)];
    if (plan.isNew && inputs.restoreVolumeId !== undefined)
      return [...always, tags(plan, 'tags'), checkRestored(plan), cost(plan)];
    return [
      ...always,
      listedInputs(plan, volumeSchema),
      checkTypeAndSource(plan),
      checkCopy(plan),
      warnOfRenamedVolume(plan),
      cost(plan),
    ];
  });
}

/** A volume is new, a copy, restored or adopted: only one of these. */
function checkOrigins(plan: VolumePlan): Problem[] {
  const origins = (['sourceVolumeId', 'restoreVolumeId', 'adoptId'] as const).filter(
    (path) => plan.inputs[path] !== undefined,
  );
  const [first, ...others] = origins;
  if (first === undefined || others.length === 0 || !origins.some((path) => plan.differs(path))) return [];
  return [
    {
      path: others.join(', '),
      reason: `cannot be used together with ${first}: a volume has only one origin`,
    },
  ];
}

/** The API would ignore an input for which the order of a copy has no field. */
function checkCopy({ inputs, isNew }: VolumePlan): Problem[] {
  if (!isNew || inputs.sourceVolumeId === undefined) return [];
  const reason = 'cannot be used together with sourceVolumeId: the order of a copy does not carry it';
  return notCopied(volumeSchema, inputs).map((path) => ({ path, reason }));
}

/** Existing HDD volumes remain usable, but cannot be resized (Volumes, PUT). */
function checkRetiredSize(plan: VolumePlan): Problem[] {
  const type = plan.text('type');
  if (plan.isNew || type === undefined || !isRetired(type) || plan.differs('type') || !plan.differs('size'))
    return [];
  return [
    {
      path: 'size',
      reason: `cannot change: volumes of the type ${type} cannot be resized any more. Create a copy with the type ${supported(type)} (sourceVolumeId), which can grow`,
    },
  ];
}

/** The type that takes the place of a retired one. */
const supported = (type: string): string => type.replace('HDD', 'NVMe');

const checkAdopted = (plan: VolumePlan): Promise<Problem[]> =>
  adoptionBySchema(plan, volumeSchema, plan.call.run.volumes, { also: trashed });

/** A machine may name the id of an adopted volume as text, and would attach it too. A volume is restored only once. */
export const usesOfVolume = ({
  adoptId,
  type,
  instanceIds,
  restoreVolumeId,
}: Partial<VolumeInputs>): Use[] => [
  ...(instanceIds?.length && !(type && isShared({ type })) ? use('volume', 'instanceIds', adoptId) : []),
  ...use('volume in the trash', 'restoreVolumeId', restoreVolumeId),
];

async function checkUsers(plan: VolumePlan): Promise<Problem[]> {
  const [id, type] = [plan.text('adoptId'), plan.text('type')];
  if (id === undefined || !plan.inputs.instanceIds?.length) return [];
  if (type !== undefined && (await sharedTypes(plan)).includes(type)) return [];
  const once = 'write the machine of a volume in one of them only';
  return usedByOthers(plan, 'volume', [{ path: 'instanceIds', value: id }], once);
}

/** A volume never shrinks. */
function checkSize(plan: VolumePlan, volume: Volume, which: string, remedy = ''): Problem[] {
  const size = plan.at('size');
  if (typeof size !== 'number' || size >= volume.size) return [];
  return [
    {
      path: 'size',
      reason: `is ${String(size)} GB, but ${which} has ${String(volume.size)} GB and cannot shrink${remedy}`,
    },
  ];
}

/** Checks that the volume to restore is in the trash and matches the inputs. */
async function checkRestored(plan: VolumePlan): Promise<Problem[]> {
  const givens = plan.changed('restoreVolumeId');
  const duplicates = usedByOthers(plan, 'volume in the trash', givens, 'it can be restored only once');
  const problems = await found(
    plan,
    givens,
    'volume',
    plan.call.run.volumes,
    (given, volume) => {
      const gone = purged(given, volume);
      if (gone.length > 0) return gone;
      if (!isDeleted(volume) && !isInterruptedRestore(plan.call, volume)) {
        return [
          {
            path: given.path,
            reason: `names the volume ${volume.id}, which is ${volume.status}, not in the trash: adopt it with adoptId`,
          },
        ];
      }
      const which = `the volume ${volume.id} to restore`;
      return [
        ...contradictions(plan, which, { type: volume.type, locationCode: volume.location }, 'say that'),
        ...checkSize(plan, volume, which),
      ];
    },
    () => ({ noun: 'volume in the trash', list: () => plan.call.run.client.volumes.trash() }),
  );
  return [...duplicates, ...problems];
}

/** Whether an interrupted run has restored the volume already: then this create continues with it. */
function isInterruptedRestore({ run, owner, urn }: Call, volume: Volume): boolean {
  if (run.intentLog.restoresOf(owner).includes(volume.id)) return true;
  const tag = pendingTagOf(volume);
  return (
    tag?.stack === stackHashOf(urn) &&
    isRestoreOf(tag, volume.id) &&
    // In a preview the owner is unknown.
    [tag.owner, UNKNOWN, ''].includes(owner)
  );
}

/** Checks that the type can be created. A copy of an HDD volume may also be an HDD volume. */
async function checkTypeAndSource(plan: VolumePlan): Promise<Problem[]> {
  const id = plan.text('sourceVolumeId');
  const type = plan.changed('type');
  if (plan.isUnknown('sourceVolumeId')) return [];
  if (id === undefined) return volumeTypes(plan, type);
  const answer = await plan.find('volumes', plan.call.run.volumes, id);
  const fromHdd = answer?.found !== undefined && isRetired(answer.found.type);
  if (fromHdd && plan.differs('sourceVolumeId')) await warnOfRunningMachines(plan, answer.found);
  const given = plan.changed('sourceVolumeId');
  const problems = await found(plan, given, 'volume', plan.call.run.volumes, (source, volume) => [
    ...trashed(source, volume),
    ...checkSize(
      plan,
      volume,
      `its source, the volume ${volume.id},`,
      `: say ${String(volume.size)} or more`,
    ),
  ]);
  if (!fromHdd) return [...problems, ...(await volumeTypes(plan, type))];
  return [...problems, ...checkRetiredCopy(plan, answer.found)];
}

/** A copy has the size of its source first, and is then resized. */
function checkRetiredCopy(plan: VolumePlan, source: Volume): Problem[] {
  const [type, size] = [plan.text('type'), plan.at('size')];
  if (!plan.isNew || type === undefined || !isRetired(type)) return [];
  if (typeof size !== 'number' || size <= source.size) return [];
  return [
    {
      path: 'size',
      reason: `is ${String(size)} GB, but its source, the volume ${source.id}, has ${String(source.size)} GB, and volumes of the type ${type} cannot be resized any more: say ${String(source.size)}, or choose the type ${supported(type)}`,
    },
  ];
}

/** The source of a copy may only be attached to a running machine if it is no HDD volume (Volumes, rule 6). */
async function warnOfRunningMachines(plan: VolumePlan, source: Volume): Promise<void> {
  for (const machineId of attachedTo(source)) {
    const machine = await plan.find('instances', plan.call.run.instances, machineId);
    if (machine?.found?.status !== 'running') continue;
    plan.warn({
      path: 'sourceVolumeId',
      reason: `names the volume ${source.id}, whose instance ${machineId} is running: a volume of the type ${source.type} can only be copied while its instance is off. Shut it down first`,
    });
  }
}

/** Checks that the machines exist in the location of the volume; several machines need a shared type. */
async function checkMachines(plan: VolumePlan): Promise<Problem[]> {
  const location = plan.text('locationCode');
  const problems = await found(
    plan,
    plan.added('instanceIds'),
    'instance',
    plan.call.run.instances,
    ({ path }, instance) => {
      if (location !== undefined && instance.location !== location) {
        return [
          {
            path,
            reason: `names the instance ${instance.id}, which is in ${instance.location}; the volume is in ${location}: both must be in the same location`,
          },
        ];
      }
      if (instance.status === 'running' && plan.at('allowShutdown') !== true) {
        plan.warn({
          path,
          reason: `names the instance ${instance.id}, which is running: a volume can only be attached to a machine that is off. Set allowShutdown: true, or shut it down first`,
        });
      }
      return [];
    },
  );
  await warnOfStart(plan);
  return [...(await checkSharing(plan)), ...problems];
}

/** A later delete of the volume could not detach it from a machine that this run starts. */
async function warnOfStart(plan: VolumePlan): Promise<void> {
  const { instances, program, things } = plan.call.run;
  if (plan.isNew || plan.at('allowShutdown') === true) return;
  for (const { path, value } of plan.entries('instanceIds')) {
    const declared = program.inputsOf(things.urnOf(value) ?? '') as { powerState?: unknown } | undefined;
    if (!declared || declared.powerState === 'offline') continue;
    const machine = (await plan.find('instances', instances, value))?.found;
    if (machine?.status !== 'offline') continue;
    plan.warn({
      path,
      reason: `names the instance ${nameAndId(machine)}, which is to run from now on: \`pulumi destroy\` cannot detach the volume from a running machine. Set allowShutdown: true here too`,
    });
  }
}

async function checkSharing(plan: VolumePlan): Promise<Problem[]> {
  const type = plan.text('type');
  const count = plan.items('instanceIds').length;
  const isChanged = plan.differs('instanceIds') || plan.differs('type');
  if (count === 0 || type === undefined || !isChanged) return [];
  if (isForClusters({ type }))
    return [
      {
        path: 'instanceIds',
        reason: `names an instance, but volumes of the type ${type} are only for clusters: choose another type, or leave instanceIds out`,
      },
    ];
  if (count === 1) return [];
  const shared = await sharedTypes(plan);
  if (shared.length === 0 || shared.includes(type)) return [];
  return [
    {
      path: 'instanceIds',
      reason: `has ${String(count)} instances, but a volume of the type ${type} can be attached to only one; shared types are ${shared.join(', ')}`,
    },
  ];
}

function warnOfRenamedVolume(plan: VolumePlan): Promise<Problem[]> {
  const { size, sourceVolumeId: source } = plan.inputs;
  const [type, location] = [plan.text('type'), plan.text('locationCode')];
  const isAskedFor = (one: Volume) =>
    one.type === type && one.location === location && one.size === size && one.id !== source;
  return warnOfRename(plan, 'volume', 'name', plan.call.run.volumes, isAskedFor);
}

const sized = (plan: VolumePlan, size: unknown) => [{ type: plan.text('type') ?? '', size }];

const cost = (plan: VolumePlan): Promise<Problem[]> =>
  adopts(plan)
    ? billAdopted(
        plan,
        'volume',
        plan.call.run.volumes,
        (found) => outputsFrom(volumeSchema, found),
        ({ type, size }) =>
          billStorageChange(plan, [{ type, size }], [{ type, size: plan.inputs.size ?? size }]),
      )
    : showCost(plan, (each) => storageLines(each, sized(each, each.at('size'))));

export const billVolume = billing(cost);
