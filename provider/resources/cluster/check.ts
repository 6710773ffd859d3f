import type { Cluster } from '../../../api';
import type { Call } from '../../run/call';
import type { Problem } from '../../../core/validation/shape';
import { duplicatesIn, usesIn } from '../../checks/unique';
import type { Use } from '../../run/program';
import { billAdopted, billing } from '../../checks/cost/bill';
import { deployLines, showDeployCost } from '../../checks/cost/deployCost';
import {
  contractEnd,
  warnOfBilledWhileOff,
  warnOfNotShutDown,
  warnOfNoKeys,
} from '../../checks/machines/contradictoryOptions';
import { adopts, found } from '../../checks/existing';
import { adoptionBySchema, listedInputs } from '../../checks/fromSchema';
import { checkExistingVolumes, sharedTypes } from '../../volumes/checkExisting';
import { hostname, usesOfHost } from '../../checks/machines/hostname';
import { clusterImage } from '../../checks/catalogue/image';
import { checkPeriods } from '../../checks/catalogue/periods';
import { checkPlaces, checkCapacity } from '../../checks/catalogue/capacity';
import type { PlannedResource } from '../../checks/plan';
import { checkAdoptedExpiry, checkExpiry } from '../../machines/expiry/preview';
import { checkConditions } from '../../machines/conditions/check';
import { runChecks } from '../../checks/plan';
import { warnOfRename } from '../../checks/renamed';
import { comparableInputs } from '../../machines/machine';
import { adoptable, clusterSchema } from './schema';
import { unknownNodes } from './nodes';
import type { ClusterInputs } from './schema';
import { costOf, createdVolumes, expiryOfCluster } from './order';

type ClusterPlan = PlannedResource<ClusterInputs>;

/** A cluster has one host name, and uses the volumes that it mounts. */
export const usesOfCluster = (inputs: Partial<ClusterInputs>): Use[] => [
  ...usesOfHost(inputs),
  ...usesIn('volume', 'existingVolumes', inputs.existingVolumes),
];

/** Reports the problems of a cluster that a preview can find. */
export async function checkCluster(
  call: Call,
  inputs: Partial<ClusterInputs>,
  olds: Partial<ClusterInputs> | undefined,
): Promise<Problem[]> {
  return runChecks(call, inputs, olds, (plan) => {
    const always = [
      hostname(plan),
      checkConditions(plan),
      checkExpiry(plan),
      contractEnd(plan),
      duplicatesIn(plan, 'existingVolumes'),
      warnOfBilledWhileOff(plan),
      warnOfNotShutDown(plan),
      listedInputs(plan, clusterSchema),
    ];
    if (adopts(plan)) return [...always, checkAdopted(plan), cost(plan)];
    return [
      ...always,
      warnOfNoKeys(plan),
      checkPlaces(plan),
      checkPeriods(plan, 'clusters'),
      clusterImage(plan, { imagePath: 'image', typePath: 'clusterType', type: plan.text('clusterType') }),
      checkAttachedVolumes(plan),
      checkAvailability(plan),
      warnOfRenamedCluster(plan),
      cost(plan),
    ];
  });
}

const checkAdopted = (plan: ClusterPlan): Promise<Problem[]> =>
  adoptionBySchema(plan, clusterSchema, plan.call.run.clusters, {
    complete: adoptable,
    inputs: (found) => comparableInputs(found, plan.inputs),
    also: (_, found) => [
      ...unknownNodes(found, plan.entries('offlineNodes')),
      ...checkAdoptedExpiry(plan, found, expiryOfCluster(found, plan.inputs)),
    ],
  });

/** A cluster can mount shared volumes only. */
async function checkAttachedVolumes(plan: ClusterPlan): Promise<Problem[]> {
  const givens = plan.added('existingVolumes');
  const site = {
    noun: 'cluster',
    location: plan.text('locationCode'),
    moves: plan.differs('locationCode'),
    fallbacks: plan.entries('fallbackLocationCodes'),
    volumes: plan.entries('existingVolumes'),
  };
  const problems = await checkExistingVolumes(plan, givens, site);
  if (problems.length > 0 || givens.length === 0) return problems;
  const shared = await sharedTypes(plan);
  return found(plan, shared.length > 0 ? givens : [], 'volume', plan.call.run.volumes, ({ path }, volume) =>
    shared.includes(volume.type)
      ? []
      : [
          {
            path,
            reason: `names the volume ${volume.id} of the type ${volume.type}; a cluster mounts shared volumes only (${shared.join(', ')})`,
          },
        ],
  );
}

function warnOfRenamedCluster(plan: ClusterPlan): Promise<Problem[]> {
  const [type, location] = [plan.text('clusterType'), plan.text('locationCode')];
  const isAskedFor = (one: Cluster) => one.cluster_type === type && one.location === location;
  return warnOfRename(plan, 'cluster', 'hostname', plan.call.run.clusters, isAskedFor);
}

async function checkAvailability(plan: ClusterPlan): Promise<Problem[]> {
  if (!plan.isNew) return [];
  const type = plan.text('clusterType');
  const known = await plan.catalogue.clusterTypes(plan.call);
  if (!known?.some((candidate) => candidate.cluster_type === type)) return [];
  const locations = [
    plan.text('locationCode'),
    ...plan.entries('fallbackLocationCodes').map(({ value }) => value),
  ];
  const waits = plan.text('waitForCapacity');
  return checkCapacity(plan, { type, typePath: 'clusterType', isSpot: false, locations, waits }, () =>
    plan.catalogue.clusterAvailability(plan.call),
  );
}

const showClusterCost = (plan: ClusterPlan): Promise<Problem[]> =>
  showDeployCost(plan, async (each: ClusterPlan) => {
    const known = await each.catalogue.clusterTypes(each.call);
    const type = known?.find((candidate) => candidate.cluster_type === each.text('clusterType'));
    return deployLines(each, 'clusters', { type, isSpot: false }, createdVolumes(each.inputs));
  });

const cost = (plan: ClusterPlan): Promise<Problem[]> =>
  adopts(plan)
    ? billAdopted(plan, 'cluster', plan.call.run.clusters, (found) => costOf(plan.call, found, {}))
    : showClusterCost(plan);

export const billCluster = billing(cost);
