import type { Availability } from '../../../api/index';
import type { Problem } from '../../../core/validation/shape';
import type { PlannedResource } from '../plan';

/** What has to find room. */
export interface Wanted {
  /** An instance type or a cluster type. */
  readonly type: string | undefined;
  readonly typePath: string;
  readonly isSpot: boolean;
  /** Where it may go, in this order; undefined while one of them is not known. */
  readonly locations: readonly (string | undefined)[];
  /** For how long it waits for room; undefined when it does not. */
  readonly waits: string | undefined;
}

/**
 * There is room for what will be created, in one of its locations. That may change until it is deployed, so it
 * is a warning, unless the stack's config says `cloudCompute:requireCapacity: true`.
 */
export async function room(
  plan: PlannedResource<object>,
  { type, typePath, isSpot, locations, waits }: Wanted,
  ask: () => Promise<readonly Availability[] | undefined>,
): Promise<Problem[]> {
  if (!plan.isNew || type === undefined || locations.includes(undefined)) return [];
  const [availability, known] = await Promise.all([ask(), plan.catalogue.locations(plan.call)]);
  const codes = known?.map(({ code }) => code) ?? [];
  if (!availability || !locations.every((location) => location !== undefined && codes.includes(location)))
    return [];
  const withRoom = availability
    .filter(({ availabilities }) => availabilities.includes(type))
    .map((place) => place.location_code);
  if (locations.some((location) => location !== undefined && withRoom.includes(location))) return [];
  const kind = isSpot ? `a spot ${type}` : type;
  const nowhere = `there is no room for ${kind} in ${locations.join(', ')} now`;
  const advice =
    withRoom.length > 0
      ? `There is room in ${withRoom.join(', ')}: set locationCode or fallbackLocationCodes.`
      : 'No location has room for it: choose another type.';
  const patience = waits === undefined ? ' Or set waitForCapacity.' : ` It will wait for room for ${waits}.`;
  if (plan.call.session.setting('requireCapacity')?.trim().toLowerCase() === 'true') {
    return [
      {
        path: typePath,
        reason: `cannot be deployed: ${nowhere}, and cloudCompute:requireCapacity is true. ${advice}`,
      },
    ];
  }
  plan.warn({ path: typePath, reason: `may not be deployed: ${nowhere}. ${advice}${patience}` });
  return [];
}
