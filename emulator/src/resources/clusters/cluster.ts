import type { ClusterStatus, Contract, ExtensionSettings, Tag } from '#contract';
import { clusterKinds, locationCodes } from '../../model/catalogue';
import { enumOf } from '../../contract/document';
import { flag, instant, listOf, nullable, number, oneOf, optional, rowOf, text } from '../../model/rows';
import { livingFields } from '../../model/time/timelines';
import { tagFields } from '../shared/tags';
import { internal } from '../../model/events';
import type { ClusterKind } from '../../model/catalogue';
import type { Owned } from '../../model/projects';
import type { Living } from '../../model/time/timelines';

export interface Cluster extends Owned, Living<ClusterStatus> {
  hostname: string;
  description: string;
  /** The name of its type. */
  type: string;
  image: string;
  osName: string;
  location: string;
  contract: Contract;
  /** US dollars. */
  pricePerHour: number;
  /** The code of its long-term period. */
  periodCode: string | null;
  autoRentExtension: boolean | null;
  turnToPayAsYouGo: boolean | null;
  extension: ExtensionSettings | null;
  sshKeyIds: string[];
  /** The keys that a jump host which answers accepts; they stay when the project deletes them. */
  authorizedKeys?: string[];
  startupScriptId: string | null;
  osVolumeId: string;
  createdAt: number;
  createdByUserId: string;
  tags: Tag[];
}

/** Once the cluster runs, each node can be switched on or off. */
export interface ClusterNode extends Owned, Living<ClusterStatus> {
  clusterId: string;
  role: 'worker' | 'jump_host' | 'service';
  hostname: string;
  ip: string | null;
  privateIp: string | null;
}

const statuses = enumOf('ClusterStatus');

export const clusterRow = rowOf<Cluster>({
  projectId: text,
  hostname: text,
  description: text,
  type: oneOf(clusterKinds.map(({ name }) => name)),
  image: text,
  osName: text,
  location: oneOf(locationCodes),
  contract: oneOf(enumOf('Contract')),
  pricePerHour: number,
  periodCode: nullable(text),
  autoRentExtension: nullable(flag),
  turnToPayAsYouGo: nullable(flag),
  extension: nullable(oneOf(enumOf('ExtensionSettings'))),
  sshKeyIds: listOf(text),
  authorizedKeys: optional(listOf(text)),
  startupScriptId: nullable(text),
  osVolumeId: text,
  createdAt: instant,
  createdByUserId: text,
  tags: listOf(tagFields),
  ...livingFields(statuses),
});

export const nodeRow = rowOf<ClusterNode>({
  projectId: text,
  clusterId: text,
  role: oneOf(['worker', 'jump_host', 'service']),
  hostname: text,
  ip: nullable(text),
  privateIp: nullable(text),
  ...livingFields(statuses),
});

/** The cause of the changes at the end of a long-term contract. */
export const contractEnded = internal('contract_ended');

export function kindOf({ id, type }: Cluster): ClusterKind {
  const kind = clusterKinds.find(({ name }) => name === type);
  if (kind === undefined) throw new Error(`Cluster ${id} has the unknown type ${type}.`);
  return kind;
}
