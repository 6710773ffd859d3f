import type { Choice } from '../../core/validation/suggestion';
import { instead, listed, quoted } from '../../core/validation/suggestion';
import { nearest } from '../../core/validation/nearest';
import type { Problem } from '../../core/validation/shape';
import type { InputValue } from './plan';
import { printable } from '../../api/printable';

/** The problem that a catalogue has no such entry. */
export const unlisted = ({ path, value }: InputValue, noun: string, choice: Choice): Problem => ({
  path,
  reason: `${quoted(value)} is not ${noun}${instead(value, choice)}`,
});

/** A noun with its article. */
export const a = (noun: string): string => `${/^([aeiou]|SSH)/.test(noun) ? 'an' : 'a'} ${noun}`;

export const isUuid = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
/** Ids of private networks and of their members. */
const PREFIXED = /^(pn|sn|am|epb)_\w+$/;
export const isId = (value: string): boolean => isUuid(value) || PREFIXED.test(value);

/** An object that programs refer to by its id. */
export interface Referred {
  readonly id: string;
  readonly name?: string;
  /** The name of a machine. */
  readonly hostname?: string;
}

const nameOf = ({ name, hostname }: Referred): string | undefined => name ?? hostname;

/** Name and id for a sentence: `laptop (0a1b…)`. */
export const nameAndId = (object: Referred): string =>
  nameOf(object) === undefined ? object.id : `${printable(nameOf(object) ?? '')} (${object.id})`;

/** Why the operating-system volume of a machine cannot be used by another one, and what to do. */
export const bootedFrom = (machine: Referred): string =>
  `which the instance ${nameAndId(machine)} boots from and keeps: use a copy of it (a Volume with sourceVolumeId), or ` +
  'remove that machine with keepVolumes: true first, in a run of its own';

/**
 * The problem that no object has this id. A value that does not look like an id is not shown: it may be a secret.
 *
 * @param others existing objects: programs often give a name instead of an id, or mistype the id.
 * @param elsewhere the kind of resource that has this id, in words.
 */
export function unknownId(
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
          ? `; there ${others.length === 1 ? 'is' : 'are'} ${listed(others.map(nameAndId))}`
          : `: this project has none`;
    return { path, reason: `${JSON.stringify(value)} is not the id of any ${noun} in this project${hint}` };
  }
  const named = others.find((other) => nameOf(other) === value);
  if (named)
    return {
      path,
      reason: `is the name of ${a(noun)}, not its id: did you mean ${JSON.stringify(named.id)}?`,
    };
  return {
    path,
    reason: `is not the id of ${a(noun)}: ids look like 0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d. Use the id output of the resource, or look it up with a getX function`,
  };
}
