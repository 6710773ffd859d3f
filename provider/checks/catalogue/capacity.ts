import type { Availability } from '../../../api/index';
import { shownSetting } from '../../../core/configuration';
import type { Problem } from '../../../core/validation/shape';
import type { PlannedResource } from '../plan';
import { duplicatesIn } from '../unique';

/** The machine that needs capacity. */
export interface CapacityRequest {
  readonly type: string | undefined;
  readonly typePath: string;
  readonly isSpot: boolean;
  /** Locations to try, in this order; undefined for a location that is not known yet. */
  readonly locations: readonly (string | undefined)[];
  /** How long the create waits for capacity, e.g. `30 minutes`; undefined when it does not wait. */
  readonly waits: string | undefined;
}

/**
 * Checks that one of the locations has capacity. Capacity may change until the deployment, so missing
 * capacity is only a warning. With `cloudCompute:requireCapacity: true` it is an error.
 */
export async function checkCapacity(
  plan: PlannedResource<object>,
  { type, typePath, isSpot, locations, waits }: CapacityRequest,
  ask: () => Promise<readonly Availability[] | undefined>,
): Promise<Problem[]> {
  if (!plan.isNew || type === undefined || locations.includes(undefined)) return [];
  const [availability, known] = await Promise.all([ask(), plan.catalogue.locations(plan.call)]);
  const codes = known?.map(({ code }) => code) ?? [];
  if (!availability || !locations.every((location) => location !== undefined && codes.includes(location)))
    return [];
  const withCapacity = availability
    .filter(({ availabilities }) => availabilities.includes(type))
    .map((place) => place.location_code);
  if (locations.some((location) => location !== undefined && withCapacity.includes(location))) return [];
  const machine = isSpot ? `a spot ${type}` : type;
  const nowhere = `there is no capacity for ${machine} in ${locations.join(', ')} now`;
  const advice =
    withCapacity.length > 0
      ? `There is capacity in ${withCapacity.join(', ')}: set locationCode or fallbackLocationCodes.`
      : 'No location has capacity for it: choose another type.';
  const waitNote =
    waits === undefined ? ' Or set waitForCapacity.' : ` It will wait for capacity for ${waits}.`;
  if (plan.call.run.setting('requireCapacity')?.trim().toLowerCase() === 'true') {
    return [
      {
        path: typePath,
        reason: `cannot be deployed: ${nowhere}, and ${shownSetting('requireCapacity')} is true. ${advice}`,
      },
    ];
  }
  plan.warn({ path: typePath, reason: `may not be deployed: ${nowhere}. ${advice}${waitNote}` });
  return [];
}

/** Locations where a machine may be deployed. */
interface Placement {
  locationCode: string;
  fallbackLocationCodes: string[];
}

/** Checks that the locations exist and that each is tried once. */
export function checkPlaces(plan: PlannedResource<Placement>): Problem[] {
  const fallbacks = plan.entries('fallbackLocationCodes');
  const first = plan.text('locationCode');
  if (plan.differs('fallbackLocationCodes') || plan.differs('locationCode')) {
    const again = fallbacks.find(({ value }) => value === first);
    if (again) plan.warn({ path: again.path, reason: 'is the locationCode, which is tried first anyway' });
  }
  return duplicatesIn(plan, 'fallbackLocationCodes');
}
