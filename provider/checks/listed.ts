import type { Image, InstanceType, Location, LongTermPeriod } from '../../api';
import type { Problem } from '../shape';
import type { Given, Plan } from './plan';
import { instead, quoted, unlisted } from './words';

/** The locations that are new or changed exist. */
export async function locations<I extends object>(
  plan: Plan<I>,
  givens: readonly Given[],
): Promise<Problem[]> {
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
export async function instanceTypes<I extends object>(
  plan: Plan<I>,
  givens: readonly Given[],
): Promise<Problem[]> {
  if (givens.length === 0) return [];
  const known = await plan.catalogue.instanceTypes(plan.call);
  return known ? missing(givens, 'an instance type', typesOf(known), 'getInstanceTypes()') : [];
}

/** A type of cluster that is new or changed exists. */
export async function clusterTypes<I extends object>(
  plan: Plan<I>,
  givens: readonly Given[],
): Promise<Problem[]> {
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
export async function volumeTypes<I extends object>(
  plan: Plan<I>,
  givens: readonly Given[],
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
          'a volume type',
          offered,
        )
      : []),
  ];
}

/** New volumes of this type are refused; those that exist work on, but cannot grow. */
export const isRetired = (volumeType: string): boolean => volumeType.startsWith('HDD');

/** A period is enabled, and goes with the contract. */
export async function periods<I extends object>(
  plan: Plan<I>,
  of: 'instances' | 'clusters',
): Promise<Problem[]> {
  const [period] = plan.changed('longTermPeriod');
  const asked = plan.text('longTermPeriod');
  const problems: Problem[] = [];
  if (
    asked !== undefined &&
    !plan.isUnknown('contract') &&
    (period ?? plan.changed('contract')[0]) &&
    plan.text('contract') !== 'LONG_TERM'
  ) {
    const contract = plan.text('contract');
    const now = contract === undefined ? 'there is none' : `it is ${quoted(contract)}`;
    problems.push({
      path: 'longTermPeriod',
      reason: `needs the contract "LONG_TERM", and ${now}: set contract: "LONG_TERM", or leave longTermPeriod out`,
    });
  }
  const known = period && (await plan.catalogue.periods(plan.call, of));
  if (!period || !known) return problems;
  const enabled = known.filter((candidate: LongTermPeriod) => candidate.is_enabled).map(({ code }) => code);
  if (enabled.includes(period.value)) return problems;
  const isDisabled = known.some(({ code }) => code === period.value);
  return [
    ...problems,
    isDisabled
      ? {
          path: period.path,
          reason: `${quoted(period.value)} cannot be ordered at present; there are ${enabled.join(', ')}`,
        }
      : unlisted(period, 'a long-term period', enabled),
  ];
}

/** What an image is asked to run on. */
export interface Runs {
  /** Where the image stands. */
  readonly imagePath: string;
  /** Where the type stands, and what it is; undefined when it cannot be told. */
  readonly typePath: string;
  readonly type: string | undefined;
}

/** The images and types of one kind of compute. */
interface Offers {
  readonly images: readonly Image[];
  readonly types: readonly { readonly name: string; readonly supported: readonly string[] }[];
  readonly noun: string;
  readonly elsewhere: string;
}

/** An image exists and is supported by the type of the instance. */
export async function instanceImage<I extends object>(plan: Plan<I>, runs: Runs): Promise<Problem[]> {
  if (!concerns(plan, runs)) return [];
  const [images, types] = await Promise.all([
    plan.catalogue.images(plan.call),
    plan.catalogue.instanceTypes(plan.call),
  ]);
  if (!images || !types) return [];
  const supported = types.map((type) => ({ name: type.instance_type, supported: type.supported_os }));
  return image(plan, runs, {
    images,
    types: supported,
    noun: 'an image for instances',
    elsewhere: 'getImages()',
  });
}

/** An image exists and is supported by the type of the cluster. */
export async function clusterImage<I extends object>(plan: Plan<I>, runs: Runs): Promise<Problem[]> {
  if (!concerns(plan, runs)) return [];
  const [images, types] = await Promise.all([
    plan.catalogue.clusterImages(plan.call),
    plan.catalogue.clusterTypes(plan.call),
  ]);
  if (!images || !types) return [];
  const supported = types.map((type) => ({ name: type.cluster_type, supported: type.supported_os }));
  return image(plan, runs, {
    images,
    types: supported,
    noun: 'an image for clusters',
    elsewhere: 'getClusterImages()',
  });
}

const concerns = <I extends object>(plan: Plan<I>, { imagePath, typePath }: Runs): boolean =>
  plan.text(imagePath) !== undefined && (plan.differs(imagePath) || plan.differs(typePath));

function image<I extends object>(
  plan: Plan<I>,
  { imagePath, typePath, type }: Runs,
  offers: Offers,
): Problem[] {
  const value = plan.text(imagePath) ?? '';
  const all = offers.images.map((candidate) => candidate.image_type);
  const machine = offers.types.find(({ name }) => name === type);
  if (machine?.supported.includes(value)) return [];
  const candidates = machine?.supported ?? all;
  const changed = plan.differs(imagePath);
  if (!all.includes(value) && !offers.types.some(({ supported }) => supported.includes(value))) {
    return changed ? [unlisted({ path: imagePath, value }, offers.noun, candidates, offers.elsewhere)] : [];
  }
  if (!machine) return [];
  const reason = `${quoted(value)} does not run on ${machine.name}${instead(value, candidates, offers.elsewhere)}`;
  if (changed) return [{ path: imagePath, reason }];
  const able = offers.types.filter(({ supported }) => supported.includes(value)).map(({ name }) => name);
  return [
    {
      path: typePath,
      reason: `${quoted(machine.name)} does not run ${imagePath} ${quoted(value)}${instead(machine.name, able)}`,
    },
  ];
}

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
