import type { TagRequest } from '../../api/schema';
import type { TagMap } from '../schema/tagMap';
import { tagRequests } from '../schema/tagMap';

/** What the cloud does with a volume when its spot machine is evicted (Deploy instance body). */
export const ON_SPOT_DISCONTINUE = ['keep_detached', 'move_to_trash', 'delete_permanently'] as const;
export type OnSpotDiscontinue = (typeof ON_SPOT_DISCONTINUE)[number];

/** The policy of the cloud for volumes without a declared one. */
export const DEFAULT_POLICY: OnSpotDiscontinue = 'keep_detached';

/** Types that a new volume may have; existing HDD volumes can be adopted, attached, renamed and cloned away. */
export const VOLUME_TYPES = [
  'NVMe',
  'NVMe_Shared',
  'NVMe_Local_Storage',
  'NVMe_Shared_Cluster',
  'NVMe_OS_Cluster',
  'HDD',
  'HDD_Shared',
] as const;

/** The tags of an order. */
export const withPendingTag = (
  pendingTag: TagRequest,
  declared: TagMap | undefined,
): { key: string; value: string }[] => [
  { key: pendingTag.key, value: pendingTag.value ?? '' },
  ...tagRequests(declared),
];
