import type { Choice } from '../../core/validation/suggestion';
import { instead, listed, quoted } from '../../core/validation/suggestion';
import { nearest } from '../../core/validation/nearest';
import type { Problem } from '../../core/validation/shape';
import type { InputValue } from './plan';

/** A catalogue has no such entry. */
export const unlisted = ({ path, value }: InputValue, noun: string, choice: Choice): Problem => ({
  path,
  reason: `${quoted(value)} is not ${noun}${instead(value, choice)}`,
});

/** A noun with its article. */
export const a = (noun: string): string => `${/^([aeiou]|SSH)/.test(noun) ? 'an' : 'a'} ${noun}`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isId = (value: string): boolean => UUID.test(value);

/** Something that a program refers to by its id. */
export interface Referred {
  readonly id: string;
  readonly name?: string;
  /** What a machine has for a name. */
  readonly hostname?: string;
}

const nameOf = ({ name, hostname }: Referred): string | undefined => name ?? hostname;

/** How it is called in a sentence: `laptop (0a1b…)`. */
export const called = (object: Referred): string =>
  nameOf(object) === undefined ? object.id : `${nameOf(object) ?? ''} (${object.id})`;

/**
 * There is nothing with this id. What does not look like an id is not repeated: it may be anything, a secret as well.
 *
 * @param others what there is: people give a name where an id belongs, or an id with a typo.
 * @param elsewhere what the id belongs to instead, in words.
 */
export function noSuch(
  { path, value }: InputValue,
  noun: string,
  others: readonly Referred[],
  elsewhere?: string,
): Problem {
  if (isId(value)) {
    if (elsewhere !== undefined)
      return { path, reason: `${JSON.stringify(value)} is the id of ${elsewhere}, not of ${a(noun)}` };
    const close = nearest(
      value,
      others.map(({ id }) => id),
    );
    const hint =
      close !== undefined
        ? `: did you mean ${JSON.stringify(close)}?`
        : others.length > 0
          ? `; there ${others.length === 1 ? 'is' : 'are'} ${listed(others.map(called))}`
          : `: there is none at all`;
    return { path, reason: `${JSON.stringify(value)} is the id of no ${noun} in this project${hint}` };
  }
  const named = others.find((other) => nameOf(other) === value);
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
