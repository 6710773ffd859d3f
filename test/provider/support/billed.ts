// What costs money in the cloud of a stack.
import type { Cluster, Instance } from '../../../api';
import { isBilled, isGoing } from '../../../core/statuses';
import type { InProcessStack } from './inProcessStack';

export type Values = Readonly<Record<string, unknown>>;

/** A machine or a volume. */
export interface Billed {
  readonly id: string;
  readonly name: string;
  readonly tags: Values;
  readonly status?: string;
  readonly size?: number;
  readonly volumeIds?: readonly (string | null)[];
}

/** The machines, clusters and volumes that cost money, without the trash. */
export async function billed({ cloud }: InProcessStack): Promise<Billed[]> {
  const things = [
    ...(await cloud.instances.list()),
    ...(await cloud.clusters.list()),
    ...(await cloud.volumes.list()),
  ];
  return things
    .filter((thing) => isBilled(thing) && !isGoing(thing))
    .map((thing) => ({
      id: thing.id,
      tags: Object.fromEntries(thing.tags.map(({ key, value }) => [key, value])),
      ...('size' in thing ? { name: thing.name, size: thing.size } : machineOf(thing)),
    }));
}

const machineOf = (machine: Instance | Cluster) => ({
  name: machine.hostname,
  status: machine.status,
  volumeIds:
    'shared_volumes' in machine
      ? machine.shared_volumes.map(({ id }) => id)
      : [machine.os_volume_id, ...machine.volume_ids],
});
