import type { Problem } from '../../../core/validation/shape';
import type { PlannedResource } from '../plan';

/** An offline machine costs what a running one does: said where one is about to be shut down. */
export function warnOfBilledWhileOff(plan: PlannedResource<{ powerState: string }>): Problem[] {
  if (!plan.isNew && plan.text('powerState') === 'offline' && plan.differs('powerState')) {
    plan.warn({
      path: 'powerState',
      reason: '"offline" shuts it down, but an offline machine stays billed; only a deleted one is not',
    });
  }
  return [];
}
