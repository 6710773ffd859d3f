import type { Problem } from '../../../core/validation/shape';
import type { PlannedResource } from '../plan';
import { listed, quoted } from '../../../core/validation/suggestion';
import { unlisted } from '../messages';

/** The inputs of a long-term contract. */
export interface Contracted {
  contract: string;
  longTermPeriod: string;
}

/** Checks that the period is enabled, and that the contract is a long-term one. */
export async function checkPeriods(
  plan: PlannedResource<Contracted>,
  of: 'instances' | 'clusters',
): Promise<Problem[]> {
  const [period] = plan.changed('longTermPeriod');
  const asked = plan.text('longTermPeriod');
  const problems: Problem[] = [];
  const contract = plan.text('contract');
  const isChanged = period !== undefined || plan.differs('contract');
  if (asked !== undefined && isChanged && !plan.isUnknown('contract') && contract !== 'LONG_TERM') {
    const now = contract === undefined ? 'there is none' : `it is ${quoted(contract)}`;
    problems.push({
      path: 'longTermPeriod',
      reason: `needs the contract "LONG_TERM", and ${now}: set contract: "LONG_TERM", or leave longTermPeriod out`,
    });
  }
  const isOpenEnded = asked === undefined && contract === 'LONG_TERM' && isChanged;
  if (!period && !isOpenEnded) return problems;
  const known = await plan.catalogue.periods(plan.call, of);
  if (!known) return problems;
  const enabled = known.filter((candidate) => candidate.is_enabled).map(({ code }) => code);
  if (!period) {
    if (plan.isUnknown('longTermPeriod')) return problems;
    plan.warn({
      path: 'longTermPeriod',
      reason: `is left out: the cloud chooses how long this machine is rented. Set one of ${listed(enabled)}`,
    });
    return problems;
  }
  if (enabled.includes(period.value)) return problems;
  const isDisabled = known.some(({ code }) => code === period.value);
  return [
    ...problems,
    isDisabled
      ? {
          path: period.path,
          reason: `${quoted(period.value)} cannot be ordered at present; there are ${enabled.join(', ')}`,
        }
      : unlisted(period, 'a long-term period', {
          candidates: enabled,
          namesOf: (code) => known.filter((candidate) => candidate.code === code).map(({ name }) => name),
        }),
  ];
}
