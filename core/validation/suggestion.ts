import { nearest } from './nearest';

const MOST_LISTED = 12;
/** So many may stand beside the one that was probably meant. */
const MOST_BESIDE = 6;
const MOST_SHOWN = 60;

/** Values in a sentence, but not a whole catalogue of them. */
export function listed(values: readonly string[], elsewhere = ''): string {
  if (values.length <= MOST_LISTED) return values.join(', ');
  const more = values.length - MOST_LISTED;
  return `${values.slice(0, MOST_LISTED).join(', ')} and ${String(more)} more${elsewhere && ` (see ${elsewhere})`}`;
}

/** A value of the program in quotation marks. */
export const quoted = (value: string): string =>
  JSON.stringify(value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value);

/** How to say what else there is. */
export interface Choice {
  readonly candidates: readonly string[];
  /** Other names of a candidate. */
  readonly namesOf?: (candidate: string) => readonly string[];
  /** Where all of them can be looked up. */
  readonly elsewhere?: string | undefined;
}

/** How the sentence goes on that calls a value wrong: with the nearest right one and, where they are few, with all. */
export function instead(value: string, { candidates, namesOf, elsewhere }: Choice): string {
  if (candidates.length === 0) return '';
  const close = nearest(value, candidates, namesOf);
  const all = `${candidates.length === 1 ? 'there is' : 'there are'} ${listed(candidates, elsewhere)}`;
  if (close === undefined) return `; ${all}`;
  const others = candidates.length > 1 && candidates.length <= MOST_BESIDE ? ` (${all})` : '';
  return `: did you mean ${JSON.stringify(close)}?${others}`;
}
