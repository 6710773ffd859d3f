import type { Instance } from '../../../api';
import { isForClusters } from '../../../api/services/volumes';
import type { Call } from '../../run/call';
import { UNKNOWN, hasUnknown } from '../../schema/unknown';
import { adoptable, expectedInputs, expiryOfInstance } from './order';
import type { InstanceInputs } from './schema';
import { createdVolumes } from './plan';
import { unlikeAdopted } from '../../volumes/inlineVolumes';
import { instanceSchema } from './schema';
import { costOf } from './view';
import type { Problem } from '../../../core/validation/shape';
import { duplicatesIn, use, usesIn } from '../../checks/unique';
import type { Use } from '../../run/program';
import { complete } from '../../checks/machines/complete';
import { billAdopted, billing } from '../../checks/cost/bill';
import { billStorageChange, deployLines, showDeployCost } from '../../checks/cost/deployCost';
import {
  deleteOptions,
  warnOfBilledWhileOff,
  warnOfNotShutDown,
  warnOfNoKeys,
} from '../../checks/machines/contradictoryOptions';
import { adopts } from '../../checks/existing';
import { adoptionBySchema, listedInputs } from '../../checks/fromSchema';
import { checkExistingVolumes } from '../../volumes/checkExisting';
import { checkAttachedLater } from '../../volumes/checkShared';
import type { GroupDefaults } from '../../checks/machines/group';
import { groupDefaults, groupOf, hasScriptOfGroup, instanceGroup } from '../../checks/machines/group';
import { hostname, usesOfHost } from '../../checks/machines/hostname';
import { instanceImage } from '../../checks/catalogue/image';
import { checkPeriods } from '../../checks/catalogue/periods';
import { checkPlaces, checkCapacity } from '../../checks/catalogue/capacity';
import type { InputValue, PlannedResource } from '../../checks/plan';
import { runChecks } from '../../checks/plan';
import { warnOfRename } from '../../checks/renamed';
import { checkAdoptedExpiry, checkExpiry, checkOnExpiry } from '../../machines/expiry/preview';
import { checkConditions } from '../../machines/conditions/check';
import { isSpotOrder, terms, warnOfPolicyWithoutSpot } from '../../checks/machines/terms';
import { isId } from '../../checks/messages';

type InstancePlan = PlannedResource<InstanceInputs>;

/** Reports the problems of an instance that a preview can find. */
export async function checkInstance(
  call: Call,
  inputs: Partial<InstanceInputs>,
  olds: Partial<InstanceInputs> | undefined,
): Promise<Problem[]> {
  return runChecks(call, inputs, olds, (plan) => {
    const volumes = plan.items('volumes').map((_, index) => `volumes[${String(index)}]` as const);
    const policies = (['osVolume', ...volumes] as const).map((path) => `${path}.onSpotDiscontinue` as const);
    const always = [
      hostname(plan),
      terms(plan),
      deleteOptions(plan),
      checkConditions(plan),
      checkExpiry(plan),
      checkOnExpiry(plan),
      duplicatesIn(plan, 'existingVolumes'),
      warnOfBilledWhileOff(plan),
      warnOfNotShutDown(plan),
      checkNames(plan),
      checkVolumeTypes(plan.changed(...volumes.map((path) => `${path}.type` as const))),
      warnOfPolicyWithoutSpot(plan, plan.changed(...policies)),
      instanceGroup(plan),
      listedInputs(plan, instanceSchema),
    ];
    if (adopts(plan)) return [...always, checkAdopted(plan), cost(plan)];
    return [
      ...always,
      complete(plan),
      warnOfNoKeys(plan),
      checkPlaces(plan),
      checkPeriods(plan, 'instances'),
      checkIgnoredVolumes(plan),
      checkImage(plan),
      checkAttachedVolumes(plan),
      checkSharedVolumes(plan),
      checkAvailability(plan),
      warnOfRenamedInstance(plan),
      warnOfType(plan),
      cost(plan),
    ];
  });
}

/** Inline volumes are identified by their names. */
function checkNames({ inputs: { volumes } }: InstancePlan): Problem[] {
  // The whole list may still be unknown.
  const names = Array.isArray(volumes) ? volumes.map(({ name }) => name) : [];
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    if (first === index || name === UNKNOWN) return [];
    const reason = `is already the name of volumes[${String(first)}]: an inline volume is identified by its name`;
    return [{ path: `volumes[${String(index)}].name`, reason }];
  });
}

const checkVolumeTypes = (types: readonly InputValue[]): Problem[] =>
  types
    .filter(({ value }) => isForClusters({ type: value }))
    .map(({ path, value }) => ({
      path,
      reason: `${JSON.stringify(value)} is only for clusters: choose another type`,
    }));

