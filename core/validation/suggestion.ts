import { printable } from '../../api/printable';
import { nearest } from './nearest';

const MOST_LISTED = 12;
/** Besides the suggestion, all candidates are listed if there are at most this many. */
const MOST_BESIDE = 6;
const MOST_SHOWN = 60;

/** Values in a sentence, at most `MOST_LISTED` of them. */
export function listed(given: readonly string[], elsewhere = ''): string {
  const values = given.map(printable);
  if (values.length <= MOST_LISTED) return values.join(', ');
  const more = values.length - MOST_LISTED;
  return `${values.slice(0, MOST_LISTED).join(', ')} and ${String(more)} more${elsewhere && ` (see ${elsewhere})`}`;
}

/** A value of the program in quotation marks. */
export const quoted = (value: string): string =>
  JSON.stringify(value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value);

/** The valid values. */
export interface Choice {
  readonly candidates: readonly string[];
  /** Other names of a candidate. */
  readonly namesOf?: (candidate: string) => readonly string[];
  /** Where the user can find all of them. */
  readonly elsewhere?: string | undefined;
}

/** The end of a sentence about a wrong value: suggests the nearest valid one and, if there are few, lists all. */
export function instead(value: string, { candidates, namesOf, elsewhere }: Choice): string {
  if (candidates.length === 0) return '';
  const close = nearest(value, candidates, namesOf);
  const all = `${candidates.length === 1 ? 'there is' : 'there are'} ${listed(candidates, elsewhere)}`;
  if (close === undefined) return `; ${all}`;
  const others = candidates.length > 1 && candidates.length <= MOST_BESIDE ? ` (${all})` : '';
  return `: did you mean ${JSON.stringify(close)}?${others}`;
}
