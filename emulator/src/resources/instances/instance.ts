import type { Contract, InstanceStatus, Tag } from '#contract';
import type { Owned } from '../../model/projects';
import type { Living } from '../../model/time/timelines';
import type { Release } from '../volumes/volume';

export interface Instance extends Owned, Living<InstanceStatus> {
  hostname: string;
  description: string;
  /** The name of its type. */
  type: string;
  image: string;
  osName: string;
  location: string;
  contract: Contract;
  isSpot: boolean;
  /** US dollars. */
  pricePerHour: number;
  sshKeyIds: string[];
  startupScriptId: string | null;
  osVolumeId: string | null;
  groupId: string | null;
  coupon: string | null;
  ip: string | null;
  /** In the project's default network; null where that has no subnet. */
  privateIp: string | null;
  jupyterToken: string;
  createdAt: number;
  createdByUserId: string;
  tags: Tag[];
  /** Set once it is being deleted. */
  release: Release | null;
}

export interface InstanceFilter {
  status?: InstanceStatus | undefined;
  id?: string | undefined;
  /** `key` or `key=value`; all of them are required. */
  tags?: readonly string[] | undefined;
}
