import type { Problem } from '../../../core/validation/shape';
import { duplicatesIn } from '../unique';
import type { PlannedResource } from '../plan';

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
