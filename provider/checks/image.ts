import type { Image } from '../../api';
import type { Problem } from '../shape';
import type { Path, Plan } from './plan';
import { instead, quoted, unlisted } from './words';

/** What an image is asked to run on. */
export interface Runs<I> {
  /** Where the image stands. */
  readonly imagePath: Path<I>;
  /** Where the type stands, and what it is; undefined when it cannot be told. */
  readonly typePath: Path<I>;
  readonly type: string | undefined;
}

/** The images and types of one kind of compute. */
interface Offers {
  readonly images: readonly Image[];
  /** The specification does not show what a cluster type says of images: it may say nothing. */
  readonly types: readonly { readonly name: string; readonly supported: readonly string[] | undefined }[];
  readonly noun: string;
  readonly elsewhere: string;
}

/** An image exists and is supported by the type of the instance. */
export async function instanceImage<I extends object>(plan: Plan<I>, runs: Runs<I>): Promise<Problem[]> {
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
export async function clusterImage<I extends object>(plan: Plan<I>, runs: Runs<I>): Promise<Problem[]> {
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

const concerns = <I extends object>(plan: Plan<I>, { imagePath, typePath }: Runs<I>): boolean =>
  plan.text(imagePath) !== undefined && (plan.differs(imagePath) || plan.differs(typePath));

function image<I extends object>(
  plan: Plan<I>,
  { imagePath, typePath, type }: Runs<I>,
  offers: Offers,
): Problem[] {
  const value = plan.text(imagePath) ?? '';
  const all = offers.images.map((candidate) => candidate.image_type);
  const machine = offers.types.find(({ name }) => name === type);
  if (machine?.supported?.includes(value)) return [];
  const candidates = machine?.supported ?? all;
  const changed = plan.differs(imagePath);
  if (!all.includes(value) && !offers.types.some(({ supported }) => supported?.includes(value))) {
    return changed ? [unlisted({ path: imagePath, value }, offers.noun, candidates, offers.elsewhere)] : [];
  }
  if (!machine?.supported) return [];
  const reason = `${quoted(value)} does not run on ${machine.name}${instead(value, candidates, offers.elsewhere)}`;
  if (changed) return [{ path: imagePath, reason }];
  const able = offers.types.filter(({ supported }) => supported?.includes(value)).map(({ name }) => name);
  return [
    {
      path: typePath,
      reason: `${quoted(machine.name)} does not run ${imagePath} ${quoted(value)}${instead(machine.name, able)}`,
    },
  ];
}
