import type { Call } from '../call';
import type { InstanceInputs } from '../resources/instance';
import type { Problem } from '../shape';
import { deployCost } from './deployCost';
import { adoption, adopts, sshKeys, startupScript } from './existing';
import { existingVolumes } from './existingVolumes';
import { groupOf, instanceGroup } from './group';
import { hostname } from './hostname';
import { instanceImage, instanceTypes, locations, periods, volumeTypes } from './listed';
import type { Plan } from './plan';
import { review } from './plan';
import { room } from './room';
import { tags } from './tags';
import { terms, wantsSpot, warnOfPolicyWithoutSpot } from './terms';
import { isId } from './words';

type InstancePlan = Plan<InstanceInputs>;

/** What is wrong with an instance, as far as it can be told before the update. */
export async function checkInstance(
  call: Call,
  inputs: Partial<InstanceInputs>,
  olds: Partial<InstanceInputs> | undefined,
): Promise<Problem[]> {
  return review(call, inputs, olds, (plan) => {
    const volumes = (inputs.volumes ?? []).map((_, index) => `volumes[${String(index)}]`);
    const policies = ['osVolume', ...volumes].map((path) => `${path}.onSpotDiscontinue`);
    const always = [
      hostname(plan),
      terms(plan),
      tags(plan),
      ...volumes.map((path) => tags(plan, `${path}.tags`)),
      warnOfPolicyWithoutSpot(plan, policies),
      sshKeys(plan, 'sshKeyIds'),
      startupScript(plan, 'startupScriptId'),
      instanceGroup(plan),
      volumeTypes(plan, plan.changed(...volumes.map((path) => `${path}.type`))),
    ];
    if (adopts(plan)) return [...always, adopted(plan)];
    return [
      ...always,
      complete(plan),
      instanceTypes(plan, plan.changed('instanceType')),
      locations(plan, [...plan.changed('locationCode'), ...plan.added('fallbackLocationCodes')]),
      periods(plan, 'instances'),
      image(plan),
      attached(plan),
      available(plan),
      cost(plan),
    ];
  });
}

/** Without a group to inherit from, image, type and location have to be said. */
function complete(plan: InstancePlan): Problem[] {
  if (plan.inputs.instanceGroupId !== undefined) return [];
  return (['image', 'instanceType', 'locationCode'] as const)
    .filter((path) => plan.inputs[path] === undefined && (plan.isNew || plan.differs(path)))
    .map((path) => ({
      path,
      reason: 'is required, unless instanceGroupId names a group to inherit it from',
    }));
}

async function adopted(plan: InstancePlan): Promise<Problem[]> {
  const fallbacks = plan.inputs.fallbackLocationCodes ?? [];
  return adoption(plan, 'instance', plan.call.session.instances, (found) => ({
    instanceType: found.instance_type,
    locationCode: fallbacks.includes(found.location) ? undefined : found.location,
    image: isId(plan.text('image') ?? '') ? undefined : found.image,
    contract: found.contract,
  }));
}

/** The type and place of the machine: its own, else the group's. */
async function placement(plan: InstancePlan) {
  const group = await groupOf(plan);
  const own = (path: 'instanceType' | 'locationCode') =>
    plan.inputs[path] === undefined
      ? path === 'instanceType'
        ? group?.instance_type
        : group?.location_code
      : plan.text(path);
  return {
    type: own('instanceType'),
    typePath: plan.inputs.instanceType === undefined ? 'instanceGroupId' : 'instanceType',
    location: own('locationCode'),
    locationPath: plan.inputs.locationCode === undefined ? 'instanceGroupId' : 'locationCode',
  };
}

/** An image type is supported by the machine's type. The id of an operating-system volume is looked at with the volumes. */
async function image(plan: InstancePlan): Promise<Problem[]> {
  if (isId(plan.text('image') ?? '')) return [];
  return instanceImage(plan, { imagePath: 'image', ...(await placement(plan)) });
}

/** Volumes that exist are where the machine will be, the one that it boots from included. */
async function attached(plan: InstancePlan): Promise<Problem[]> {
  const { location, locationPath } = await placement(plan);
  const site = { noun: 'instance', location, locationPath, fallbacks: plan.entries('fallbackLocationCodes') };
  const osVolume = plan.changed('image').filter(({ value }) => isId(value));
  const twice = plan
    .added('existingVolumes')
    .filter(({ value }) => value === plan.text('image'))
    .map(({ path }) => ({ path, reason: 'is the volume that image names already: leave it out here' }));
  const problems = await existingVolumes(plan, [...plan.added('existingVolumes'), ...osVolume], site);
  return [...twice, ...problems, ...(await bootable(plan))];
}

async function bootable(plan: InstancePlan): Promise<Problem[]> {
  const [given] = plan.changed('image').filter(({ value }) => isId(value));
  const answer = given && (await plan.find('volumes', plan.call.session.volumes, given.value));
  if (!given || !answer?.found || answer.found.is_os_volume) return [];
  return [
    {
      path: given.path,
      reason: `the volume ${given.value} is not an operating-system volume: attach it with existingVolumes, and give an image type`,
    },
  ];
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
  return room(plan, { type, typePath, isSpot, locations, waits: plan.text('waitForCapacity') }, () =>
    plan.catalogue.instanceAvailability(plan.call, isSpot),
  );
}

async function cost(plan: InstancePlan): Promise<Problem[]> {
  const { type } = await placement(plan);
  const known = (await plan.catalogue.instanceTypes(plan.call))?.find(
    (candidate) => candidate.instance_type === type,
  );
  if (plan.isNew && known?.deploy_warning) plan.call.warn(`${known.instance_type}: ${known.deploy_warning}`);
  const osVolume = { type: 'NVMe', size: plan.at('osVolume.size') };
  return deployCost(plan, 'instances', known, [osVolume, ...(plan.inputs.volumes ?? [])]);
}
