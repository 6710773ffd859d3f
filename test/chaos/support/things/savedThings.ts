import type { TaggedCollection } from '../../../../api/services/tags';
import { CREATED_AT, PENDING_TAG_ID } from '../../../../core/hiddenProperties';
import type { Saved } from '../../../../sdk/owner/removePendingTag';
import type { Declared, Properties } from '../program';

const collections: Record<Declared['kind'], TaggedCollection> = {
  Instance: 'instances',
  Volume: 'volumes',
  Cluster: 'clusters',
};

/** The ids of the volumes that were created with a machine, from its outputs. */
export function volumesIn(outputs: Properties): string[] {
  const shared = (outputs['sharedVolumes'] ?? []) as { readonly id: string }[];
  return [...((outputs['ownVolumeIds'] ?? []) as string[]), ...shared.map(({ id }) => id)];
}

/** A resource and the volumes that were created with it, as the program gets them when they are in state. */
export function savedThings(
  kind: Declared['kind'],
  id: string,
  outputs: Properties,
  runStartedAt: number,
): Saved[] {
  const isNew = Number(outputs[CREATED_AT] ?? 0) >= runStartedAt;
  const tagId = outputs[PENDING_TAG_ID];
  return [
    {
      ...{ collection: collections[kind], id, isNew },
      ...(typeof tagId === 'string' && { pendingTagId: tagId }),
    },
    ...volumesIn(outputs).map((volumeId): Saved => {
      return {
        ...{ collection: 'volumes', id: volumeId },
        isNew: isNew && volumeId !== outputs['osVolumeId'],
      };
    }),
  ];
}
