import type { LongTerm } from '../../api';
import { fieldsFrom } from '../schema/derived/mapping';
import type { OutputsOf } from '../schema/types';
import { boolean, number, outputObject, text } from '../schema/types';

const outputs = {
  endDate: { type: text(), doc: 'When it ends, ISO 8601.', nullable: true },
  longTermPeriod: { type: text(), doc: 'Its period.', nullable: true },
  discountPercentage: { type: number, doc: 'The discount in percent.', nullable: true },
  autoRentalExtension: { type: boolean, doc: 'Whether it is extended automatically.', nullable: true },
  nextPeriodPrice: { type: number, doc: 'Price of the next period.', nullable: true },
  currentPeriodPrice: { type: number, doc: 'Price of this period.', nullable: true },
} as const;

export type VolumeLongTerm = OutputsOf<typeof outputs>;

/** A long-term contract as an output. The cloud shows the contract of a machine on its operating-system volume. */
export const longTerm = outputObject('VolumeLongTerm', 'A long-term contract.', outputs);

/** A long-term contract with the names that programs use. */
export const longTermOf = (found: LongTerm | null | undefined): VolumeLongTerm | null =>
  found ? fieldsFrom(outputs, found) : null;
