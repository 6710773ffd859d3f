import type { Tag } from '#contract';
import { exchangeRate } from '../../model/catalogue';
import { statusOf } from '../../model/time/timelines';
import { isGone } from '../../resources/machines/machines';
import { isPurged } from '../../resources/volumes/volume';
import type { Owned } from '../../model/projects';
import type { Living } from '../../model/time/timelines';
import type { Cloud } from '../../resources';

/** A resource as the console lists it. A field that the kind does not have is left out. */
export interface ResourceRow {
  id: string;
  kind: 'instance' | 'cluster' | 'volume' | 'group' | 'sshKey' | 'script';
  project: string;
  name: string;
  status?: string;
  /** The planned change of the status, unless something else happens. Milliseconds of the cloud's clock. */
  next?: { status: string; at: number };
  type?: string;
  location?: string;
  address?: string;
  isSpot?: boolean;
  isOsVolume?: boolean;
  gigabytes?: number;
  /** In the currency of the project. */
  pricePerHour?: number;
  /** Milliseconds of the cloud's clock. */
  createdAt?: number;
  tags?: Tag[];
  /** Ids of the machines that a volume is attached to, or that a group has. */
  machines?: string[];
  /** Another detail that identifies it: an image, a fingerprint. */
  note?: string;
}

/** Everything that exists, the trash included. */
export function resourceRows(cloud: Cloud): ResourceRow[] {
  return [
    ...machineRows(cloud),
    ...volumeRows(cloud),
    ...groupRows(cloud),
    ...keyRows(cloud),
    ...scriptRows(cloud),
  ];
}

const inProject = ({ world }: Cloud, { projectId }: Owned, dollars: number): number =>
  dollars * exchangeRate[world.projects.get(projectId).currency];

function life(resource: Living): Pick<ResourceRow, 'status' | 'next'> {
  const planned = resource.phases[resource.entered];
  return {
    status: statusOf(resource),
    ...(planned !== undefined && { next: { status: planned.status, at: planned.at } }),
  };
}

function* machineRows(cloud: Cloud): Iterable<ResourceRow> {
  for (const instance of cloud.instances.table.values()) {
    if (isGone(instance)) continue;
    yield {
      ...life(instance),
      id: instance.id,
      kind: 'instance',
      project: instance.projectId,
      name: instance.hostname,
      type: instance.type,
      location: instance.location,
      ...(instance.ip !== null && { address: instance.ip }),
      isSpot: instance.isSpot,
      pricePerHour: inProject(cloud, instance, instance.pricePerHour),
      createdAt: instance.createdAt,
      tags: instance.tags,
      note: instance.image,
    };
  }
  for (const cluster of cloud.clusters.table.values()) {
    if (isGone(cluster)) continue;
    const { ip } = cloud.clusters.jumpHostOf(cluster);
    yield {
      ...life(cluster),
      id: cluster.id,
      kind: 'cluster',
      project: cluster.projectId,
      name: cluster.hostname,
      type: cluster.type,
      location: cluster.location,
      ...(ip !== null && { address: ip }),
      pricePerHour: inProject(cloud, cluster, cluster.pricePerHour),
      createdAt: cluster.createdAt,
      tags: cluster.tags,
      note: cluster.image,
    };
  }
}

function* volumeRows(cloud: Cloud): Iterable<ResourceRow> {
  for (const volume of cloud.volumes.table.values()) {
    if (isPurged(volume)) continue;
    yield {
      ...life(volume),
      id: volume.id,
      kind: 'volume',
      project: volume.projectId,
      name: volume.name,
      type: volume.type,
      location: volume.location,
      isOsVolume: volume.isOs,
      gigabytes: volume.size,
      pricePerHour: cloud.volumes.isBilled(volume)
        ? inProject(cloud, volume, cloud.volumes.hourlyPrice(volume))
        : 0,
      createdAt: volume.createdAt,
      tags: volume.tags,
      machines: volume.instanceIds,
    };
  }
}

function* groupRows({ groups }: Cloud): Iterable<ResourceRow> {
  for (const group of groups.table.values()) {
    if (group.deletedAt !== null) continue;
    yield {
      id: group.id,
      kind: 'group',
      project: group.projectId,
      name: group.name,
      type: group.instanceType,
      location: group.location,
      createdAt: group.createdAt,
      machines: groups.members(group).map(({ id }) => id),
      note: group.template.image,
    };
  }
}

function* keyRows({ sshKeys }: Cloud): Iterable<ResourceRow> {
  for (const { id, projectId, name, fingerprint } of sshKeys.table.values())
    yield {
      id,
      kind: 'sshKey',
      project: projectId,
      name,
      ...(fingerprint !== null && { note: fingerprint }),
    };
}

function* scriptRows({ scripts }: Cloud): Iterable<ResourceRow> {
  for (const { id, projectId, name, createdAt } of scripts.table.values())
    yield { id, kind: 'script', project: projectId, name, createdAt };
}
