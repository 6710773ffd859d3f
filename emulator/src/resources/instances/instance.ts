import type { Contract, InstanceStatus, Tag } from '#contract';
import { enumOf } from '../../contract/document';
import { locationCodes, machineTypeByName } from '../../model/catalogue';
import {
  flag,
  instant,
  listOf,
  nullable,
  number,
  objectOf,
  oneOf,
  optional,
  rowOf,
  text,
} from '../../model/rows';
import { livingFields } from '../../model/time/timelines';
import { keptFields } from '../shared/kept';
import { tagFields } from '../shared/tags';
import type { Owned } from '../../model/projects';
import type { Living } from '../../model/time/timelines';
import type { Kept } from '../shared/kept';
import type { Release } from '../volumes/volume';

export interface Instance extends Kept<'Instance'>, Owned, Living<InstanceStatus> {
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
  /** The keys that a machine which answers accepts; they stay when the project deletes them. */
  authorizedKeys?: string[];
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

export const instanceRow = rowOf<Instance>({
  projectId: text,
  ...keptFields('Instance'),
  type: oneOf(machineTypeByName.keys()),
  image: text,
  osName: text,
  location: oneOf(locationCodes),
  contract: oneOf(enumOf('Contract')),
  isSpot: flag,
  pricePerHour: number,
  sshKeyIds: listOf(text),
  authorizedKeys: optional(listOf(text)),
  startupScriptId: nullable(text),
  osVolumeId: nullable(text),
  groupId: nullable(text),
  coupon: nullable(text),
  ip: nullable(text),
  privateIp: nullable(text),
  jupyterToken: text,
  createdAt: instant,
  createdByUserId: text,
  tags: listOf(tagFields),
  release: nullable(objectOf<Release>({ volumeIds: listOf(text), permanently: flag })),
  ...livingFields(enumOf('InstanceStatus')),
});

export interface InstanceFilter {
  status?: InstanceStatus | undefined;
  id?: string | undefined;
  /** `key` or `key=value`; all of them are required. */
  tags?: readonly string[] | undefined;
}
