import type { Image } from '../../../api/index';
import type { Problem } from '../../../core/validation/shape';
import type { Path, PlannedResource } from '../plan';
import { instead, listed, quoted } from '../../../core/validation/suggestion';
import { unlisted } from '../messages';

/** The inputs that name an image and a type. */
export interface ImageChoice<I> {
  readonly imagePath: Path<I>;
  /** The type; undefined when it is not known. */
  readonly typePath: Path<I>;
  readonly type: string | undefined;
}

/** The images and types of instances, or of clusters. */
interface Offers {
  readonly images: readonly Image[];
  /** The images of the other kind, fetched only when an image is not found: the two are often confused. */
  readonly others: () => Promise<readonly Image[] | undefined>;
  /** The specification does not show the image fields of a cluster type: the list may be missing. */
  readonly types: readonly { readonly name: string; readonly supported: readonly string[] | undefined }[];
  readonly noun: string;
  readonly otherNoun: string;
  readonly elsewhere: string;
}

const FOR_INSTANCES = 'an image for instances';
const FOR_CLUSTERS = 'an image for clusters';

/** Checks that an image exists and that the instance type supports it. */
export async function instanceImage<I extends object>(
  plan: PlannedResource<I>,
  choice: ImageChoice<I>,
): Promise<Problem[]> {
  if (!concerns(plan, choice)) return [];
  const [images, types] = await Promise.all([
    plan.catalogue.images(plan.call),
    plan.catalogue.instanceTypes(plan.call),
  ]);
  if (!images || !types) return [];
  const supported = types.map((type) => ({ name: type.instance_type, supported: type.supported_os }));
  return image(plan, choice, {
    images,
    others: () => plan.catalogue.clusterImages(plan.call),
    types: supported,
    noun: FOR_INSTANCES,
    otherNoun: FOR_CLUSTERS,
    elsewhere: 'getImages()',
  });
}

/** Checks that an image exists and that the cluster type supports it. */
export async function clusterImage<I extends object>(
  plan: PlannedResource<I>,
  choice: ImageChoice<I>,
): Promise<Problem[]> {
  if (!concerns(plan, choice)) return [];
  const [images, types] = await Promise.all([
    plan.catalogue.clusterImages(plan.call),
    plan.catalogue.clusterTypes(plan.call),
  ]);
  if (!images || !types) return [];
  const supported = types.map((type) => ({ name: type.cluster_type, supported: type.supported_os }));
  return image(plan, choice, {
    images,
    others: () => plan.catalogue.images(plan.call),
    types: supported,
    noun: FOR_CLUSTERS,
    otherNoun: FOR_INSTANCES,
    elsewhere: 'getClusterImages()',
  });
}

const concerns = <I extends object>(
  plan: PlannedResource<I>,
  { imagePath, typePath }: ImageChoice<I>,
): boolean => plan.text(imagePath) !== undefined && (plan.differs(imagePath) || plan.differs(typePath));

async function image<I extends object>(
  plan: PlannedResource<I>,
  { imagePath, typePath, type }: ImageChoice<I>,
  offers: Offers,
): Promise<Problem[]> {
  const value = plan.text(imagePath) ?? '';
  const all = offers.images.map((candidate) => candidate.image_type);
  const machine = offers.types.find(({ name }) => name === type);
  if (machine?.supported?.includes(value)) return [];
  const candidates = machine?.supported ?? all;
  const names = new Map(offers.images.map(({ image_type: key, name, id }) => [key, [name, id]]));
  const choice = {
    candidates,
    namesOf: (candidate: string) => names.get(candidate) ?? [],
    elsewhere: offers.elsewhere,
  };
  const changed = plan.differs(imagePath);
  if (!all.includes(value) && !offers.types.some(({ supported }) => supported?.includes(value))) {
    if (!changed) return [];
    const others = (await offers.others())?.map((other) => other.image_type) ?? [];
    if (!others.includes(value)) return [unlisted({ path: imagePath, value }, offers.noun, choice)];
    const fitting = candidates.length > 0 ? `; there are ${listed(candidates, offers.elsewhere)}` : '';
    return [
      { path: imagePath, reason: `${quoted(value)} is ${offers.otherNoun}, not ${offers.noun}${fitting}` },
    ];
  }
  if (!machine?.supported) return [];
  const reason = `${quoted(value)} is not supported by ${machine.name}${instead(value, choice)}`;
  if (changed) return [{ path: imagePath, reason }];
  const supportingTypes = offers.types
    .filter(({ supported }) => supported?.includes(value))
    .map(({ name }) => name);
  return [
    {
      path: typePath,
      reason: `${quoted(machine.name)} does not support ${imagePath} ${quoted(value)}${instead(machine.name, { candidates: supportingTypes })}`,
    },
  ];
}