const checkAdopted = (plan: InstancePlan): Promise<Problem[]> =>
  adoptionBySchema(plan, instanceSchema, plan.call.run.instances, {
    complete: async (found) =>
      (await plan.catalogue.ask(plan.call, 'volumes and groups', () =>
        adoptable(plan.call, found, plan.inputs),
      )) ?? found,
    inputs: (found) => expectedInputs(found, plan.inputs),
    also: async (_given, found) => [
      ...stopOfAdopted(plan, found),
      ...checkAdoptedExpiry(plan, found, expiryOfInstance(found, plan.inputs)),
      ...((await plan.catalogue.ask(plan.call, 'volumes', () =>
        unlikeAdopted(plan.call, found, plan.inputs),
      )) ?? []),
    ],
  });

/** A machine to adopt may have to be shut down to attach volumes. */
function stopOfAdopted(plan: InstancePlan, { status, volume_ids: held }: Instance): Problem[] {
  const isAllowed = plan.at('allowShutdown') === true || plan.isUnknown('allowShutdown');
  if (status !== 'running' || isAllowed || plan.text('powerState') === 'offline') return [];
  const wanted = plan.items('existingVolumes');
  const unknown = wanted.filter((one) => one === UNKNOWN).length;
  const isAttached = (id: unknown) => held.some((one) => one === id);
  const isNew = wanted.some((one) => one !== UNKNOWN && !isAttached(one));
  // The id of a Volume that adopts one of its volumes is not known yet.
  const adopted = held.filter((id) => plan.call.run.program.adopts(id)).length;
  if (!isNew && unknown <= adopted) return [];
  return [
    {
      path: 'adoptId',
      reason:
        'names an instance that is running, and has to be shut down to attach the volumes of existingVolumes: set ' +
        'allowShutdown: true, shut it down first, or leave the volumes out',
    },
  ];
}

/** The type and location of the machine, its own or the group's, and the inputs that they come from. */
async function placement(plan: InstancePlan) {
  const { instanceType, locationCode } = plan.inputs;
  const group = await groupOf(plan);
  return {
    type: instanceType === undefined ? group?.instance_type : plan.text('instanceType'),
    typePath: instanceType === undefined ? ('instanceGroupId' as const) : ('instanceType' as const),
    location: locationCode === undefined ? group?.location_code : plan.text('locationCode'),
    moves: plan.differs(locationCode === undefined ? 'instanceGroupId' : 'locationCode'),
  };
}

/** The machine's type must support the image. If `image` is the id of a volume, the check of the volumes covers it. */
async function checkImage(plan: InstancePlan): Promise<Problem[]> {
  if (isId(plan.text('image') ?? '') && (await changedOsVolume(plan)).length > 0) return [];
  return instanceImage(plan, { imagePath: 'image', ...(await placement(plan)) });
}

/** Checks that existing volumes, including the volume to boot from, are in the location of the machine. */
async function checkAttachedVolumes(plan: InstancePlan): Promise<Problem[]> {
  const { location, moves } = await placement(plan);
  const osVolume = await changedOsVolume(plan);
  const boots = plan.text('image') ?? '';
  const site = {
    noun: 'instance',
    location,
    moves,
    fallbacks: plan.entries('fallbackLocationCodes'),
    volumes: [...plan.entries('existingVolumes'), ...(isId(boots) ? [{ path: 'image', value: boots }] : [])],
  };
  const twice = plan
    .added('existingVolumes')
    .filter(({ value }) => value === plan.text('image'))
    .map(({ path }) => ({ path, reason: 'is the volume that image names already: leave it out here' }));
  const problems = await checkExistingVolumes(plan, [...plan.added('existingVolumes'), ...osVolume], site);
  return [...twice, ...problems, ...(await checkBootVolume(plan))];
}

/** The create of a new machine may have to shut it down to attach shared volumes. */
async function checkSharedVolumes(plan: InstancePlan): Promise<Problem[]> {
  if (!plan.isNew || plan.items('existingVolumes').length === 0) return [];
  const hasScript = plan.inputs.startupScriptId !== undefined || (await hasScriptOfGroup(plan));
  return checkAttachedLater(plan, hasScript);
}

/** The volume to boot from, if `image` is a new value and the id of a volume. */
async function changedOsVolume(plan: InstancePlan): Promise<InputValue[]> {
  const givens = plan.changed('image').filter(({ value }) => isId(value));
  const images = givens.length > 0 ? await plan.catalogue.images(plan.call) : [];
  return givens.filter(({ value }) => !images?.some(({ id }) => id === value));
}

