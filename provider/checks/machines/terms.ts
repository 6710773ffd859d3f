import type { Problem } from '../../../core/validation/shape';
import type { InputValue, PlannedResource } from '../plan';

/** The inputs that decide how a machine is paid for. */
export interface Terms {
  contract: string;
  isSpot: boolean;
}

/** Checks that `contract: SPOT` and `isSpot: true` agree (Deploy instance body). */
export function terms(plan: PlannedResource<Terms>): Problem[] {
  const contract = plan.text('contract');
  const isSpot = plan.at('isSpot');
  if (contract === undefined || typeof isSpot !== 'boolean' || isSpot === (contract === 'SPOT')) return [];
  if (!plan.differs('contract') && !plan.differs('isSpot')) return [];
  return [
    {
      path: 'isSpot',
      reason: isSpot
        ? `is true, but the contract is ${JSON.stringify(contract)}: a spot machine has the contract "SPOT". Leave one of the two out`
        : 'is false, but the contract is "SPOT": that is a spot machine. Leave one of the two out',
    },
  ];
}

/** Whether an order is for a spot machine; false while that is not known. */
export const isSpotOrder = ({ isSpot, contract }: Partial<Terms>): boolean =>
  isSpot === true || contract === 'SPOT';

/** Warns of an eviction policy on a machine that is not a spot machine: it has no effect. */
export function warnOfPolicyWithoutSpot(
  plan: PlannedResource<Terms>,
  policies: readonly InputValue[],
): Problem[] {
  const isOpen = plan.isUnknown('isSpot') || plan.isUnknown('contract');
  if (isOpen || isSpotOrder(plan.inputs)) return [];
  for (const { path } of policies)
    plan.warn({ path, reason: 'has no effect: only spot machines are evicted' });
  return [];
}
