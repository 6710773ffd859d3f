import type { Choice } from '../../../core/validation/suggestion';
import type { Problem } from '../../../core/validation/shape';
import type { InputValue, PlannedResource } from '../plan';
import { quoted } from '../../../core/validation/suggestion';
import { unlisted } from '../messages';

/** A catalogue, and the names of its entries. */
interface CatalogueList extends Choice {
  /** A noun for an entry, with its article. */
  readonly noun: string;
}

/** Checks that new or changed locations exist. */
export const locations = (plan: PlannedResource<object>, givens: readonly InputValue[]): Promise<Problem[]> =>
  all(givens, () => locationList(plan));

/** Checks that a new or changed instance type exists. */
export const instanceTypes = (
  plan: PlannedResource<object>,
  givens: readonly InputValue[],
): Promise<Problem[]> =>
  all(
    givens,
    () => instanceTypeList(plan),
    () => clusterTypeList(plan),
    'use a Cluster',
  );

/** Checks that a new or changed cluster type exists. */
export const clusterTypes = (
  plan: PlannedResource<object>,
  givens: readonly InputValue[],
): Promise<Problem[]> =>
  all(
    givens,
    () => clusterTypeList(plan),
    () => instanceTypeList(plan),
    'use an Instance or a Fleet',
  );

/** The locations of machines and volumes. */
export async function locationList(plan: PlannedResource<object>): Promise<CatalogueList | undefined> {
  const known = await plan.catalogue.locations(plan.call);
  const names = new Map(known?.map(({ code, name }) => [code, [name]]));
  return (
    known && {
      noun: 'a location',
      candidates: [...names.keys()],
      namesOf: (code) => names.get(code) ?? [],
    }
  );
}

/** The instance types. */
export async function instanceTypeList(plan: PlannedResource<object>): Promise<CatalogueList | undefined> {
  const known = await plan.catalogue.instanceTypes(plan.call);
  const names = new Map(
    known?.map(
      (type) => [type.instance_type, [type.name, type.display_name, type.id].filter(Boolean)] as const,
    ),
  );
  return (
    known && {
      noun: 'an instance type',
      candidates: [...names.keys()],
      namesOf: (type) => names.get(type) ?? [],
      elsewhere: 'getInstanceTypes()',
    }
  );
}

async function clusterTypeList(plan: PlannedResource<object>): Promise<CatalogueList | undefined> {
  const known = await plan.catalogue.clusterTypes(plan.call);
  return (
    known && {
      noun: 'a cluster type',
      candidates: known.map((type) => type.cluster_type),
      elsewhere: 'getClusterTypes()',
    }
  );
}

/** Checks that a volume type is offered and can still be created. */
export async function volumeTypes(
  plan: PlannedResource<object>,
  givens: readonly InputValue[],
): Promise<Problem[]> {
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
          { noun: 'a volume type', candidates: offered },
        )
      : []),
  ];
}

/** Whether new volumes of this type are refused. Existing volumes remain usable, but cannot grow. */
export const isRetired = (volumeType: string): boolean => volumeType.startsWith('HDD');

/**
 * Checks that all values are in their catalogue.
 *
 * @param other a catalogue that is often confused with it, fetched only when a value is missing.
 * @param remedy what to do with a value of the other catalogue.
 */
async function all(
  givens: readonly InputValue[],
  ask: () => Promise<CatalogueList | undefined>,
  other: () => Promise<CatalogueList | undefined> = () => Promise.resolve(undefined),
  remedy = '',
): Promise<Problem[]> {
  const ownList = givens.length > 0 ? await ask() : undefined;
  if (!ownList || givens.every(({ value }) => ownList.candidates.includes(value))) return [];
  const otherList = await other();
  return missing(givens, ownList).map((problem) => {
    const value = givens.find(({ path }) => path === problem.path)?.value ?? '';
    return otherList?.candidates.includes(value)
      ? {
          path: problem.path,
          reason: `${quoted(value)} is ${otherList.noun}, not ${ownList.noun}: ${remedy}, or choose ${ownList.noun}`,
        }
      : problem;
  });
}

const missing = (givens: readonly InputValue[], { noun, ...choice }: CatalogueList): Problem[] =>
  givens
    .filter(({ value }) => !choice.candidates.includes(value))
    .map((given) => unlisted(given, noun, choice));
