import { NoCapacityError } from '../../../api/errors';
import type { Call } from '../../run/call';
import { milliseconds, formatDuration } from '../../../core/values/duration';
import { isSpotOrder } from '../../checks/machines/terms';
import { DeploymentFailed } from './deploymentFailed';

/** Where a machine may be deployed, and how long it may wait for capacity. */
export interface Placement {
  /** Type of the machine or of the cluster. */
  readonly instanceType?: string;
  /** Whether it is a cluster. */
  readonly clusters?: boolean;
  readonly isSpot?: boolean;
  readonly contract?: string;
  readonly locationCode?: string;
  readonly fallbackLocationCodes?: readonly string[];
  readonly waitForCapacity?: string;
}

/** How often a wait for capacity requests the availability, in ms. */
const POLL_MS = 5_000;

/** Whether a location has no capacity: it refused the order, or accepted it and found no capacity afterwards. */
export const isNoCapacity = (error: unknown): boolean =>
  error instanceof NoCapacityError || (error instanceof DeploymentFailed && error.status === 'no_capacity');

/** Whether a machine may be in a location; a member of a group is deployed where the group is. */
export const mayBeIn = ({ locationCode, fallbackLocationCodes = [] }: Placement, location: string): boolean =>
  locationCode === undefined || [locationCode, ...fallbackLocationCodes].includes(location);

/** Time that a wait for capacity adds to the timeout of a create, in ms. */
export const timeForCapacity = ({ waitForCapacity = '' }: Placement): number =>
  milliseconds(waitForCapacity) ?? 0;

const nameOf = (location: string | undefined): string => location ?? 'the group’s location';

/**
 * The locations in which to order, until one accepts: first the program's location, then its fallback locations in
 * their order, then any of them that gets capacity, for as long as the program waits.
 */
export async function* locationsToTry(
  call: Call,
  placement: Placement,
): AsyncGenerator<string | undefined, void> {
  const all = [placement.locationCode, ...(placement.fallbackLocationCodes ?? [])];
  const until = Math.min(call.run.clock.now() + timeForCapacity(placement), call.deadline);
  let locations: readonly (string | undefined)[] = all;
  while (locations.length > 0) {
    for (const [index, location] of locations.entries()) {
      if (index > 0)
        call.status(`no capacity in ${nameOf(locations[index - 1])}; trying ${nameOf(location)}`);
      yield location;
    }
    locations = await withCapacity(call, placement, all, until);
  }
}

/** Waits until some of the locations have capacity; none when the time is over. All waits share one request per tick. */
async function withCapacity(
  call: Call,
  { instanceType, clusters, ...terms }: Placement,
  locations: readonly (string | undefined)[],
  until: number,
): Promise<(string | undefined)[]> {
  const { clock } = call.run;
  const kind = clusters ? 'clusters' : isSpotOrder(terms) ? 'spot' : 'instances';
  const wanted = locations.filter((location) => location !== undefined).join(', ') || nameOf(undefined);
  for (let left = until - clock.now(); left > 0; left = until - clock.now()) {
    call.status(`waiting for capacity in ${wanted} (${formatDuration(left)} left)`);
    await clock.sleep(Math.min(POLL_MS, left), call.signal);
    const availability = await sharedAvailability(call, kind);
    const found = locations.filter(
      (location) =>
        location === undefined ||
        instanceType === undefined ||
        availability.some(
          ({ location_code, availabilities }) =>
            location_code === location && availabilities.includes(instanceType),
        ),
    );
    if (found.length > 0) return found;
  }
  return [];
}

type MachineType = 'instances' | 'spot' | 'clusters';
type Availability = { location_code: string; availabilities: string[] }[];
interface Answer {
  readonly at: number;
  readonly availability: Promise<Availability>;
}

function sharedAvailability({ run }: Call, type: MachineType): Promise<Availability> {
  const known = run.once('capacity', () => new Map<MachineType, Answer>());
  const last = known.get(type);
  if (last && run.clock.now() - last.at < POLL_MS) return last.availability;
  const { catalogue } = run.client;
  const availability =
    type === 'clusters'
      ? catalogue.clusterAvailability({})
      : catalogue.instanceAvailability({ isSpot: type === 'spot' });
  known.set(type, { at: run.clock.now(), availability });
  availability.catch(() => known.delete(type));
  return availability;
}
