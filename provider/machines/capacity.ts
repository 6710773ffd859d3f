import { NoCapacityError } from '../../api/errors';
import type { Call } from '../session/call';
import { milliseconds, spoken } from '../session/call';
import { Ended } from './deploymentFailed';

/** Where a machine may go, and how long it may wait for room. */
export interface Placement {
  /** Type of the machine or of the cluster. */
  readonly instanceType?: string;
  /** Whether it is a cluster that needs the room. */
  readonly clusters?: boolean;
  readonly isSpot?: boolean;
  readonly contract?: string;
  readonly locationCode?: string;
  readonly fallbackLocationCodes?: readonly string[];
  readonly waitForCapacity?: string;
}

/** How often the availability is asked for while somebody waits for room. */
const POLL_MS = 5_000;

const isNoRoom = (error: unknown): boolean =>
  error instanceof NoCapacityError || (error instanceof Ended && error.status === 'no_capacity');

/**
 * Deploys in the first location that has room: the one that was asked for, then those to fall back on, in their
 * order; then it waits for room to appear in any of them, if the program says so.
 */
export async function deployWhereThereIsRoom<T>(
  call: Call,
  placement: Placement,
  deploy: (locationCode: string | undefined) => Promise<T>,
): Promise<T> {
  const locations = [placement.locationCode, ...(placement.fallbackLocationCodes ?? [])];
  const patience =
    placement.waitForCapacity === undefined ? 0 : (milliseconds(placement.waitForCapacity) ?? 0);
  const { clock } = call.session;
  const until = Math.min(clock.now() + patience, call.deadline);
  for (let candidates: readonly (string | undefined)[] = locations; ;) {
    let refusal: unknown;
    for (const [index, location] of candidates.entries()) {
      try {
        return await deploy(location);
      } catch (error) {
        if (!isNoRoom(error)) throw error;
        refusal = error;
        const next = candidates[index + 1];
        if (next !== undefined)
          call.status(`no room in ${location ?? 'the group’s location'}; trying ${next}`);
      }
    }
    if (clock.now() >= until) throw refusal;
    candidates = await roomIn(call, placement, locations, until, refusal);
  }
}

/** Waits until one of the locations has room; all who wait share one request per tick. */
async function roomIn(
  call: Call,
  { instanceType, isSpot, contract, clusters }: Placement,
  locations: readonly (string | undefined)[],
  until: number,
  refusal: unknown,
): Promise<(string | undefined)[]> {
  const { clock } = call.session;
  for (;;) {
    const left = until - clock.now();
    if (left <= 0) throw refusal;
    const wanted =
      locations.filter((location) => location !== undefined).join(', ') || 'the group’s location';
    call.status(`waiting for room in ${wanted} (${spoken(left)} left)`);
    await clock.sleep(Math.min(POLL_MS, left), call.signal);
    const availability = await sharedAvailability(
      call,
      clusters ? 'clusters' : isSpot === true || contract === 'SPOT' ? 'spot' : 'instances',
    );
    const withRoom = locations.filter(
      (location) =>
        location === undefined ||
        instanceType === undefined ||
        availability.some(
          ({ location_code, availabilities }) =>
            location_code === location && availabilities.includes(instanceType),
        ),
    );
    if (withRoom.length > 0) return withRoom;
  }
}

type Room = 'instances' | 'spot' | 'clusters';
type Availability = { location_code: string; availabilities: string[] }[];
interface Look {
  readonly at: number;
  readonly answer: Promise<Availability>;
}
const looks = new WeakMap<object, Map<Room, Look>>();

function sharedAvailability(call: Call, room: Room): Promise<Availability> {
  const { session } = call;
  const known = looks.get(session) ?? new Map<Room, Look>();
  looks.set(session, known);
  const last = known.get(room);
  if (last && session.clock.now() - last.at < POLL_MS) return last.answer;
  const { catalogue } = session.client;
  const answer =
    room === 'clusters'
      ? catalogue.clusterAvailability({})
      : catalogue.instanceAvailability({ isSpot: room === 'spot' });
  known.set(room, { at: session.clock.now(), answer });
  answer.catch(() => known.delete(room));
  return answer;
}
