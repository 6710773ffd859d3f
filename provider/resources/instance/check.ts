import type { Instance } from '../../../api';
import type { Call } from '../../session/call';
import { UNKNOWN } from '../../schema/unknown';
import { expectedInputs } from './order';
import type { InstanceInputs } from './schema';
import { instanceSchema } from './schema';
import type { Problem } from '../../../core/validation/shape';
import { duplicatesIn } from '../../checks/unique';
import { complete } from '../../checks/machines/complete';
import type { PlannedVolume } from '../../checks/cost/deployCost';
import { deployCost } from '../../checks/cost/deployCost';
import { deleteOptions } from '../../checks/machines/contradictoryOptions';
import { adopts } from '../../checks/existing';
import { adoptionBySchema, listedInputs } from '../../checks/fromSchema';
import { existingVolumes } from '../../checks/machines/existingVolumes';
import { groupOf, instanceGroup } from '../../checks/machines/group';
import { hostname } from '../../checks/machines/hostname';
import { instanceImage } from '../../checks/catalogue/image';
import { warnOfBilledWhileOff } from '../../checks/machines/offline';
import { periods } from '../../checks/catalogue/periods';
import { places } from '../../checks/catalogue/places';
import type { InputValue, PlannedResource } from '../../checks/plan';
import { runChecks } from '../../checks/plan';
import { warnOfNoKeys } from '../../checks/machines/reachable';
import { warnOfRename } from '../../checks/renamed';
import { checkCapacity } from '../../checks/catalogue/capacity';
import { terms, wantsSpot, warnOfPolicyWithoutSpot } from '../../checks/machines/terms';
import { isId } from '../../checks/messages';

type InstancePlan = PlannedResource<InstanceInputs>;

/** The size of an operating-system volume whose size is left out. The specification does not state it: a reading. */
const DEFAULT_OS_GIGABYTES = 50;

/** Reports the problems of an instance that a preview can see. */
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
      duplicatesIn(plan, 'existingVolumes'),
      warnOfBilledWhileOff(plan),
      namesTwice(plan),
      warnOfPolicyWithoutSpot(plan, plan.changed(...policies)),
      instanceGroup(plan),
      listedInputs(plan, instanceSchema),
    ];
    if (adopts(plan)) return [...always, adopted(plan)];
    return [
      ...always,
      complete(plan),
      warnOfNoKeys(plan),
      places(plan),
      periods(plan, 'instances'),
      image(plan),
      attached(plan),
      available(plan),
      renamed(plan),
      cost(plan),
    ];
  });
}

/** Inline volumes are identified by their names. */
function namesTwice({ inputs: { volumes } }: InstancePlan): Problem[] {
  // The whole list may still be unknown.
  const names = Array.isArray(volumes) ? volumes.map(({ name }) => name) : [];
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    if (first === index || name === UNKNOWN) return [];
    const reason = `is the name of volumes[${String(first)}] already: an inline volume is identified by its name`;
    return [{ path: `volumes[${String(index)}].name`, reason }];
  });
}

const adopted = (plan: InstancePlan): Promise<Problem[]> =>
  adoptionBySchema(plan, instanceSchema, plan.call.session.instances, (found) =>
    expectedInputs(found, plan.inputs),
  );

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
async function image(plan: InstancePlan): Promise<Problem[]> {
  if (isId(plan.text('image') ?? '') && (await changedOsVolume(plan)).length > 0) return [];
  return instanceImage(plan, { imagePath: 'image', ...(await placement(plan)) });
}

/** Checks that existing volumes, including the volume to boot from, are in the location of the machine. */
async function attached(plan: InstancePlan): Promise<Problem[]> {
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
  const problems = await existingVolumes(plan, [...plan.added('existingVolumes'), ...osVolume], site);
  return [...twice, ...problems, ...(await bootable(plan))];
}

/** The volume to boot from, if `image` is a new value and the id of a volume. */
async function changedOsVolume(plan: InstancePlan): Promise<InputValue[]> {
  const givens = plan.changed('image').filter(({ value }) => isId(value));
  const images = givens.length > 0 ? await plan.catalogue.images(plan.call) : [];
  return givens.filter(({ value }) => !images?.some(({ id }) => id === value));
}

async function bootable(plan: InstancePlan): Promise<Problem[]> {
  const [given] = await changedOsVolume(plan);
  const answer = given && (await plan.find('volumes', plan.call.session.volumes, given.value));
  if (!given || !answer?.found || answer.found.is_os_volume) return [];
  return [
    {
      path: given.path,
      reason: `the volume ${given.value} is not an operating-system volume: attach it with existingVolumes, and give an image type`,
    },
  ];
}

async function renamed(plan: InstancePlan): Promise<Problem[]> {
  if (!plan.isNew) return [];
  const { type, location } = await placement(plan);
  const isAskedFor = (one: Instance) => one.instance_type === type && one.location === location;
  return warnOfRename(plan, 'instance', 'hostname', plan.call.session.instances, isAskedFor);
}

async function available(plan: InstancePlan): Promise<Problem[]> {
  if (!plan.isNew) return [];
  const [{ type, typePath, location }, known] = await Promise.all([
    placement(plan),
    plan.catalogue.instanceTypes(plan.call),
  ]);
  if (!known?.some((candidate) => candidate.instance_type === type)) return [];
  const isSpot = wantsSpot(plan);
  const locations = [location, ...plan.entries('fallbackLocationCodes').map(({ value }) => value)];
  return checkCapacity(plan, { type, typePath, isSpot, locations, waits: plan.text('waitForCapacity') }, () =>
    plan.catalogue.instanceAvailability(plan.call, isSpot),
  );
}

async function cost(plan: InstancePlan): Promise<Problem[]> {
  if (!plan.isNew) return [];
  const { type } = await placement(plan);
  const known = (await plan.catalogue.instanceTypes(plan.call))?.find(
    (candidate) => candidate.instance_type === type,
  );
  if (known?.deploy_warning) plan.call.warn(`${known.instance_type}: ${known.deploy_warning}`);
  return deployCost(plan, 'instances', { type: known, isSpot: wantsSpot(plan) }, [
    ...(await osVolume(plan)),
    ...plan.items('volumes').map((volume) => volume as { type: string; size: unknown }),
  ]);
}

/** The operating-system volume that is created with the machine, as far as it is known. */
async function osVolume(plan: InstancePlan): Promise<PlannedVolume[]> {
  const declared = plan.at('osVolume.size');
  if (declared !== undefined) return [{ type: 'NVMe', size: declared }];
  const boots = plan.text('image') ?? '';
  const decisive = ['image', 'osVolume', 'instanceGroupId'] as const;
  if (isId(boots) || decisive.some((path) => plan.isUnknown(path))) return [];
  const size = (await groupOf(plan))?.template.os_volume.size ?? DEFAULT_OS_GIGABYTES;
  return [{ type: 'NVMe', size }];
}
