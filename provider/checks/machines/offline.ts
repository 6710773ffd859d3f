import type { Problem } from '../../../core/validation/shape';
import type { PlannedResource } from '../plan';

/** Warns that an offline machine is billed like a running one, when the program shuts one down. */
export function warnOfBilledWhileOff(plan: PlannedResource<{ powerState: string }>): Problem[] {
  if (!plan.isNew && plan.text('powerState') === 'offline' && plan.differs('powerState')) {
    plan.warn({
      path: 'powerState',
      reason: '"offline" shuts it down, but an offline machine stays billed; only a deleted one is not',
    });
  }
  return [];
}

/** Warns that nothing shuts a machine down if its create does not wait until it runs. */
export function warnOfNotShutDown(
  plan: PlannedResource<{ powerState: string; awaitReady: boolean }>,
): Problem[] {
  if (plan.isNew && plan.text('powerState') === 'offline' && plan.at('awaitReady') === false) {
    plan.warn({
      path: 'powerState',
      reason:
        '"offline" has no effect with awaitReady: false, which a Fleet sets: the machine runs and stays on. ' +
        'To shut it down, run `pulumi up --refresh` once it runs',
    });
  }
  return [];
}
