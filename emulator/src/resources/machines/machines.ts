import type { InstanceStatus } from '#contract';
import { references } from '../../model/projects';
import { statusOf } from '../../model/time/timelines';
import type { Caller } from '../../model/events';
import type { Owned } from '../../model/projects';
import type { Living } from '../../model/time/timelines';

/** An instance or a cluster, as volumes, networks and journals see it. */
export interface Machine extends Owned, Living<InstanceStatus> {
  hostname: string;
  /** The name of its type. */
  type: string;
  location: string;
  osVolumeId: string | null;
  ip: string | null;
  /** In the project's default network; null where that has no subnet. */
  privateIp: string | null;
}

type Kind = 'instance' | 'cluster';
type Find = (id: string) => Machine | undefined;

/**
 * The directory of instances and clusters: each kind registers itself, so that lower layers do not depend on them.
 */
export class Machines {
  private readonly finders = new Map<Kind, Find>();

  register(kind: Kind, find: Find): void {
    this.finders.set(kind, find);
  }

  /** By id and by kind, discontinued ones included. */
  find(kind: Kind, id: string): Machine | undefined {
    return this.finders.get(kind)?.(id);
  }

  /** By id, as long as it is not discontinued. */
  findLive(kind: Kind, id: string): Machine | undefined {
    const machine = this.find(kind, id);
    return machine === undefined || isGone(machine) ? undefined : machine;
  }

  /** Instance or cluster, discontinued ones included. */
  findAny(id: string): Machine | undefined {
    return this.find('instance', id) ?? this.find('cluster', id);
  }

  /** The instances with these ids, discontinued ones included. */
  attached(ids: readonly string[]): Machine[] {
    return ids.flatMap((id) => this.find('instance', id) ?? []);
  }

  /** The instances that a request names; throws 404 with the name of the property. */
  instances(caller: Caller, property: string, ids: readonly string[]): Machine[] {
    return references({ get: (id) => this.find('instance', id) }, caller, 'instance', property, ids);
  }
}

/** Statuses in which a machine costs nothing and takes no capacity. */
const unbilled: ReadonlySet<InstanceStatus> = new Set(['discontinued', 'notfound', 'no_capacity']);

export const costsNothing = (machine: Living<InstanceStatus>): boolean => unbilled.has(statusOf(machine));

/** US dollars an hour now. */
export const hourlyPrice = (machine: Living<InstanceStatus> & { pricePerHour: number }): number =>
  costsNothing(machine) ? 0 : machine.pricePerHour;

export const isGone = (machine: Living<InstanceStatus>): boolean => statusOf(machine) === 'discontinued';

/** The operating-system volume as responses show it: a machine in the status `ordered` does not show it yet. */
export const shownOsVolumeId = (
  machine: Pick<Machine, 'osVolumeId'> & Living<InstanceStatus>,
): string | null => (statusOf(machine) === 'ordered' ? null : machine.osVolumeId);
