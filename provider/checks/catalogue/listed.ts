import type { Choice } from '../../../core/validation/suggestion';
import type { Problem } from '../../../core/validation/shape';
import type { InputValue, PlannedResource } from '../plan';
import { quoted } from '../../../core/validation/suggestion';
import { unlisted } from '../messages';

/** A catalogue as programs name its entries. */
interface Listing extends Choice {
  /** What an entry is, with its article. */
  readonly noun: string;
}

/** The locations that are new or changed exist. */
export const locations = (plan: PlannedResource<object>, givens: readonly InputValue[]): Promise<Problem[]> =>
  all(givens, () => locationListing(plan));

/** A type of machine that is new or changed exists. */
export const instanceTypes = (
  plan: PlannedResource<object>,
  givens: readonly InputValue[],
): Promise<Problem[]> =>
  all(
    givens,
    () => instanceTypeListing(plan),
    () => clusterTypeListing(plan),
    'make a Cluster of it',
  );

/** A type of cluster that is new or changed exists. */
export const clusterTypes = (
  plan: PlannedResource<object>,
  givens: readonly InputValue[],
): Promise<Problem[]> =>
  all(
    givens,
    () => clusterTypeListing(plan),
    () => instanceTypeListing(plan),
    'make an Instance or a Fleet of it',
  );

/** Where machines and volumes can be, in words for a sentence about one that is missing. */
export async function locationListing(plan: PlannedResource<object>): Promise<Listing | undefined> {
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

/** The types of machines. */
export async function instanceTypeListing(plan: PlannedResource<object>): Promise<Listing | undefined> {
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

async function clusterTypeListing(plan: PlannedResource<object>): Promise<Listing | undefined> {
  const known = await plan.catalogue.clusterTypes(plan.call);
  return (
    known && {
      noun: 'a cluster type',
      candidates: known.map((type) => type.cluster_type),
      elsewhere: 'getClusterTypes()',
    }
  );
}

/** A type of volume is offered, and not one that can no longer be made. */
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

/** New volumes of this type are refused; those that exist work on, but cannot grow. */
export const isRetired = (volumeType: string): boolean => volumeType.startsWith('HDD');

/**
 * All are in their catalogue.
 *
 * @param other a catalogue that they are mistaken to be of, asked only when one is missing.
 * @param remedy what to do with an entry of that.
 */
async function all(
  givens: readonly InputValue[],
  ask: () => Promise<Listing | undefined>,
  other: () => Promise<Listing | undefined> = () => Promise.resolve(undefined),
  remedy = '',
): Promise<Problem[]> {
  const listing = givens.length > 0 ? await ask() : undefined;
  if (!listing || givens.every(({ value }) => listing.candidates.includes(value))) return [];
  const mistaken = await other();
  return missing(givens, listing).map((problem) => {
    const value = givens.find(({ path }) => path === problem.path)?.value ?? '';
    return mistaken?.candidates.includes(value)
      ? {
          path: problem.path,
          reason: `${quoted(value)} is ${mistaken.noun}, not ${listing.noun}: ${remedy}, or give ${listing.noun}`,
        }
      : problem;
  });
}

const missing = (givens: readonly InputValue[], { noun, ...choice }: Listing): Problem[] =>
  givens
    .filter(({ value }) => !choice.candidates.includes(value))
    .map((given) => unlisted(given, noun, choice));