async function checkBootVolume(plan: InstancePlan): Promise<Problem[]> {
  const [given] = await changedOsVolume(plan);
  const answer = given && (await plan.find('volumes', plan.call.run.volumes, given.value));
  if (!given || !answer?.found || answer.found.is_os_volume) return [];
  return [
    {
      path: given.path,
      reason: `names the volume ${given.value}, which is not an operating-system volume: attach it with existingVolumes, and give an image type`,
    },
  ];
}

async function warnOfRenamedInstance(plan: InstancePlan): Promise<Problem[]> {
  if (!plan.isNew) return [];
  const { type, location } = await placement(plan);
  const isAskedFor = (one: Instance) => one.instance_type === type && one.location === location;
  return warnOfRename(plan, 'instance', 'hostname', plan.call.run.instances, isAskedFor);
}

/** A machine has one host name, and uses the volumes that it attaches or boots from. */
export const usesOfInstance = (inputs: Partial<InstanceInputs>): Use[] => [
  ...usesOfHost(inputs),
  ...usesIn('volume', 'existingVolumes', inputs.existingVolumes),
  ...(isId(inputs.image ?? '') ? use('volume', 'image', inputs.image) : []),
];

async function checkAvailability(plan: InstancePlan): Promise<Problem[]> {
  if (!plan.isNew) return [];
  const [{ type, typePath, location }, known] = await Promise.all([
    placement(plan),
    plan.catalogue.instanceTypes(plan.call),
  ]);
  if (!known?.some((candidate) => candidate.instance_type === type)) return [];
  const isSpot = isSpotOrder(plan.inputs);
  const locations = [location, ...plan.entries('fallbackLocationCodes').map(({ value }) => value)];
  return checkCapacity(plan, { type, typePath, isSpot, locations, waits: plan.text('waitForCapacity') }, () =>
    plan.catalogue.instanceAvailability(plan.call, isSpot),
  );
}

/**
 * Pulumi takes ignored values from the same place in the old list. If the program has another order, the value is that of
 * another volume, for example its `keep`.
 */
function checkIgnoredVolumes({ call, inputs, olds }: InstancePlan): Problem[] {
  if (!Array.isArray(inputs.volumes)) return [];
  return (call.ignoreChanges ?? []).flatMap((path) => {
    const place = /^volumes\[(\d+)\]/.exec(path)?.[1];
    if (place === undefined || !olds) return [];
    const [now, before] = [inputs.volumes, olds.volumes].map((volumes) => volumes?.[Number(place)]?.name);
    if (before === undefined || now === undefined || now === before || hasUnknown(now)) return [];
    return [
      {
        path: `volumes[${place}]`,
        reason: `is ${JSON.stringify(now)}, but the state has the volume ${JSON.stringify(before)} there, and ignoreChanges: [${JSON.stringify(path)}] would take its value: remove this path from ignoreChanges or keep the order of the list`,
      },
    ];
  });
}

const showInstanceCost = (plan: InstancePlan): Promise<Problem[]> =>
  showDeployCost(plan, async (each: InstancePlan) => {
    const defaults = await groupDefaults(each);
    const type = await knownType(each, defaults);
    const created = createdVolumes(each, defaults);
    return deployLines(each, 'instances', { type, isSpot: isSpotOrder(each.inputs) }, created);
  });

const cost = (plan: InstancePlan): Promise<Problem[]> =>
  adopts(plan)
    ? billAdopted(
        plan,
        'instance',
        plan.call.run.instances,
        (found) => costOf(plan.call, found, {}),
        (found) => billGrownOsVolume(plan, found),
      )
    : showInstanceCost(plan);

async function billGrownOsVolume(plan: InstancePlan, { os_volume_id: id }: Instance): Promise<Problem[]> {
  const answer = id === null ? undefined : await plan.find('volumes', plan.call.run.volumes, id);
  if (!answer?.found) return [];
  const { type, size } = answer.found;
  return billStorageChange(plan, [{ type, size }], [{ type, size: plan.inputs.osVolume?.size ?? size }]);
}

export const billInstance = billing(cost);

async function knownType(plan: InstancePlan, defaults: GroupDefaults | undefined) {
  const type = plan.inputs.instanceType === undefined ? defaults?.instanceType : plan.text('instanceType');
  const all = await plan.catalogue.instanceTypes(plan.call);
  return all?.find((candidate) => candidate.instance_type === type);
}

async function warnOfType(plan: InstancePlan): Promise<Problem[]> {
  const type = plan.isNew ? await knownType(plan, await groupDefaults(plan)) : undefined;
  if (type?.deploy_warning) plan.call.warn(`${type.instance_type}: ${type.deploy_warning}`);
  return [];
}
