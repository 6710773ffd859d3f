import { isUuid } from '../../../checks/messages';

/** Whether `image` is the id of a volume to boot from. */
export const isVolumeId = (image: string | undefined): image is string =>
  image !== undefined && isUuid(image);

/** The volumes that a machine is ordered with, and that outlive it. */
export const attachedVolumes = ({
  image,
  existingVolumes = [],
}: {
  readonly image?: string;
  readonly existingVolumes?: readonly string[];
}): string[] => [...(isVolumeId(image) ? [image] : []), ...existingVolumes];
