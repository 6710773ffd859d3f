import type { InstanceType, Location } from '../../api';
import type { Problem } from '../shape';
import type { Given, Plan } from './plan';
import { quoted, unlisted } from './words';

/** The locations that are new or changed exist. */
export async function locations(plan: Plan<object>, givens: readonly Given[]): Promise<Problem[]> {
  if (givens.length === 0) return [];
  const known = await plan.catalogue.locations(plan.call);
  return known
    ? missing(
        givens,
        'a location',
        known.map(({ code }: Location) => code),
      )
    : [];
}

/** A type of machine that is new or changed exists. */
export async function instanceTypes(plan: Plan<object>, givens: readonly Given[]): Promise<Problem[]> {
  if (givens.length === 0) return [];
  const known = await plan.catalogue.instanceTypes(plan.call);
  return known ? missing(givens, 'an instance type', typesOf(known), 'getInstanceTypes()') : [];
}

/** A type of cluster that is new or changed exists. */
export async function clusterTypes(plan: Plan<object>, givens: readonly Given[]): Promise<Problem[]> {
  if (givens.length === 0) return [];
  const known = await plan.catalogue.clusterTypes(plan.call);
  return known
    ? missing(
        givens,
        'a cluster type',
        known.map((type) => type.cluster_type),
        'getClusterTypes()',
      )
    : [];
}

/** A type of volume is offered, and not one that can no longer be made. */
export async function volumeTypes(plan: Plan<object>, givens: readonly Given[]): Promise<Problem[]> {
  if (givens.length === 0) return [];
  const known = await plan.catalogue.volumeTypes(plan.call);
  const retired = givens.filter(({ value }) => isRetired(value));
  const offered = known?.map(({ type }) => type).filter((type) => !isRetired(type));
  return [
    ...retired.map(({ path, value }) => ({
      path,
      reason: `${quoted(value)} cannot be created any more: did you mean ${JSON.stringify(value.replace('HDD', 'NVMe'))}?`,
    })),
    ...(offered
      ? missing(
          givens.filter((given) => !retired.includes(given)),
          'a volume type',
          offered,
        )
      : []),
  ];
}

/** New volumes of this type are refused; those that exist work on, but cannot grow. */
export const isRetired = (volumeType: string): boolean => volumeType.startsWith('HDD');

const typesOf = (types: readonly InstanceType[]): string[] => types.map((type) => type.instance_type);

const missing = (
  givens: readonly Given[],
  noun: string,
  known: readonly string[],
  elsewhere?: string,
): Problem[] =>
  givens
    .filter(({ value }) => !known.includes(value))
    .map((given) => unlisted(given, noun, known, elsewhere));
