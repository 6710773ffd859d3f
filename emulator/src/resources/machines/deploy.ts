// The common parts of the deploys of instances and clusters.
import type { InstanceStatus } from '#contract';
import { invalidRequest, unavailable } from '../../model/errors';
import type { Capacity, CapacityKey } from '../../model/capacity';
import type { Period } from '../../model/catalogue';
import type { Step } from '../../model/time/timelines';

/** The period of a long-term contract: without a code, the first one on offer. */
export function periodFor(periods: readonly Period[], code: string | undefined): Period {
  const enabled = periods.filter((period) => period.isEnabled);
  const found = code === undefined ? enabled[0] : enabled.find((period) => period.code === code);
  if (found !== undefined) return found;
  throw invalidRequest(
    `long_term_period: there is no period "${code ?? ''}". The periods are ${enabled.map((period) => period.code).join(', ')}.`,
  );
}

/** Refuses a deploy for which its location has no capacity. The message names the locations that have some. */
export function requireCapacity(capacity: Capacity, wanted: CapacityKey): void {
  if (capacity.left(wanted) > 0) return;
  const { type, location, isSpot } = wanted;
  const elsewhere = capacity.locations(type, isSpot).filter((code) => code !== location);
  const advice =
    elsewhere.length > 0 ? `There is capacity in ${elsewhere.join(', ')}.` : 'No location has capacity now.';
  throw unavailable(
    `There is no capacity for ${isSpot ? 'a spot ' : ''}${type} in ${location} now. ${advice}`,
  );
}

/** The steps from `ordered` to `running`, which take so many seconds together. */
export const provisioningSteps = (seconds: number): Step<InstanceStatus>[] => [
  { status: 'ordered' },
  { status: 'provisioning', after: seconds * 0.05, event: 'provisioning' },
  { status: 'validating', after: seconds * 0.8, event: 'validating' },
  { status: 'running', after: seconds * 0.15, event: 'running' },
];
