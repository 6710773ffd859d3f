import type { Problem } from '../shape';
import type { Plan } from './plan';

/** `contract: SPOT` and `isSpot: true` imply each other (Deploy instance body). */
export function terms<I extends object>(plan: Plan<I>): Problem[] {
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

/** Whether a spot machine is asked for; undefined while that is not known. */
export function wantsSpot<I extends object>(plan: Plan<I>): boolean {
  return plan.at('isSpot') === true || plan.text('contract') === 'SPOT';
}

/** What is to become of volumes on eviction matters to spot machines only. */
export function warnOfPolicyWithoutSpot<I extends object>(
  plan: Plan<I>,
  paths: readonly string[],
): Problem[] {
  const isOpen = ['isSpot', 'contract'].some((path) => plan.isUnknown(path));
  const policies = plan.changed(...paths);
  if (!isOpen && !wantsSpot(plan)) {
    for (const { path } of policies)
      plan.warn({ path, reason: 'has no effect: only spot machines are evicted' });
  }
  return [];
}
