import type { Problem } from '../../../core/validation/shape';
import { distinct } from '../unique';
import type { PlannedResource } from '../plan';

/** Locations where a machine may be deployed. */
interface Landing {
  locationCode: string;
  fallbackLocationCodes: string[];
}

/** Checks that the locations exist and that each is tried once. */
export function places(plan: PlannedResource<Landing>): Problem[] {
  const fallbacks = plan.entries('fallbackLocationCodes');
  const first = plan.text('locationCode');
  if (plan.differs('fallbackLocationCodes') || plan.differs('locationCode')) {
    const again = fallbacks.find(({ value }) => value === first);
    if (again) plan.warn({ path: again.path, reason: 'is the locationCode, which is tried first anyway' });
  }
  return distinct(plan, 'fallbackLocationCodes');
}
