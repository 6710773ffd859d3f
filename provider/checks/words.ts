import { nearest } from '../../api/catalogue';
import type { Problem } from '../shape';
import type { Given } from './plan';

const MOST_LISTED = 12;
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

/** How the sentence goes on that calls a value wrong: with the nearest right one, else with all of them. */
export function instead(value: string, candidates: readonly string[], elsewhere?: string): string {
  const close = nearest(value, candidates);
  if (close !== undefined) return `: did you mean ${JSON.stringify(close)}?`;
  return candidates.length === 0
    ? ''
    : `; there ${candidates.length === 1 ? 'is' : 'are'} ${listed(candidates, elsewhere)}`;
}

/** A catalogue has no such entry. */
export const unlisted = (
  { path, value }: Given,
  noun: string,
  candidates: readonly string[],
  elsewhere?: string,
): Problem => ({
  path,
  reason: `${quoted(value)} is not ${noun}${instead(value, candidates, elsewhere)}`,
});

const a = (noun: string): string => `${/^([aeiou]|SSH)/.test(noun) ? 'an' : 'a'} ${noun}`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isId = (value: string): boolean => UUID.test(value);

/**
 * There is nothing with this id. What does not look like an id is not repeated: it may be anything, a secret as well.
 *
 * @param others what there is: people give a name where an id belongs, or an id with a typo.
 */
export function noSuch(
  { path, value }: Given,
  noun: string,
  others: readonly { readonly id: string; readonly name?: string }[],
): Problem {
  if (isId(value)) {
    const close = nearest(
      value,
      others.map(({ id }) => id),
    );
    const hint = close === undefined ? '' : `: did you mean ${JSON.stringify(close)}?`;
    return { path, reason: `${JSON.stringify(value)} is the id of no ${noun} in this project${hint}` };
  }
  const named = others.find(({ name }) => name === value);
  if (named)
    return {
      path,
      reason: `is the name of ${a(noun)}, not its id: did you mean ${JSON.stringify(named.id)}?`,
    };
  return {
    path,
    reason: `is not the id of ${a(noun)}: ids look like 0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d. Give the id output of the resource, or look it up with a getX function`,
  };
}
