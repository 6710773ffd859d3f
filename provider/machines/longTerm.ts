import type { LongTerm } from '../../api';

/** A long-term contract. The cloud shows it on a volume, that of a machine on its operating-system volume. */
export interface VolumeLongTerm {
  /** When it ends, ISO 8601. */
  endDate: string | null;
  /** Its period. */
  longTermPeriod: string | null;
  /** The discount in percent. */
  discountPercentage: number | null;
  /** Whether it is extended automatically. */
  autoRentalExtension: boolean | null;
  /** Price of the next period. */
  nextPeriodPrice: number | null;
  /** Price of this period. */
  currentPeriodPrice: number | null;
}

/** A long-term contract, in the names that programs use. */
export const longTermOf = (longTerm: LongTerm | null | undefined): VolumeLongTerm | null =>
  longTerm
    ? {
        endDate: longTerm.end_date,
        longTermPeriod: longTerm.long_term_period,
        discountPercentage: longTerm.discount_percentage,
        autoRentalExtension: longTerm.auto_rental_extension,
        nextPeriodPrice: longTerm.next_period_price,
        currentPeriodPrice: longTerm.current_period_price,
      }
    : null;
